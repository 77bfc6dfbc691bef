/** Lines of rate sheets. */
import { pricingModels, storageBases, storageMethods } from '../../domain/rates/rate-line.ts';
import { deletedView, createdId, clearable, percentage, price } from './rate-fields.ts';
import { defineCommand } from '../engine/define-command.ts';
import * as s from '../schema.ts';

const tier = () =>
  s.object({
    from: s.qty({ min: 0 }),
    to: s.nullable(s.qty({ positive: true }), 'Null for the last tier, which is open.'),
    rate: price(),
    flat: s.optional(price()),
  });

const lineFields = {
  description: s.optional(s.freeText(300)),
  rate: clearable(price()),
  first_qty: clearable(s.qty({ positive: true })),
  additional_rate: clearable(price()),
  package_size: clearable(s.qty({ positive: true })),
  percent: clearable(percentage()),
  percent_basis: clearable(s.choice('carrier_cost', 'order_value', 'charges_subtotal')),
  tiers: clearable(
    s.described(s.list(tier(), { min: 1, max: 20 }), 'Contiguous from 0; the last one has to: null.'),
  ),
  tier_window: clearable(s.choice('document', 'day', 'period')),
  included_qty: clearable(s.qty({ min: 0 })),
  min_charge: clearable(s.money({ min: 0 })),
  max_charge: clearable(s.money({ min: 0 })),
  min_scope: s.optional(s.choice('charge', 'document', 'day', 'period')),
  surcharge_percent: clearable(s.decimalNumber({ places: 6, positive: true, below: 10_000 })),
  surcharge_item_id: clearable(s.uuid()),
  storage_method: clearable(s.choice(...storageMethods)),
  storage_basis: clearable(s.choice(...storageBases)),
  split_day: s.optional(s.integer({ min: 1, max: 31 })),
  second_half_percent: s.optional(percentage(100)),
  grace_days: s.optional(s.integer({ min: 0, max: 3650 })),
  aging: s.optional(
    s.list(
      s.object({
        from_day: s.integer({ min: 0, max: 36_500 }),
        multiplier: s.decimalNumber({ places: 6, min: 0, below: 1000 }),
      }),
      {
        max: 20,
      },
    ),
  ),
  match_warehouse_id: clearable(s.uuid()),
  match_storage_class: clearable(s.text(60)),
  match_item_class: clearable(s.text(60)),
  match_carrier_code: clearable(s.text(60)),
  effective_from: s.optional(s.date(), "Default: the sheet's first day."),
  effective_to: clearable(s.date()),
};
const modelRule =
  'Fields by pricing_model: flat and per_unit need rate; first_additional rate, first_qty, additional_rate; graduated and volume tiers and tier_window; package rate and package_size; percent percent and percent_basis; cost_plus percent. Refused where nothing would be charged by it: included_qty under volume, percent and cost_plus, flat of a tier under volume.';

export const newLine = () =>
  s.object({
    billing_item_id: s.uuid(),
    pricing_model: s.choice(...pricingModels),
    line_no: s.optional(s.integer({ min: 1, max: 10_000 })),
    ...lineFields,
  });

export const rateLineView = s.object({
  id: s.uuid(),
  rate_sheet_id: s.uuid(),
  line_no: s.integer({ min: 1, max: 10_000 }),
  billing_item_id: s.uuid(),
  description: s.freeText(300),
  pricing_model: s.choice(...pricingModels),
  rate: s.nullable(price()),
  first_qty: s.nullable(s.qty()),
  additional_rate: s.nullable(price()),
  package_size: s.nullable(s.qty()),
  percent: s.nullable(percentage()),
  percent_basis: s.nullable(s.choice('carrier_cost', 'order_value', 'charges_subtotal')),
  tiers: s.nullable(s.listOf(tier())),
  tier_window: s.nullable(s.choice('document', 'day', 'period')),
  included_qty: s.nullable(s.qty()),
  min_charge: s.nullable(s.money()),
  max_charge: s.nullable(s.money()),
  min_scope: s.choice('charge', 'document', 'day', 'period'),
  surcharge_percent: s.nullable(percentage()),
  surcharge_item_id: s.nullable(s.uuid()),
  storage_method: s.nullable(s.choice(...storageMethods)),
  storage_basis: s.nullable(s.choice(...storageBases)),
  split_day: s.integer({ min: 1, max: 31 }),
  second_half_percent: percentage(100),
  grace_days: s.integer({ min: 0, max: 3650 }),
  aging: s.listOf(
    s.object({
      from_day: s.integer({ min: 0, max: 36_500 }),
      multiplier: s.decimalNumber({ places: 6, min: 0, below: 1000 }),
    }),
  ),
  match_warehouse_id: s.nullable(s.uuid()),
  match_storage_class: s.nullable(s.text(60)),
  match_item_class: s.nullable(s.text(60)),
  match_carrier_code: s.nullable(s.text(60)),
  effective_from: s.date(),
  effective_to: s.nullable(s.date()),
});

export const rateLineCommands = {
  addRateLine: defineCommand({
    name: 'accounting.add_rate_line',
    runs: 'inline',
    summary: `Adds a line to a draft rate sheet. ${modelRule}`,
    input: s.object({ sheet_id: s.uuid(), ...newLine().shape }),
    result: createdId,
  }),
  updateRateLine: defineCommand({
    name: 'accounting.update_rate_line',
    runs: 'inline',
    summary: `Changes a line of a draft rate sheet. ${modelRule}`,
    input: s.object({
      sheet_id: s.uuid(),
      line_id: s.uuid(),
      billing_item_id: s.optional(s.uuid()),
      pricing_model: s.optional(s.choice(...pricingModels)),
      line_no: s.optional(s.integer({ min: 1, max: 10_000 })),
      ...lineFields,
    }),
    result: createdId,
  }),
  deleteRateLine: defineCommand({
    name: 'accounting.delete_rate_line',
    runs: 'inline',
    summary: 'Removes a line of a draft rate sheet.',
    input: s.object({ sheet_id: s.uuid(), line_id: s.uuid() }),
    result: deletedView,
  }),
};
