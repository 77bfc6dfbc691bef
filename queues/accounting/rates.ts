/** Billing items, rate sheets with their lines, billing rules: plain record keeping, so every command runs inline. */
import Joi from 'joi';
import {
  billingEventNames,
  quantityBases,
  type BillingEventName,
} from '../../domain/accounting/billing-events.ts';
import { comparisons, type Conditions } from '../../domain/accounting/billing-conditions.ts';
import { pricingModels, storageBases, storageMethods } from '../../domain/accounting/rate-line.ts';
import { defineCommand } from '../define-command.ts';
import {
  choice,
  code,
  currency,
  custom,
  date,
  decimalNumber,
  flag,
  freeText,
  instant,
  integer,
  list,
  listOf,
  money,
  nullable,
  object,
  optional,
  qty,
  text,
  uuid,
  type Field,
} from '../schema.ts';

const category = () =>
  choice(
    'storage',
    'receiving',
    'handling',
    'order',
    'pick',
    'pack',
    'label',
    'freight',
    'drayage',
    'return',
    'vas',
    'recurring',
    'surcharge',
    'minimum',
    'adjustment',
  );

const uom = () =>
  choice(
    'unit',
    'carton',
    'pallet',
    'location',
    'cbm',
    'cuft',
    'kg',
    'lb',
    'cwt',
    'order',
    'line',
    'receipt',
    'container',
    'shipment',
    'label',
    'hour',
    'day',
    'month',
    'percent',
    'flat',
  );

const price = () => decimalNumber({ places: 6, min: 0, below: 1e9 });
const percentage = (most = 10_000) => decimalNumber({ places: 6, min: 0, below: most + 0.000001 });
const maybe = <T>(field: Field<T>) => optional(nullable(field));

const itemFields = {
  category: category(),
  uom: uom(),
  revenue_account_id: uuid(),
};
const itemExtras = {
  cost_account_id: maybe(uuid()),
  taxable: optional(flag()),
  tax_code: maybe(text(30)),
  tax_rate: optional(percentage(100)),
  default_rate: optional(price()),
  description: optional(freeText(500)),
  is_active: optional(flag()),
};

export const billingItemView = object({
  id: uuid(),
  code: code(40),
  name: text(150),
  ...itemFields,
  cost_account_id: nullable(uuid()),
  taxable: flag(),
  tax_code: nullable(text(30)),
  tax_rate: percentage(100),
  default_rate: price(),
  description: freeText(500),
  is_active: flag(),
  created_at: instant(),
  updated_at: instant(),
});

const cycle = () => choice('daily', 'weekly', 'biweekly', 'semi_monthly', 'monthly', 'quarterly');

const tier = () =>
  object({
    from: qty({ min: 0 }),
    to: described(nullable(qty({ positive: true })), 'Null for the last tier, which is open.'),
    rate: price(),
    flat: optional(price()),
  });

function described<F extends Joi.AnySchema>(field: F, words: string): F {
  return field.description(words) as F;
}

const lineFields = {
  description: optional(freeText(300)),
  rate: maybe(price()),
  first_qty: maybe(qty({ positive: true })),
  additional_rate: maybe(price()),
  package_size: maybe(qty({ positive: true })),
  percent: maybe(percentage()),
  percent_basis: maybe(choice('carrier_cost', 'order_value', 'charges_subtotal')),
  tiers: maybe(
    described(list(tier(), { min: 1, max: 20 }), 'Contiguous from 0; the last one ends with to null.'),
  ),
  tier_window: maybe(choice('document', 'day', 'period')),
  included_qty: maybe(qty({ min: 0 })),
  min_charge: maybe(money({ min: 0 })),
  max_charge: maybe(money({ min: 0 })),
  min_scope: optional(choice('charge', 'document', 'day', 'period')),
  surcharge_percent: maybe(decimalNumber({ places: 6, positive: true, below: 10_000 })),
  surcharge_item_id: maybe(uuid()),
  storage_method: maybe(choice(...storageMethods)),
  storage_basis: maybe(choice(...storageBases)),
  split_day: optional(integer({ min: 1, max: 31 })),
  second_half_percent: optional(percentage(100)),
  grace_days: optional(integer({ min: 0, max: 3650 })),
  aging: optional(
    list(
      object({
        from_day: integer({ min: 0, max: 36_500 }),
        multiplier: decimalNumber({ places: 6, min: 0, below: 1000 }),
      }),
      {
        max: 20,
      },
    ),
  ),
  match_warehouse_id: maybe(uuid()),
  match_storage_class: maybe(text(60)),
  match_item_class: maybe(text(60)),
  match_carrier_code: maybe(text(60)),
  effective_from: optional(described(date(), "Left out: the sheet's first day.")),
  effective_to: maybe(date()),
};
const modelRule =
  'Fields by pricing_model: flat and per_unit need rate; first_additional rate, first_qty, additional_rate; graduated and volume tiers and tier_window; package rate and package_size; percent percent and percent_basis; cost_plus percent.';

