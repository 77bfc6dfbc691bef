/** Commands of inbound receipts. Whatever changes a receipt's status or moves stock runs on `receiving`. */
import { receiptSources, receiptStatuses } from '../../domain/receiving/receipt-states.ts';
import { defineCommand } from '../engine/define-command.ts';
import { identifier } from '../inventory/identifier.ts';
import { nameText } from '../name.ts';
import * as s from '../schema.ts';
import { warnings } from '../warnings.ts';
import { plateHeight, stockQty } from '../inventory/inventory.ts';

// Enough for a sea container; more would hold the receipt's lock too long.
const linesMax = 1_000;
const serialsMax = 2_000;

const heightWords =
  'Only with pallet_lpn: how high the pallet, or the one that the carton is nested on, stands with these goods; left out or null: nobody knows any more, and it fits anywhere.';

/** `location_id` "may be empty for cross-dock": empty means null, '' or omitted. */
const emptyableUuid = () => s.custom<string | null>(s.uuid().allow(null, ''));

const batch = {
  damaged_qty: s.optional(s.nullable(s.qty({ min: 0 }))),
  rejected_qty: s.optional(s.nullable(s.qty({ min: 0 })), 'Counted, but never enters stock.'),
  lot_no: s.optional(s.nullable(s.code())),
  manufacture_date: s.optional(s.nullable(s.date())),
  expiry_date: s.optional(s.nullable(s.date())),
  serial_nos: s.optional(
    s.nullable(s.list(identifier(100), { max: serialsMax })),
    'One for each good and damaged unit of a serial-tracked item.',
  ),
  pallet_lpn: s.optional(
    s.nullable(s.code()),
    'The goods are put on this pallet, which is created when unknown.',
  ),
  pallet_height_cm: s.optional(plateHeight(), heightWords),
  note: s.optional(s.nullable(s.freeText(1_000))),
};

const line = () =>
  s.object({
    item_id: s.uuid(),
    expected_qty: s.optional(
      s.nullable(s.qty({ positive: true })),
      'In the unit of uom. When omitted the line is blind: counted without an expected quantity.',
    ),
    uom: s.optional(s.nullable(s.text(20)), "One of the item's units; default: its base unit."),
    lot_no: batch.lot_no,
    location_id: s.optional(
      s.nullable(s.uuid()),
      'Only with receive. Where the goods are put; default: where goods arrive (staging).',
    ),
    manufacture_date: s.optional(s.nullable(s.date()), 'Only with receive.'),
    expiry_date: s.optional(s.nullable(s.date()), 'Only with receive.'),
    serial_nos: s.optional(
      s.nullable(s.list(identifier(100), { max: serialsMax })),
      'Only with receive: one for each unit of a serial-tracked item.',
    ),
    pallet_lpn: s.optional(
      s.nullable(s.code()),
      'Only with receive. The goods are put on this pallet, which is created when unknown.',
    ),
    pallet_height_cm: s.optional(plateHeight(), `Only with receive. ${heightWords}`),
  });

export const progressView = s.object({
  ratio: s.described(
    s.qty({ min: 0 }),
    'Counted over expected, each line capped at its expected quantity: 0 to 1.',
  ),
  lines_done: s.integer({ min: 0, max: 1_000_000 }),
  lines_total: s.integer({ min: 0, max: 1_000_000 }),
  expected_qty: s.described(stockQty(), 'In base units.'),
  counted_qty: s.described(stockQty(), 'In base units: good, damaged and rejected.'),
});

const countedLine = s.object({
  id: s.uuid(),
  line_no: s.integer({ min: 1, max: 1_000_000 }),
  item_id: s.uuid(),
  expected_qty: s.nullable(s.qty()),
  received_qty: stockQty(),
  damaged_qty: stockQty(),
  rejected_qty: stockQty(),
  remaining_qty: stockQty(),
  over_qty: stockQty(),
});

const countedReceipt = s.object({
  id: s.uuid(),
  receipt_no: s.text(),
  status: s.choice(...receiptStatuses),
  progress: progressView,
});

