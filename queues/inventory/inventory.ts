/** Manual stock changes (adjust, move, hold) and license plates. */
import Joi from 'joi';
import { hasCheckDigit } from '../../domain/inventory/sscc.ts';
import { holdKinds } from '../../domain/inventory/holds.ts';
import { defineCommand } from '../engine/define-command.ts';
import { centimetres } from '../measures.ts';
import { identifier } from './identifier.ts';
import * as s from '../schema.ts';
import { overLimits, warnings } from '../warnings.ts';

export const stockStatuses = ['available', 'allocated', 'hold', 'damaged', 'in_transit'] as const;

/** A stock quantity in a result: sums can exceed what one movement may carry. */
export const stockQty = () => s.decimalNumber({ places: 6, below: 1e13 });

export const plateHeight = () =>
  s.nullable(
    centimetres(),
    'How high it stands with what is on it; null: nobody knows, and it fits anywhere. It becomes null when goods are received onto it without one, when it is merged or split, and when a carton is put on it or taken off.',
  );

/** A serial shipping container code with its check digit. */
const sscc = () =>
  s.custom<string>(
    Joi.string()
      .length(18)
      .custom((value: string, helpers) => (hasCheckDigit(value) ? value : helpers.error('sscc.check_digit')))
      .messages({ 'sscc.check_digit': '{{#label}} must be 18 digits, the last one its check digit' })
      .description('18 digits, the last one the check digit.'),
  );

const adjustFields = s.object({
  warehouse_id: s.uuid(),
  location_id: s.uuid(),
  item_id: s.uuid(),
  qty_delta: s.optional(s.qty(), 'Signed change. Exactly one of qty_delta and qty_after.'),
  qty_after: s.optional(s.qty({ min: 0 }), 'Resulting quantity. Exactly one of qty_delta and qty_after.'),
  reason_code: s.described(s.text(64), "One of the organization's reason codes."),
  lot_no: s.optional(identifier(100)),
  merchant_id: s.optional(s.uuid(), 'Required in the 3PL edition.'),
  status: s.optional(
    s.choice('available', 'hold', 'damaged'),
    'Default available. What is allocated or in transit is never adjusted: it is of a shipment or a transfer.',
  ),
  serial_nos: s.optional(
    s.list(identifier(100), { max: 2_000 }),
    'For a serial-tracked item, one serial per unit added or removed: SERIAL_REQUIRED without them.',
  ),
  note: s.optional(s.freeText(500)),
});

/** A balance as shown: an item, lot and status at a location, summed over license plates. */
export const stockRowFields = {
  id: s.uuid(),
  warehouse_id: s.uuid(),
  warehouse_code: s.text(),
  location_id: s.uuid(),
  location: s.text(),
  item_id: s.uuid(),
  sku: s.text(),
  item_name: s.text(300),
  merchant_id: s.uuid(),
  lot_no: s.nullable(s.text()),
  expiry_date: s.nullable(s.date()),
  status: s.choice(...stockStatuses),
  qty: stockQty(),
  uom: s.text(),
  lpn_count: s.integer({ min: 0, max: 1e9 }),
  updated_at: s.instant(),
};

const movedRow = s.object({
  item_id: s.uuid(),
  lot_no: s.nullable(s.text()),
  status: s.choice(...stockStatuses),
  qty: stockQty(),
});

const holdFields = {
  warehouse_id: s.uuid(),
  location_id: s.uuid(),
  item_id: s.uuid(),
  lot_no: s.optional(identifier(100)),
  qty: s.optional(s.qty({ positive: true }), 'Default: all of it.'),
  reason_code: s.described(s.text(64), "One of the organization's reason codes."),
  note: s.optional(s.freeText(500)),
  kind: s.optional(
    s.choice(...holdKinds),
    "What the hold is for. What a kind keeps is lifted by naming it, and by nothing else. A merchant places and lifts `owner` alone; the others are the operator's.",
  ),
};
const holdResult = s.object({
  item_id: s.uuid(),
  location_id: s.uuid(),
  lot_no: s.nullable(s.text()),
  from_status: s.choice(...stockStatuses),
  to_status: s.choice(...stockStatuses),
  qty: stockQty(),
  kind: s.nullable(s.choice(...holdKinds)),
  ledger_entry_ids: s.listOf(s.uuid()),
});