const newLine = () =>
  object({
    billing_item_id: uuid(),
    pricing_model: choice(...pricingModels),
    line_no: optional(integer({ min: 1, max: 10_000 })),
    ...lineFields,
  });

export const rateLineView = object({
  id: uuid(),
  rate_sheet_id: uuid(),
  line_no: integer({ min: 1, max: 10_000 }),
  billing_item_id: uuid(),
  description: freeText(300),
  pricing_model: choice(...pricingModels),
  rate: nullable(price()),
  first_qty: nullable(qty()),
  additional_rate: nullable(price()),
  package_size: nullable(qty()),
  percent: nullable(percentage()),
  percent_basis: nullable(choice('carrier_cost', 'order_value', 'charges_subtotal')),
  tiers: nullable(listOf(tier())),
  tier_window: nullable(choice('document', 'day', 'period')),
  included_qty: nullable(qty()),
  min_charge: nullable(money()),
  max_charge: nullable(money()),
  min_scope: choice('charge', 'document', 'day', 'period'),
  surcharge_percent: nullable(percentage()),
  surcharge_item_id: nullable(uuid()),
  storage_method: nullable(choice(...storageMethods)),
  storage_basis: nullable(choice(...storageBases)),
  split_day: integer({ min: 1, max: 31 }),
  second_half_percent: percentage(100),
  grace_days: integer({ min: 0, max: 3650 }),
  aging: listOf(
    object({
      from_day: integer({ min: 0, max: 36_500 }),
      multiplier: decimalNumber({ places: 6, min: 0, below: 1000 }),
    }),
  ),
  match_warehouse_id: nullable(uuid()),
  match_storage_class: nullable(text(60)),
  match_item_class: nullable(text(60)),
  match_carrier_code: nullable(text(60)),
  effective_from: date(),
  effective_to: nullable(date()),
});

const sheetWords = {
  name: text(150),
  merchant_id: maybe(uuid()),
  warehouse_id: maybe(uuid()),
  effective_from: date(),
  effective_to: maybe(date()),
  billing_cycle: optional(cycle()),
  cycle_anchor_day: optional(integer({ min: 1, max: 31 })),
  payment_terms_days: optional(integer({ min: 0, max: 365 })),
  minimum_invoice_amount: maybe(money({ min: 0 })),
  notes: optional(freeText()),
};

export const rateSheetView = object({
  id: uuid(),
  code: code(40),
  name: text(150),
  version: integer({ min: 1, max: 100_000 }),
  supersedes_id: nullable(uuid()),
  merchant_id: nullable(uuid()),
  warehouse_id: nullable(uuid()),
  currency: currency(),
  status: choice('draft', 'active', 'archived'),
  effective_from: date(),
  effective_to: nullable(date()),
  billing_cycle: cycle(),
  cycle_anchor_day: integer({ min: 1, max: 31 }),
  payment_terms_days: integer({ min: 0, max: 365 }),
  minimum_invoice_amount: nullable(money()),
  notes: freeText(),
  lines_count: integer({ min: 0, max: 1_000_000 }),
  activated_at: nullable(instant()),
  activated_by: nullable(text()),
  archived_at: nullable(instant()),
  created_at: instant(),
  updated_at: instant(),
  lines: optional(listOf(rateLineView)),
});

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
  merchant_id: maybe(uuid()),
  warehouse_id: maybe(uuid()),
  priority: optional(integer({ min: 0, max: 100_000 })),
  exclusive_group: maybe(text(60)),
  is_active: optional(flag()),
  effective_from: maybe(date()),
  effective_to: maybe(date()),
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

export const deletedView = object({ id: uuid(), deleted: flag() });

const made = object({ id: uuid() });

