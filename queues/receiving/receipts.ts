/** Commands of inbound receipts. Whatever changes a receipt's status or moves stock runs on `receiving`. */
import { receiptSources, receiptStatuses } from '../../domain/receiving/receipt-states.ts';
import { defineCommand } from '../engine/define-command.ts';
import { identifier } from '../inventory/identifier.ts';
import {
  choice,
  code,
  custom,
  date,
  described,
  flag,
  freeText,
  integer,
  list,
  listOf,
  nullable,
  object,
  optional,
  qty,
  text,
  uuid,
} from '../schema.ts';
import { stockQty } from '../inventory/inventory.ts';

// Enough for a sea container; more would hold the receipt's lock too long.
const linesMax = 1_000;
const serialsMax = 2_000;

const line = () =>
  object({
    item_id: uuid(),
    expected_qty: optional(
      described(
        nullable(qty({ positive: true })),
        'In the unit of uom. When omitted the line is blind: counted without an expected quantity.',
      ),
    ),
    uom: optional(described(nullable(text(20)), "One of the item's units; default: its base unit.")),
    lot_no: optional(nullable(code())),
  });

/** `location_id` "may be empty for cross-dock": empty means null, '' or omitted. */
const emptyableUuid = () => custom<string | null>(uuid().allow(null, ''));

const batch = {
  damaged_qty: optional(nullable(qty({ min: 0 }))),
  rejected_qty: optional(described(nullable(qty({ min: 0 })), 'Counted, but never enters stock.')),
  lot_no: optional(nullable(code())),
  manufacture_date: optional(nullable(date())),
  expiry_date: optional(nullable(date())),
  serial_nos: optional(
    described(
      nullable(list(identifier(100), { max: serialsMax })),
      'One for each good and damaged unit of a serial-tracked item.',
    ),
  ),
  pallet_lpn: optional(
    described(nullable(code()), 'The goods are put on this pallet, which is created when unknown.'),
  ),
  note: optional(nullable(freeText(1_000))),
};

export const progressView = object({
  ratio: described(
    qty({ min: 0 }),
    'Counted over expected, each line capped at its expected quantity: 0 to 1.',
  ),
  lines_done: integer({ min: 0, max: 1_000_000 }),
  lines_total: integer({ min: 0, max: 1_000_000 }),
  expected_qty: described(stockQty(), 'In base units.'),
  counted_qty: described(stockQty(), 'In base units: good, damaged and rejected.'),
});

const countedLine = object({
  id: uuid(),
  line_no: integer({ min: 1, max: 1_000_000 }),
  item_id: uuid(),
  expected_qty: nullable(qty()),
  received_qty: stockQty(),
  damaged_qty: stockQty(),
  rejected_qty: stockQty(),
  remaining_qty: stockQty(),
  over_qty: stockQty(),
});

const countedReceipt = object({
  id: uuid(),
  receipt_no: text(),
  status: choice(...receiptStatuses),
  progress: progressView,
});

const id = object({ id: uuid() });