const id = s.object({ id: s.uuid() });
const lotsNotShipped = 'Of a return: units of a lot that did not leave with their order line.';

export const receiptCommands = {
  createReceipt: defineCommand({
    name: 'wms.create_receipt',
    runs: 'receiving',
    together: true,
    summary:
      'Creates an inbound receipt; with receive, also counts in all it announces and completes it, or does nothing at all.',
    input: s.object({
      warehouse_id: s.uuid(),
      source_type: s.choice(...receiptSources),
      source_id: s.optional(
        s.nullable(s.uuid()),
        'Required when source_type is purchase: the purchase order. With another, an id of your own, kept as it is.',
      ),
      merchant_id: s.optional(s.nullable(s.uuid())),
      container_no: s.optional(s.nullable(s.text(50))),
      seal_no: s.optional(s.nullable(s.text(50))),
      vendor_id: s.optional(s.nullable(s.uuid())),
      expected_date: s.optional(s.nullable(s.date())),
      title: s.optional(s.nullable(nameText(200)), "Ownership label; default: the merchant's name."),
      receive: s.optional(
        s.nullable(s.flag()),
        'The goods are here as announced: all lines are counted in as they are and the receipt is completed, all or nothing. Each line has an expected_qty then. Needs wms.inbound.receive as well.',
      ),
      lines: s.optional(s.list(line(), { max: linesMax })),
    }),
    result: s.object({ id: s.uuid(), receipt_no: s.text() }),
  }),
  addReceiptLine: defineCommand({
    name: 'wms.add_receipt_line',
    runs: 'receiving',
    summary: 'Adds an unannounced item found at the dock, as an unplanned blind line.',
    input: s.object({
      receipt_id: s.uuid(),
      item_id: s.uuid(),
      uom: s.optional(s.nullable(s.text(20))),
      lot_no: s.optional(s.nullable(s.code())),
      task_id: s.optional(s.nullable(s.uuid())),
    }),
    result: s.object({ id: s.uuid(), line_id: s.uuid() }),
  }),
  receiveLine: defineCommand({
    name: 'wms.receive_line',
    runs: 'receiving',
    together: true,
    summary: 'Counts one line: good, damaged and rejected units, into stock at a location.',
    input: s.ruled(
      s.object({
        receipt_id: s.uuid(),
        receipt_line_id: s.optional(s.uuid(), 'Exactly one of receipt_line_id and item.'),
        item: s.optional(
          identifier(128),
          'What was scanned of it: its SKU, which counts base units, or a barcode as in barcode. The line of it that can be counted in that unit and is not counted in full, of lot_no before others.',
        ),
        received_qty: s.described(
          s.qty({ min: 0 }),
          "The increment of this call, in the line's unit; with barcode, in the unit that stands for; with a SKU as item, in base units.",
        ),
        barcode: s.optional(
          s.nullable(identifier(128)),
          'What was scanned: all quantities of this call are of its unit. 2 with the barcode of a case of 12 are 24. One of another item is 409 BARCODE_OF_OTHER.',
        ),
        ...batch,
        location_id: s.optional(
          emptyableUuid(),
          'Required, unless location is given; may be empty for cross-dock.',
        ),
        location: s.optional(s.text(64), 'The code of the location, in place of location_id.'),
        is_cross_dock: s.optional(s.nullable(s.flag())),
        condition: s.optional(
          s.nullable(s.choice('good', 'damaged')),
          'damaged: received_qty enters stock as damaged.',
        ),
        allow_over_receive: s.optional(
          s.nullable(s.flag()),
          'Allows counting beyond the expected quantity and its tolerance; needs wms.inbound.over_receive.',
        ),
        task_id: s.optional(s.nullable(s.uuid()), 'The receiving task this scan belongs to.'),
      }),
      (schema) => schema.xor('receipt_line_id', 'item').oxor('location_id', 'location'),
    ),
    result: s.object({
      line: countedLine,
      receipt: countedReceipt,
      ledger_entry_ids: s.listOf(s.uuid()),
      pallet_lpn: s.optional(s.text()),
      cross_docked: s.optional(
        s.listOf(
          s.object({
            order_id: s.uuid(),
            order_no: s.text(),
            shipment_id: s.uuid(),
            shipment_no: s.text(),
            qty: stockQty(),
          }),
        ),
        'With is_cross_dock: the orders that got the stock, oldest first; empty when none wanted it.',
      ),
      warnings: s.optional(warnings(), lotsNotShipped),
    }),
  }),
  receiveAll: defineCommand({
    name: 'wms.receive_all',
    runs: 'receiving',
    together: true,
    summary: "Counts many lines at once, all or none. Without a lot_no, the line's announced lot is used.",
    input: s.object({
      receipt_id: s.uuid(),
      lines: s.list(
        s.object({ line_id: s.uuid(), received_qty: s.qty({ min: 0 }), location_id: s.uuid(), ...batch }),
        {
          min: 1,
          max: linesMax,
        },
      ),
    }),
    result: s.object({
      receipt: countedReceipt,
      lines: s.listOf(countedLine),
      ledger_entry_ids: s.listOf(s.uuid()),
      warnings: s.optional(warnings(), lotsNotShipped),
    }),
  }),
  reverseLine: defineCommand({
    name: 'wms.reverse_receipt_line',
    runs: 'receiving',
    summary:
      'Reverses what was counted by mistake, with a reversing ledger entry that refers to the receipt.',
    input: s.object({
      receipt_id: s.uuid(),
      receipt_line_id: s.uuid(),
      ledger_entry_id: s.optional(
        s.nullable(s.uuid()),
        'The entry to reverse; omit it when only rejected_qty is corrected.',
      ),
      qty: s.optional(
        s.nullable(s.qty({ positive: true })),
        "In the line's unit; default: all that is left of the entry.",
      ),
      rejected_qty: s.optional(
        s.nullable(s.qty({ positive: true })),
        'The part of the rejected quantity to reverse.',
      ),
      serial_nos: s.optional(s.nullable(s.list(identifier(100), { max: serialsMax }))),
      note: s.described(s.text(500), 'The reason, kept with the entry.'),
    }),
    result: s.object({ line: countedLine, receipt: countedReceipt, ledger_entry_ids: s.listOf(s.uuid()) }),
  }),
  completeReceive: defineCommand({
    name: 'wms.complete_receive',
    runs: 'receiving',
    together: true,
    summary:
      'Completes the counting of a receipt. If nothing was counted, confirm_zero is needed. Repeating it changes nothing.',
    input: s.object({ receipt_id: s.uuid(), confirm_zero: s.optional(s.nullable(s.flag())) }),
    result: id,
  }),
  closeReceipt: defineCommand({
    name: 'wms.close_receipt',
    runs: 'receiving',
    summary:
      'Closes a received receipt for good: it and its discrepancy report are frozen. Repeating it changes nothing.',
    input: s.object({ receipt_id: s.uuid() }),
    result: id,
  }),
  tellPutAway: defineCommand({
    name: 'wms.tell_put_away',
    runs: 'receiving',
    summary: 'Tells of receipts of which nothing waits at a dock or in staging any more.',
    input: s.object({}),
    result: s.object({ found: s.integer({ min: 0, max: 1e6 }) }),
  }),
  correctLot: defineCommand({
    name: 'wms.correct_lot',
    runs: 'receiving',
    summary:
      "Corrects a lot's dates, with an audit trail. Receiving refuses a different expiry date and never overwrites one.",
    // A lot that came by an adjustment, a count or an import has whatever name it has there.
    input: s.object({
      item_id: s.uuid(),
      lot_no: identifier(100),
      expiry_date: s.nullable(s.date()),
      manufacture_date: s.optional(s.nullable(s.date())),
      note: s.text(500),
    }),
    result: s.object({
      item_id: s.uuid(),
      lot_no: s.text(),
      manufacture_date: s.nullable(s.date()),
      expiry_date: s.nullable(s.date()),
      previous: s.object({ manufacture_date: s.nullable(s.date()), expiry_date: s.nullable(s.date()) }),
    }),
  }),
};
