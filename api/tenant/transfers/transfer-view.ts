/** How a transfer is shown. */
import type { SentQuantities, TransferDetail, TransferRow } from '../../../db/transfers/transfers.read.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import { toJsonNumber } from '../../../domain/decimal.ts';
import { missingOutcomes, transferStatuses } from '../../../domain/transfers/transfer-states.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import * as s from '../../../queues/schema.ts';
import { present } from '../../http/present.ts';

const summary = {
  id: s.uuid(),
  transfer_no: s.freeText(),
  status: s.choice(...transferStatuses),
  merchant_id: s.uuid(),
  from_warehouse_id: s.uuid(),
  from_warehouse_code: s.freeText(),
  to_warehouse_id: s.uuid(),
  to_warehouse_code: s.freeText(),
  shipment_id: s.described(s.nullable(s.uuid()), 'What leaves the source, once it is released.'),
  shipment_no: s.nullable(s.freeText()),
  receipt_id: s.described(s.nullable(s.uuid()), 'What is counted at the destination, once it is released.'),
  receipt_no: s.nullable(s.freeText()),
  ship_mode: s.choice(...shipModes),
  carrier_code: s.nullable(s.freeText()),
  expected_date: s.nullable(s.date()),
  note: s.freeText(),
  missing: s.described(
    s.nullable(s.choice(...missingOutcomes)),
    'What became of goods that never arrived; those claimed are in transit still.',
  ),
  end_reason: s.nullable(s.freeText()),
  created_by: s.freeText(),
  created_at: s.instant(),
  updated_at: s.instant(),
  released_at: s.nullable(s.instant()),
  in_transit_at: s.nullable(s.instant()),
  partially_received_at: s.nullable(s.instant()),
  received_at: s.nullable(s.instant()),
  closed_at: s.nullable(s.instant()),
  cancelled_at: s.nullable(s.instant()),
};

export const transferSummaryView = s.object(summary);

const sent = {
  shipped_qty: s.described(stockQty(), 'Always received, written off, back and in transit together.'),
  received_qty: stockQty(),
  written_off_qty: stockQty(),
  back_qty: stockQty(),
  in_transit_qty: stockQty(),
};

export const transferView = s.object({
  ...summary,
  lines: s.listOf(
    s.object({
      id: s.uuid(),
      line_no: s.integer({ min: 1, max: 1_000_000 }),
      item_id: s.uuid(),
      sku: s.freeText(),
      item_name: s.freeText(),
      uom: s.freeText(),
      qty: s.described(stockQty(), 'Asked for, in base units.'),
      receipt_line_id: s.nullable(s.uuid()),
      ...sent,
    }),
  ),
  goods: s.described(
    s.listOf(
      s.object({
        transfer_line_id: s.uuid(),
        item_id: s.uuid(),
        lot_no: s.nullable(s.freeText()),
        pallet_lpn: s.nullable(s.freeText()),
        ...sent,
      }),
    ),
    'What was shipped, by lot and license plate.',
  ),
});

export function showTransferSummary(row: TransferRow) {
  return present(transferSummaryView, row);
}

export function showTransfer({ lines, goods, ...row }: TransferDetail) {
  return present(transferView, {
    ...row,
    lines: lines.map((line) => ({ ...line, qty: toJsonNumber(line.qty), ...numbersOf(line) })),
    goods: goods.map((one) => ({ ...one, ...numbersOf(one) })),
  });
}

const numbersOf = (of: SentQuantities) => ({
  shipped_qty: toJsonNumber(of.shipped_qty),
  received_qty: toJsonNumber(of.received_qty),
  written_off_qty: toJsonNumber(of.written_off_qty),
  back_qty: toJsonNumber(of.back_qty),
  in_transit_qty: toJsonNumber(of.in_transit_qty),
});
