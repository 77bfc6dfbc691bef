/** Manual stock changes (adjust, move, hold) and license plates. */
import Joi from 'joi';
import { hasCheckDigit } from '../../domain/inventory/sscc.ts';
import { defineCommand } from '../engine/define-command.ts';
import { identifier } from './identifier.ts';
import {
  choice,
  code,
  custom,
  date,
  decimalNumber,
  described,
  flag,
  freeText,
  instant,
  integer,
  list,
  listOf,
  nullable,
  object,
  optional,
  qty,
  ruled,
  text,
  uuid,
} from '../schema.ts';

export const stockStatuses = ['available', 'allocated', 'hold', 'damaged', 'in_transit'] as const;

/** A stock quantity in a result: sums can exceed what one movement may carry. */
export const stockQty = () => decimalNumber({ places: 6, below: 1e13 });

/** A serial shipping container code with its check digit. */
const sscc = () =>
  custom<string>(
    Joi.string()
      .length(18)
      .custom((value: string, helpers) => (hasCheckDigit(value) ? value : helpers.error('sscc.check_digit')))
      .messages({ 'sscc.check_digit': '{{#label}} must be 18 digits, the last one its check digit' })
      .description('18 digits, the last one the check digit.'),
  );

const adjustFields = object({
  warehouse_id: uuid(),
  location_id: uuid(),
  item_id: uuid(),
  qty_delta: optional(described(qty(), 'Signed change. Exactly one of qty_delta and qty_after.')),
  qty_after: optional(
    described(qty({ min: 0 }), 'Resulting quantity. Exactly one of qty_delta and qty_after.'),
  ),
  reason_code: described(text(64), "One of the organization's reason codes."),
  lot_no: optional(identifier(100)),
  merchant_id: optional(described(uuid(), 'Required in the 3PL edition.')),
  status: optional(
    described(
      choice('available', 'hold', 'damaged', 'in_transit'),
      'Default available. Allocated stock is never adjusted.',
    ),
  ),
  serial_nos: optional(
    described(
      list(identifier(100), { max: 2_000 }),
      'For a serial-tracked item, one serial per unit added or removed: SERIAL_REQUIRED without them.',
    ),
  ),
  note: optional(freeText(500)),
});

/** A balance as shown: an item, lot and status at a location, summed over license plates. */
export const stockRowFields = {
  id: uuid(),
  warehouse_id: uuid(),
  warehouse_code: text(),
  location_id: uuid(),
  location: text(),
  item_id: uuid(),
  sku: text(),
  item_name: text(300),
  merchant_id: uuid(),
  lot_no: nullable(text()),
  expiry_date: nullable(date()),
  status: choice(...stockStatuses),
  qty: stockQty(),
  uom: text(),
  lpn_count: integer({ min: 0, max: 1e9 }),
  updated_at: instant(),
};

const movedRow = object({
  item_id: uuid(),
  lot_no: nullable(text()),
  status: choice(...stockStatuses),
  qty: stockQty(),
});

const holdFields = {
  warehouse_id: uuid(),
  location_id: uuid(),
  item_id: uuid(),
  lot_no: optional(identifier(100)),
  qty: optional(described(qty({ positive: true }), 'Default: all of it.')),
  reason_code: described(text(64), "One of the organization's reason codes."),
  note: optional(freeText(500)),
};
const holdResult = object({
  item_id: uuid(),
  location_id: uuid(),
  lot_no: nullable(text()),
  from_status: choice(...stockStatuses),
  to_status: choice(...stockStatuses),
  qty: stockQty(),
  ledger_entry_ids: listOf(uuid()),
});

export const inventoryCommands = {
  adjustInventory: defineCommand({
    name: 'wms.adjust_inventory',
    runs: 'inventory',
    together: true,
    summary: 'Adjusts stock by a signed change, or to a quantity, with a reason.',
    input: ruled(adjustFields, (schema) => schema.xor('qty_delta', 'qty_after')),
    result: object({
      changed: flag(),
      qty_before: stockQty(),
      qty_after: stockQty(),
      ledger_entry_ids: listOf(uuid()),
      balance: described(object(stockRowFields), 'The balance as this adjustment left it.'),
    }),
  }),
  moveStock: defineCommand({
    name: 'wms.move_stock',
    runs: 'inventory',
    together: true,
    summary: 'Moves a pallet with everything on it, or loose stock of one item.',
    input: ruled(
      object({
        warehouse_id: uuid(),
        to_location_id: uuid(),
        pallet_lpn: optional(
          described(text(64), 'Pallet move: the license plate. Excludes the fields of a loose move.'),
        ),
        from_location_id: optional(described(uuid(), 'Loose move; with item_id and qty.')),
        item_id: optional(uuid()),
        qty: optional(qty({ positive: true })),
        lot_no: optional(text(100)),
        status: optional(described(choice('available', 'hold', 'damaged'), 'Loose move: default available.')),
        notes: optional(freeText(500)),
      }),
      (schema) =>
        schema
          .xor('pallet_lpn', 'from_location_id')
          .and('from_location_id', 'item_id', 'qty')
          .without('pallet_lpn', ['item_id', 'qty', 'lot_no', 'status']),
    ),
    result: object({
      changed: flag(),
      pallet_lpn: nullable(text()),
      from_location_id: nullable(uuid()),
      to_location_id: uuid(),
      moved: listOf(movedRow),
      ledger_entry_ids: listOf(uuid()),
    }),
  }),
  placeHold: defineCommand({
    name: 'wms.place_hold',
    runs: 'inventory',
    summary: 'Puts available stock on hold, so that it cannot be sold.',
    input: object(holdFields),
    result: holdResult,
  }),
  liftHold: defineCommand({
    name: 'wms.lift_hold',
    runs: 'inventory',
    summary: 'Ends a hold: the stock becomes available again, or damaged.',
    input: object({
      ...holdFields,
      to_status: optional(described(choice('available', 'damaged'), 'Default available.')),
    }),
    result: holdResult,
  }),
  createPallet: defineCommand({
    name: 'wms.create_pallet',
    runs: 'inline',
    summary: 'Creates a license plate: a pallet, or a carton that may be nested on one.',
    input: object({
      lpn: optional(described(code(64), 'Generated when omitted.')),
      type: optional(described(choice('pallet', 'carton'), 'Default pallet.')),
      warehouse_id: uuid(),
      location_id: optional(nullable(uuid())),
      parent_id: optional(described(nullable(uuid()), 'The pallet a carton is nested on.')),
      sscc: optional(nullable(sscc())),
    }),
    result: object({ id: uuid() }),
  }),
  updatePallet: defineCommand({
    name: 'wms.update_pallet',
    runs: 'inline',
    summary: 'Nests a carton on a pallet (parent_id), removes it (null), or sets the SSCC.',
    input: object({
      pallet_id: uuid(),
      parent_id: optional(nullable(uuid())),
      sscc: optional(nullable(sscc())),
    }),
    result: object({ id: uuid() }),
  }),
  createReasonCode: defineCommand({
    name: 'wms.create_reason_code',
    runs: 'inline',
    summary: 'Adds a reason code.',
    input: object({ code: code(64), description: optional(freeText(200)) }),
    result: object({ code: text() }),
  }),
  updateReasonCode: defineCommand({
    name: 'wms.update_reason_code',
    runs: 'inline',
    summary: 'Changes or deactivates a reason code.',
    input: object({
      reason_code: text(64),
      description: optional(freeText(200)),
      is_active: optional(flag()),
    }),
    result: object({ code: text() }),
  }),
};
