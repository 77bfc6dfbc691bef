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
import {
  choice,
  code,
  date,
  flag,
  instant,
  integer,
  nullable,
  object,
  optional,
  text,
  uuid,
  custom,
} from '../schema.ts';

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
  custom<Conditions>(
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

const eventName = () => choice(...(billingEventNames as [BillingEventName, ...BillingEventName[]]));
const ruleExtras = {
  conditions: optional(conditions()),
  merchant_id: clearable(uuid()),
  warehouse_id: clearable(uuid()),
  priority: optional(integer({ min: 0, max: 100_000 })),
  exclusive_group: clearable(text(60)),
  is_active: optional(flag()),
  effective_from: clearable(date()),
  effective_to: clearable(date()),
};

export const billingRuleView = object({
  id: uuid(),
  code: code(40),
  name: text(150),
  event: eventName(),
  effect: choice('charge', 'no_charge'),
  billing_item_id: nullable(uuid()),
  quantity_basis: choice(...quantityBases),
  conditions: conditions(),
  merchant_id: nullable(uuid()),
  warehouse_id: nullable(uuid()),
  priority: integer({ min: 0, max: 100_000 }),
  exclusive_group: nullable(text(60)),
  is_active: flag(),
  effective_from: nullable(date()),
  effective_to: nullable(date()),
  created_at: instant(),
  updated_at: instant(),
});

export const billingRuleCommands = {
  createBillingRule: defineCommand({
    name: 'accounting.create_billing_rule',
    runs: 'inline',
    summary: 'Adds a rule: which activity becomes which billing item, or is explicitly free.',
    input: object({
      code: code(40),
      name: text(150),
      event: eventName(),
      effect: optional(choice('charge', 'no_charge')),
      billing_item_id: clearable(uuid()),
      quantity_basis: optional(choice(...quantityBases)),
      ...ruleExtras,
    }),
    result: createdId,
  }),
  updateBillingRule: defineCommand({
    name: 'accounting.update_billing_rule',
    runs: 'inline',
    summary: 'Changes a billing rule; its earlier charges stay.',
    input: object({
      rule_id: uuid(),
      name: optional(text(150)),
      effect: optional(choice('charge', 'no_charge')),
      billing_item_id: clearable(uuid()),
      quantity_basis: optional(choice(...quantityBases)),
      ...ruleExtras,
    }),
    result: createdId,
  }),
  deleteBillingRule: defineCommand({
    name: 'accounting.delete_billing_rule',
    runs: 'inline',
    summary: 'Deletes a rule that never charged anything; otherwise 409 RULE_IN_USE: deactivate it.',
    input: object({ rule_id: uuid() }),
    result: deletedView,
  }),
};