export const receiptCommands = {
  createReceipt: defineCommand({
    name: 'wms.create_receipt',
    runs: 'receiving',
    together: true,
    summary: 'Creates an inbound receipt.',
    input: object({
      warehouse_id: uuid(),
      source_type: choice(...receiptSources),
      source_id: optional(
        described(
          nullable(uuid()),
          'Required when source_type is purchase: the purchase order. With another, an id of your own, kept as it is.',
        ),
      ),
      merchant_id: optional(nullable(uuid())),
      container_no: optional(nullable(text(50))),
      seal_no: optional(nullable(text(50))),
      vendor_id: optional(nullable(uuid())),
      expected_date: optional(nullable(date())),
      title: optional(described(nullable(text(200)), "Ownership label; default: the merchant's name.")),
      lines: optional(list(line(), { max: linesMax })),
    }),
    result: object({ id: uuid(), receipt_no: text() }),
  }),
  addReceiptLine: defineCommand({
    name: 'wms.add_receipt_line',
    runs: 'receiving',
    summary: 'Adds an unannounced item found at the dock, as an unplanned blind line.',
    input: object({
      receipt_id: uuid(),
      item_id: uuid(),
      uom: optional(nullable(text(20))),
      lot_no: optional(nullable(code())),
      task_id: optional(nullable(uuid())),
    }),
    result: object({ id: uuid(), line_id: uuid() }),
  }),
  receiveLine: defineCommand({
    name: 'wms.receive_line',
    runs: 'receiving',
    together: true,
    summary: 'Counts one line: good, damaged and rejected units, into stock at a location.',
    input: object({
      receipt_id: uuid(),
      receipt_line_id: uuid(),
      received_qty: described(qty({ min: 0 }), "The increment of this call, in the line's unit."),
      ...batch,
      location_id: optional(described(emptyableUuid(), 'Required; may be empty for cross-dock.')),
      is_cross_dock: optional(nullable(flag())),
      condition: optional(
        described(nullable(choice('good', 'damaged')), 'damaged: received_qty enters stock as damaged.'),
      ),
      allow_over_receive: optional(
        described(
          nullable(flag()),
          'Allows counting beyond the expected quantity and its tolerance; needs wms.inbound.over_receive.',
        ),
      ),
      task_id: optional(described(nullable(uuid()), 'The receiving task this scan belongs to.')),
    }),
    result: object({
      line: countedLine,
      receipt: countedReceipt,
      ledger_entry_ids: listOf(uuid()),
      pallet_lpn: optional(text()),
      cross_docked: optional(
        described(
          listOf(
            object({
              order_id: uuid(),
              order_no: text(),
              shipment_id: uuid(),
              shipment_no: text(),
              qty: stockQty(),
            }),
          ),
          'With is_cross_dock: the orders that got the stock, oldest first; empty when none wanted it.',
        ),
      ),
    }),
  }),
  receiveAll: defineCommand({
    name: 'wms.receive_all',
    runs: 'receiving',
    together: true,
    summary: "Counts many lines at once, all or none. Without a lot_no, the line's announced lot is used.",
    input: object({
      receipt_id: uuid(),
      lines: list(object({ line_id: uuid(), received_qty: qty({ min: 0 }), location_id: uuid(), ...batch }), {
        min: 1,
        max: linesMax,
      }),
    }),
    result: object({ receipt: countedReceipt, lines: listOf(countedLine), ledger_entry_ids: listOf(uuid()) }),
  }),
  reverseLine: defineCommand({
    name: 'wms.reverse_receipt_line',
    runs: 'receiving',
    summary:
      'Reverses what was counted by mistake, with a reversing ledger entry that refers to the receipt.',
    input: object({
      receipt_id: uuid(),
      receipt_line_id: uuid(),
      ledger_entry_id: optional(
        described(nullable(uuid()), 'The entry to reverse; omit it when only rejected_qty is corrected.'),
      ),
      qty: optional(
        described(
          nullable(qty({ positive: true })),
          "In the line's unit; default: all that is left of the entry.",
        ),
      ),
      rejected_qty: optional(
        described(nullable(qty({ positive: true })), 'The part of the rejected quantity to reverse.'),
      ),
      serial_nos: optional(nullable(list(identifier(100), { max: serialsMax }))),
      note: described(text(500), 'The reason, kept with the entry.'),
    }),
    result: object({ line: countedLine, receipt: countedReceipt, ledger_entry_ids: listOf(uuid()) }),
  }),
  completeReceive: defineCommand({
    name: 'wms.complete_receive',
    runs: 'receiving',
    together: true,
    summary:
      'Completes the counting of a receipt. If nothing was counted, confirm_zero is needed. Repeating it changes nothing.',
    input: object({ receipt_id: uuid(), confirm_zero: optional(nullable(flag())) }),
    result: id,
  }),
  closeReceipt: defineCommand({
    name: 'wms.close_receipt',
    runs: 'receiving',
    summary:
      'Closes a received receipt for good: it and its discrepancy report are frozen. Repeating it changes nothing.',
    input: object({ receipt_id: uuid() }),
    result: id,
  }),
  correctLot: defineCommand({
    name: 'wms.correct_lot',
    runs: 'receiving',
    summary:
      "Corrects a lot's dates, with an audit trail. Receiving refuses a different expiry date and never overwrites one.",
    // A lot that came by an adjustment, a count or an import has whatever name it has there.
    input: object({
      item_id: uuid(),
      lot_no: identifier(100),
      expiry_date: nullable(date()),
      manufacture_date: optional(nullable(date())),
      note: text(500),
    }),
    result: object({
      item_id: uuid(),
      lot_no: text(),
      manufacture_date: nullable(date()),
      expiry_date: nullable(date()),
      previous: object({ manufacture_date: nullable(date()), expiry_date: nullable(date()) }),
    }),
  }),
};
