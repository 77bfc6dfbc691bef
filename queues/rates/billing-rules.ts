/** Billing rules: which activity is charged as which item. */
import Joi from 'joi';
import { comparisons, type Conditions } from '../../domain/rates/billing-conditions.ts';
import {
  billingEventNames,
  quantityBases,
  type BillingEventName,
} from '../../domain/rates/billing-events.ts';
import { deletedView, createdId, clearable } from './rate-fields.ts';
import { defineCommand } from '../engine/define-command.ts';
import { nameText } from '../name.ts';
import * as s from '../schema.ts';

const conditionValue = Joi.alternatives(
  Joi.boolean().strict(),
  Joi.number().strict().less(1e12).greater(-1e12),
  Joi.string()
    .max(200)
    .pattern(/^[^\u0000-\u001F\u007F\uD800-\uDFFF]*$/u),
  Joi.array()
    .items(
      Joi.string()
        .max(200)
        .pattern(/^[^\u0000-\u001F\u007F\uD800-\uDFFF]*$/u),
      Joi.number().strict().less(1e12).greater(-1e12),
    )
    .min(1)
    .max(100),
);
const conditions = () =>
  s.custom<Conditions>(
    Joi.object({
      all: Joi.array()
        .items(
          Joi.object({
            field: Joi.string().max(60).required(),
            op: Joi.string()
              .valid(...comparisons)
              .required(),
            value: conditionValue.required(),
          }).unknown(false),
        )
        .max(20)
        .required(),
    })
      .unknown(false)
      .description('Comparisons that must all hold, over the fields of the event.'),
  );

const eventName = () => s.choice(...(billingEventNames as [BillingEventName, ...BillingEventName[]]));
const ruleExtras = {
  conditions: s.optional(conditions()),
  merchant_id: clearable(s.uuid()),
  warehouse_id: clearable(s.uuid()),
  priority: s.optional(s.integer({ min: 0, max: 100_000 })),
  exclusive_group: clearable(s.text(60)),
  is_active: s.optional(s.flag()),
  effective_from: clearable(s.date()),
  effective_to: clearable(s.date()),
};

export const billingRuleView = s.object({
  id: s.uuid(),
  code: s.code(40),
  name: s.text(150),
  event: eventName(),
  effect: s.choice('charge', 'no_charge'),
  billing_item_id: s.nullable(s.uuid()),
  quantity_basis: s.choice(...quantityBases),
  conditions: conditions(),
  merchant_id: s.nullable(s.uuid()),
  warehouse_id: s.nullable(s.uuid()),
  priority: s.integer({ min: 0, max: 100_000 }),
  exclusive_group: s.nullable(s.text(60)),
  is_active: s.flag(),
  effective_from: s.nullable(s.date()),
  effective_to: s.nullable(s.date()),
  created_at: s.instant(),
  updated_at: s.instant(),
});

export const billingRuleCommands = {
  createBillingRule: defineCommand({
    name: 'accounting.create_billing_rule',
    runs: 'inline',
    summary: 'Adds a rule: which activity becomes which billing item, or is explicitly free.',
    input: s.object({
      code: s.code(40),
      name: nameText(150),
      event: eventName(),
      effect: s.optional(s.choice('charge', 'no_charge')),
      billing_item_id: clearable(s.uuid()),
      quantity_basis: s.optional(s.choice(...quantityBases)),
      ...ruleExtras,
    }),
    result: createdId,
  }),
  updateBillingRule: defineCommand({
    name: 'accounting.update_billing_rule',
    runs: 'inline',
    summary: 'Changes a billing rule; its earlier charges stay.',
    input: s.object({
      rule_id: s.uuid(),
      name: s.optional(nameText(150)),
      effect: s.optional(s.choice('charge', 'no_charge')),
      billing_item_id: clearable(s.uuid()),
      quantity_basis: s.optional(s.choice(...quantityBases)),
      ...ruleExtras,
    }),
    result: createdId,
  }),
  deleteBillingRule: defineCommand({
    name: 'accounting.delete_billing_rule',
    runs: 'inline',
    summary: 'Deletes a rule that never charged anything; otherwise 409 RULE_IN_USE: deactivate it.',
    input: s.object({ rule_id: s.uuid() }),
    result: deletedView,
  }),
};