export const rateCommands = {
  createBillingItem: defineCommand({
    name: 'accounting.create_billing_item',
    runs: 'inline',
    summary: 'Adds a billing item (charge code).',
    input: object({ code: code(40), name: text(150), ...itemFields, ...itemExtras }),
    result: made,
  }),
  updateBillingItem: defineCommand({
    name: 'accounting.update_billing_item',
    runs: 'inline',
    summary: 'Changes a billing item.',
    input: object({
      item_id: uuid(),
      name: optional(text(150)),
      category: optional(category()),
      uom: optional(uom()),
      revenue_account_id: optional(uuid()),
      ...itemExtras,
    }),
    result: made,
  }),
  deleteBillingItem: defineCommand({
    name: 'accounting.delete_billing_item',
    runs: 'inline',
    summary: 'Deletes a billing item that nothing uses; otherwise 409 ITEM_IN_USE.',
    input: object({ item_id: uuid() }),
    result: deletedView,
  }),
  createRateSheet: defineCommand({
    name: 'accounting.create_rate_sheet',
    runs: 'inline',
    summary: 'Makes a draft rate sheet, with its lines if given.',
    input: object({
      code: code(40),
      currency: currency(),
      ...sheetWords,
      lines: optional(list(newLine(), { max: 500 })),
    }),
    result: made,
  }),
  updateRateSheet: defineCommand({
    name: 'accounting.update_rate_sheet',
    runs: 'inline',
    summary: 'Changes a draft rate sheet; an active one answers 409 RATE_SHEET_LOCKED.',
    input: object({
      sheet_id: uuid(),
      ...sheetWords,
      name: optional(text(150)),
      currency: optional(currency()),
      effective_from: optional(date()),
    }),
    result: made,
  }),
  activateRateSheet: defineCommand({
    name: 'accounting.activate_rate_sheet',
    runs: 'inline',
    summary: 'Puts a draft in force after checking every line; its previous version ends the day before.',
    input: object({ sheet_id: uuid() }),
    result: made,
  }),
  archiveRateSheet: defineCommand({
    name: 'accounting.archive_rate_sheet',
    runs: 'inline',
    summary: 'Takes an active rate sheet out of use.',
    input: object({ sheet_id: uuid() }),
    result: made,
  }),
  reviseRateSheet: defineCommand({
    name: 'accounting.revise_rate_sheet',
    runs: 'inline',
    summary:
      'Makes the next version of an active rate sheet as a draft with the same lines, and answers with it.',
    input: object({ sheet_id: uuid(), effective_from: optional(date()) }),
    result: made,
  }),
  deleteRateSheet: defineCommand({
    name: 'accounting.delete_rate_sheet',
    runs: 'inline',
    summary: 'Deletes a draft rate sheet with its lines.',
    input: object({ sheet_id: uuid() }),
    result: deletedView,
  }),
  addRateLine: defineCommand({
    name: 'accounting.add_rate_line',
    runs: 'inline',
    summary: `Adds a line to a draft rate sheet. ${modelRule}`,
    input: object({ sheet_id: uuid(), ...newLine().shape }),
    result: made,
  }),
  updateRateLine: defineCommand({
    name: 'accounting.update_rate_line',
    runs: 'inline',
    summary: `Changes a line of a draft rate sheet. ${modelRule}`,
    input: object({
      sheet_id: uuid(),
      line_id: uuid(),
      billing_item_id: optional(uuid()),
      pricing_model: optional(choice(...pricingModels)),
      line_no: optional(integer({ min: 1, max: 10_000 })),
      ...lineFields,
    }),
    result: made,
  }),
  deleteRateLine: defineCommand({
    name: 'accounting.delete_rate_line',
    runs: 'inline',
    summary: 'Removes a line of a draft rate sheet.',
    input: object({ sheet_id: uuid(), line_id: uuid() }),
    result: deletedView,
  }),
  createBillingRule: defineCommand({
    name: 'accounting.create_billing_rule',
    runs: 'inline',
    summary: 'Adds a rule: which activity becomes which billing item, or is explicitly free.',
    input: object({
      code: code(40),
      name: text(150),
      event: eventName(),
      effect: optional(choice('charge', 'no_charge')),
      billing_item_id: maybe(uuid()),
      quantity_basis: optional(choice(...quantityBases)),
      ...ruleExtras,
    }),
    result: made,
  }),
  updateBillingRule: defineCommand({
    name: 'accounting.update_billing_rule',
    runs: 'inline',
    summary: 'Changes a billing rule; what it charged before stays.',
    input: object({
      rule_id: uuid(),
      name: optional(text(150)),
      effect: optional(choice('charge', 'no_charge')),
      billing_item_id: maybe(uuid()),
      quantity_basis: optional(choice(...quantityBases)),
      ...ruleExtras,
    }),
    result: made,
  }),
  deleteBillingRule: defineCommand({
    name: 'accounting.delete_billing_rule',
    runs: 'inline',
    summary: 'Deletes a rule that never charged anything; otherwise 409 RULE_IN_USE: deactivate it.',
    input: object({ rule_id: uuid() }),
    result: deletedView,
  }),
};
