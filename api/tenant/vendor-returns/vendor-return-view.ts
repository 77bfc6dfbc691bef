/** How a return to a vendor is shown. */
import type { VendorReturnDetail, VendorReturnRow } from '../../../db/vendor-returns/vendor-returns.read.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import { toJsonNumber } from '../../../domain/decimal.ts';
import { vendorReturnStatuses } from '../../../domain/vendor-returns/vendor-return-states.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import * as s from '../../../queues/schema.ts';
import { present } from '../../http/present.ts';

const summary = {
  id: s.uuid(),
  return_no: s.freeText(),
  status: s.choice(...vendorReturnStatuses),
  merchant_id: s.uuid(),
  warehouse_id: s.uuid(),
  warehouse_code: s.freeText(),
  vendor_id: s.uuid(),
  vendor_name: s.freeText(),
  shipment_id: s.described(s.nullable(s.uuid()), 'What holds and sends its stock, once it is released.'),
  shipment_no: s.nullable(s.freeText()),
  authorization_no: s.nullable(s.freeText()),
  credit_no: s.nullable(s.freeText()),
  ship_mode: s.choice(...shipModes),
  carrier_code: s.nullable(s.freeText()),
  ship_to: s.openObject(),
  note: s.freeText(),
  end_reason: s.nullable(s.freeText()),
  created_by: s.freeText(),
  created_at: s.instant(),
  updated_at: s.instant(),
  released_at: s.nullable(s.instant()),
  shipped_at: s.nullable(s.instant()),
  credited_at: s.nullable(s.instant()),
  cancelled_at: s.nullable(s.instant()),
};

export const vendorReturnSummaryView = s.object(summary);

export const vendorReturnView = s.object({
  ...summary,
  lines: s.listOf(
    s.object({
      id: s.uuid(),
      line_no: s.integer({ min: 1, max: 1_000_000 }),
      item_id: s.uuid(),
      sku: s.freeText(),
      item_name: s.freeText(),
      uom: s.freeText(),
      qty: s.described(stockQty(), 'In base units.'),
      stock_status: s.choice('available', 'hold', 'damaged'),
      location_id: s.nullable(s.uuid()),
      location: s.nullable(s.freeText()),
      lot_no: s.nullable(s.freeText()),
      reason_code: s.nullable(s.freeText()),
      serial_nos: s.listOf(s.freeText()),
      disposition_id: s.nullable(s.uuid()),
      return_id: s.described(s.nullable(s.uuid()), 'The return of a customer whose units these are.'),
    }),
  ),
});

export function showVendorReturnSummary(row: VendorReturnRow) {
  return present(vendorReturnSummaryView, row);
}

export function showVendorReturn({ lines, ...row }: VendorReturnDetail) {
  return present(vendorReturnView, {
    ...row,
    lines: lines.map((line) => ({ ...line, qty: toJsonNumber(line.qty) })),
  });
}
