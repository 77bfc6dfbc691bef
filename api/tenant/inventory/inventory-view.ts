/** How inventory, ledger entries and license plates are shown. */
import type { LedgerRow } from '../../../db/inventory/ledger.read.ts';
import { choice, instant, listOf, nullable, object, optional, text, uuid } from '../../../queues/schema.ts';
import { holdKinds } from '../../../domain/inventory/holds.ts';
import { lpnStatuses } from '../../../domain/inventory/lpn-states.ts';
import { plateHeight, stockRowFields, stockStatuses, stockQty } from '../../../queues/inventory/inventory.ts';
import { overLimits, warnings } from '../../../queues/warnings.ts';
import { present } from '../../http/present.ts';

/** A balance row; lpn_id and lpn are there with group_by=lpn. */
export const inventoryView = object({
  ...stockRowFields,
  lpn_id: optional(nullable(uuid())),
  lpn: optional(nullable(text())),
});

export const balanceView = object(stockRowFields);

export const ledgerView = object({
  id: uuid(),
  occurred_at: instant(),
  transaction_type: text(),
  warehouse_id: uuid(),
  location_id: uuid(),
  location: text(),
  item_id: uuid(),
  sku: text(),
  merchant_id: uuid(),
  lot_no: nullable(text()),
  lpn: nullable(text()),
  status: choice(...stockStatuses),
  qty_delta: stockQty(),
  reason_code: nullable(text()),
  note: nullable(text(2000)),
  ref_type: text(),
  ref_id: nullable(uuid()),
  ref_line_id: nullable(uuid()),
  reverses_id: nullable(uuid()),
  hold_kind: nullable(choice(...holdKinds)),
  actor: text(),
  command_id: uuid(),
});

export const showLedgerEntry = (row: LedgerRow) =>
  present(ledgerView, { ...row, lot_no: row.lot_no || null, note: row.note || null });

const palletFields = {
  id: uuid(),
  lpn: text(),
  type: choice('pallet', 'carton'),
  state: choice(...lpnStatuses),
  parent_id: nullable(uuid()),
  parent_lpn: nullable(text()),
  warehouse_id: uuid(),
  location_id: nullable(uuid()),
  location: nullable(text()),
  sscc: nullable(text()),
  height_cm: plateHeight(),
  created_at: instant(),
  updated_at: instant(),
};

export const palletView = object(palletFields);

const palletStock = object({
  lpn: text(),
  item_id: uuid(),
  sku: text(),
  merchant_id: uuid(),
  lot_no: nullable(text()),
  status: choice(...stockStatuses),
  qty: stockQty(),
  uom: text(),
});

const palletDetail = { ...palletFields, cartons: listOf(palletView), stock: listOf(palletStock) };

export const palletDetailView = object(palletDetail);

export const warnedPalletView = object({ ...palletDetail, warnings: optional(warnings(), overLimits) });
