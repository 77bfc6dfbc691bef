/** Lines of rate sheets. */
import { pricingModels, storageBases, storageMethods } from '../../domain/rates/rate-line.ts';
import { deletedView, createdId, clearable, percentage, price } from './rate-fields.ts';
import { defineCommand } from '../engine/define-command.ts';
import {
  choice,
  date,
  decimalNumber,
  described,
  freeText,
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
} from '../schema.ts';

const tier = () =>
  object({
    from: qty({ min: 0 }),
    to: described(nullable(qty({ positive: true })), 'Null for the last tier, which is open.'),
    rate: price(),
    flat: optional(price()),
  });

const lineFields = {
  description: optional(freeText(300)),
  rate: clearable(price()),
  first_qty: clearable(qty({ positive: true })),
  additional_rate: clearable(price()),
  package_size: clearable(qty({ positive: true })),
  percent: clearable(percentage()),
  percent_basis: clearable(choice('carrier_cost', 'order_value', 'charges_subtotal')),
  tiers: clearable(
    described(list(tier(), { min: 1, max: 20 }), 'Contiguous from 0; the last one has to: null.'),
  ),
  tier_window: clearable(choice('document', 'day', 'period')),
  included_qty: clearable(qty({ min: 0 })),
  min_charge: clearable(money({ min: 0 })),
  max_charge: clearable(money({ min: 0 })),
  min_scope: optional(choice('charge', 'document', 'day', 'period')),
  surcharge_percent: clearable(decimalNumber({ places: 6, positive: true, below: 10_000 })),
  surcharge_item_id: clearable(uuid()),
  storage_method: clearable(choice(...storageMethods)),
  storage_basis: clearable(choice(...storageBases)),
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
  match_warehouse_id: clearable(uuid()),
  match_storage_class: clearable(text(60)),
  match_item_class: clearable(text(60)),
  match_carrier_code: clearable(text(60)),
  effective_from: optional(described(date(), "Default: the sheet's first day.")),
  effective_to: clearable(date()),
};
const modelRule =
  'Fields by pricing_model: flat and per_unit need rate; first_additional rate, first_qty, additional_rate; graduated and volume tiers and tier_window; package rate and package_size; percent percent and percent_basis; cost_plus percent.';

export const newLine = () =>
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

export const rateLineCommands = {
  addRateLine: defineCommand({
    name: 'accounting.add_rate_line',
    runs: 'inline',
    summary: `Adds a line to a draft rate sheet. ${modelRule}`,
    input: object({ sheet_id: uuid(), ...newLine().shape }),
    result: createdId,
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
    result: createdId,
  }),
  deleteRateLine: defineCommand({
    name: 'accounting.delete_rate_line',
    runs: 'inline',
    summary: 'Removes a line of a draft rate sheet.',
    input: object({ sheet_id: uuid(), line_id: uuid() }),
    result: deletedView,
  }),
};
