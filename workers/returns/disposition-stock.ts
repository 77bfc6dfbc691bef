/** What a disposition posts: units leave the hold, or stock, or become another item. */
import { ensureLot, insufficientStock, lockStock } from '../../db/inventory/inventory.write.ts';
import type { LedgerEntry } from '../../db/inventory/ledger.write.ts';
import { assertUnlocked } from '../../db/inventory/location-locks.read.ts';
import { consumeEmptyLpns } from '../../db/inventory/lpns.write.ts';
import { postNext } from '../../db/inventory/posting.ts';
import { putAwayFreed } from '../../db/moves/put-away-freed.write.ts';
import { receiveSerials, removeSerials } from '../../db/inventory/serials.write.ts';
import { requireLocation, requireStockItem } from '../../db/inventory/stock-references.read.ts';
import type { Decimal } from '../../domain/decimal.ts';
import { chooseStock, type Taken } from '../../domain/inventory/choose-stock.ts';
import { assertSerialsOf } from '../../domain/inventory/serials.ts';
import { invalid } from '../../domain/refusal.ts';
import type { Work } from '../engine/handler.ts';

export interface UnitsToMove {
  kind: 'restock' | 'downgrade' | 'scrap';
  disposition_id: string;
  return_line_id: string;
  warehouse_id: string;
  merchant_id: string;
  item_id: string;
  location_id: string | null;
  lot_no: string;
  stock_status: 'hold' | 'damaged';
  to_item_id: string | null;
  qty: Decimal;
  serial_nos: readonly string[];
  reason_code: string;
  note: string | null;
}

/**
 * Posts it, taking loose units before those on license plates. Refuses 409 INSUFFICIENT_STOCK when the units are not
 * there. Returns the ledger entries.
 */
export async function postDisposition(work: Work, units: UnitsToMove): Promise<string[]> {
  const { tx } = work;
  const { location_id: locationId, kind, qty, item_id: itemId, lot_no: lotNo, stock_status: status } = units;
  if (!locationId) throw invalid('location_id', 'required', `location_id is required to ${kind} units`);
  await requireLocation(tx, units.warehouse_id, locationId);
  await assertUnlocked(tx, [locationId]);
  const item = await requireStockItem(tx, itemId, { lotNo });
  assertSerialsOf(item, units.serial_nos, qty);
  const at = { item_id: item.id, location_id: locationId, lot_no: lotNo, status };
  const to = await targetOf(work, units, at);
  const present = await lockStock(tx, at, to ? [to] : []);
  const taken = chooseStock(present, qty);
  if (!taken) throw await insufficientStock(tx, at, present, qty);
  const type = kind === 'restock' ? 'status_change' : 'adjust';
  const words = wordsOf(units, type);
  const out = (part: Taken): LedgerEntry => ({
    ...at,
    ...words,
    lpn_id: part.lpn_id,
    qty_delta: part.qty.neg().toFixed(),
  });
  const into = (part: Taken): LedgerEntry[] =>
    to ? [{ ...to, ...words, lpn_id: part.lpn_id, qty_delta: part.qty.toFixed() }] : [];
  const ids = await postNext(
    work,
    taken.flatMap((part) => [out(part), ...into(part)]),
  );
  if (kind === 'restock')
    await putAwayFreed(work, {
      item_id: item.id,
      location_id: locationId,
      lot_no: lotNo,
      qty: qty.toFixed(),
      receipt_id: null,
    });
  if (kind === 'scrap')
    await consumeEmptyLpns(
      tx,
      taken.map(({ lpn_id: lpnId }) => lpnId),
    );
  return ids;
}

function wordsOf(units: UnitsToMove, type: 'status_change' | 'adjust') {
  return {
    warehouse_id: units.warehouse_id,
    merchant_id: units.merchant_id,
    transaction_type: type,
    ref_type: 'disposition',
    ref_id: units.disposition_id,
    ref_line_id: units.return_line_id,
    reason_code: units.reason_code,
    note: units.note,
  };
}

interface StockTarget {
  item_id: string;
  location_id: string;
  lot_no: string;
  status: 'available';
}

/** What the units become, with their serials. None for scrap: it is gone. */
async function targetOf(
  { tx }: Work,
  units: UnitsToMove,
  at: { item_id: string; location_id: string; lot_no: string },
): Promise<StockTarget | undefined> {
  const serial_nos = units.serial_nos;
  const place = { location_id: at.location_id, lot_no: at.lot_no, status: 'available' as const };
  if (units.kind === 'restock') return { item_id: at.item_id, ...place };
  await removeSerials(tx, { item_id: at.item_id, receipt_id: null, serial_nos });
  if (units.kind === 'scrap') return undefined;
  const { merchant_id: merchantId, to_item_id: toItemId } = units;
  if (!toItemId) throw invalid('to_item_id', 'required', 'to_item_id is required to downgrade units');
  const known = { lotNo: at.lot_no, merchantId };
  const item = await requireStockItem(tx, toItemId, known);
  const lotNo = item.lot_tracked ? at.lot_no : '';
  await ensureLot(tx, item.id, lotNo);
  const kept = item.serial_tracked ? serial_nos : [];
  assertSerialsOf(item, kept, units.qty);
  await receiveSerials(tx, { item_id: item.id, receipt_id: null, serial_nos: kept });
  return { item_id: item.id, ...place, lot_no: lotNo };
}