export const inventoryCommands = {
  adjustInventory: defineCommand({
    name: 'wms.adjust_inventory',
    runs: 'inventory',
    together: true,
    summary: 'Adjusts stock by a signed change, or to a quantity, with a reason.',
    input: s.ruled(adjustFields, (schema) => schema.xor('qty_delta', 'qty_after')),
    result: s.object({
      changed: s.flag(),
      qty_before: stockQty(),
      qty_after: stockQty(),
      ledger_entry_ids: s.listOf(s.uuid()),
      balance: s.described(s.object(stockRowFields), 'The balance as this adjustment left it.'),
    }),
  }),
  moveStock: defineCommand({
    name: 'wms.move_stock',
    runs: 'inventory',
    together: true,
    summary: 'Moves a pallet with everything on it, or loose stock of one item.',
    input: s.ruled(
      s.object({
        warehouse_id: s.uuid(),
        to_location_id: s.uuid(),
        pallet_lpn: s.optional(
          s.text(64),
          'Pallet move: the license plate. Excludes the fields of a loose move.',
        ),
        from_location_id: s.optional(s.uuid(), 'Loose move; with item_id and qty.'),
        item_id: s.optional(s.uuid()),
        qty: s.optional(s.qty({ positive: true })),
        lot_no: s.optional(s.text(100)),
        status: s.optional(s.choice('available', 'hold', 'damaged'), 'Loose move: default available.'),
        serial_nos: s.optional(
          s.list(identifier(100), { min: 1, max: 2_000 }),
          'Loose move of a serial-tracked item: which units, one for each; without them the oldest there are taken to go.',
        ),
        notes: s.optional(s.freeText(500)),
      }),
      (schema) =>
        schema
          .xor('pallet_lpn', 'from_location_id')
          .and('from_location_id', 'item_id', 'qty')
          .without('pallet_lpn', ['item_id', 'qty', 'lot_no', 'status', 'serial_nos']),
    ),
    result: s.object({
      changed: s.flag(),
      pallet_lpn: s.nullable(s.text()),
      from_location_id: s.nullable(s.uuid()),
      to_location_id: s.uuid(),
      moved: s.listOf(movedRow),
      ledger_entry_ids: s.listOf(s.uuid()),
      warnings: s.optional(warnings(), overLimits),
    }),
  }),
  placeHold: defineCommand({
    name: 'wms.place_hold',
    runs: 'inventory',
    summary: 'Puts available stock on hold, so that it cannot be sold.',
    input: s.object(holdFields),
    result: holdResult,
  }),
  liftHold: defineCommand({
    name: 'wms.lift_hold',
    runs: 'inventory',
    summary: 'Ends a hold: the stock becomes available again, or damaged.',
    input: s.object({
      ...holdFields,
      to_status: s.optional(s.choice('available', 'damaged'), 'Default available.'),
    }),
    result: holdResult,
  }),
  createPallet: defineCommand({
    name: 'wms.create_pallet',
    runs: 'inline',
    summary: 'Creates a license plate: a pallet, or a carton that may be nested on one.',
    input: s.object({
      lpn: s.optional(s.code(64), 'Generated when omitted.'),
      type: s.optional(s.choice('pallet', 'carton'), 'Default pallet.'),
      warehouse_id: s.uuid(),
      location_id: s.optional(s.nullable(s.uuid())),
      parent_id: s.optional(s.nullable(s.uuid()), 'The pallet a carton is nested on.'),
      sscc: s.optional(s.nullable(sscc())),
      height_cm: s.optional(plateHeight()),
    }),
    result: s.object({ id: s.uuid() }),
  }),
  updatePallet: defineCommand({
    name: 'wms.update_pallet',
    runs: 'inline',
    summary: 'Nests a carton on a pallet (parent_id), removes it (null), or sets the SSCC or the height.',
    input: s.object({
      pallet_id: s.uuid(),
      parent_id: s.optional(s.nullable(s.uuid())),
      sscc: s.optional(s.nullable(sscc())),
      height_cm: s.optional(plateHeight()),
    }),
    result: s.object({ id: s.uuid() }),
  }),
  createReasonCode: defineCommand({
    name: 'wms.create_reason_code',
    runs: 'inline',
    summary: 'Adds a reason code.',
    input: s.object({ code: s.code(64), description: s.optional(s.freeText(200)) }),
    result: s.object({ code: s.text() }),
  }),
  updateReasonCode: defineCommand({
    name: 'wms.update_reason_code',
    runs: 'inline',
    summary: 'Changes or deactivates a reason code.',
    input: s.object({
      reason_code: s.text(64),
      description: s.optional(s.freeText(200)),
      is_active: s.optional(s.flag()),
    }),
    result: s.object({ code: s.text() }),
  }),
};
