/** What a disposition posts: units leave the hold, or stock, or become another item. */
import { insufficientStock, lockStockRows, recordLots } from '../../db/inventory/inventory.write.ts';
import type { LedgerEntry } from '../../db/inventory/ledger.write.ts';
import { assertUnlocked } from '../../db/inventory/location-locks.read.ts';
import { lockLotToSell, type LotToSell } from '../../db/inventory/lots/lots.write.ts';
import { consumeEmptyLpns } from '../../db/inventory/lpns.write.ts';
import { postNext } from '../../db/inventory/posting.ts';
import { putAwayFreed } from '../../db/moves/putaway/put-away-freed.write.ts';
import { receiveSerials, removeSerials } from '../../db/inventory/serials/serials.write.ts';
import {
  requireLocation,
  requireStockItem,
  type StockItem,
} from '../../db/inventory/stock-references.read.ts';
import type { Decimal } from '../../domain/decimal.ts';
import { chooseStock } from '../../domain/inventory/choose-stock.ts';
import { assertSerialsOf } from '../../domain/inventory/serials.ts';
import { rowName } from '../../domain/inventory/stock-in-turn.ts';
import { invalid, Refusal, within } from '../../domain/refusal.ts';
import { lotNotSellable } from '../../domain/returns/return-limits.ts';
import type { Work } from '../engine/handler.ts';
import { keepItemsApart } from '../inventory/keep-apart.ts';

export interface UnitsToMove {
  kind: 'restock' | 'downgrade' | 'scrap';
  disposition_id: string;
  return_line_id: string;
  warehouse_id: string;
  merchant_id: string;
  item_id: string;
  /** Where they lie, and how many there; each place once, and as the request named it among others. */
  places: readonly { location_id: string; qty: Decimal; path?: string }[];
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
 * there, and 409 HAZARD_SEGREGATION when they become dangerous goods beside others. Returns the ledger entries.
 */
export async function postDisposition(work: Work, units: UnitsToMove): Promise<string[]> {
  const { tx } = work;
  const { places, kind, qty, item_id: itemId, lot_no: lotNo, stock_status: status } = units;
  if (places.length === 0)
    throw invalid('location_id', 'required', `location_id is required to ${kind} units`);
  for (const { location_id: id, path } of places) {
    const look = () => requireLocation(tx, units.warehouse_id, id);
    await (path ? within(path, look) : look());
  }
  await assertUnlocked(
    tx,
    places.map(({ location_id: id }) => id),
  );
  const item = await requireStockItem(tx, itemId, { lotNo });
  assertSerialsOf(item, units.serial_nos, qty);
  const target = await targetOf(work, units);
  const type = kind === 'restock' ? 'status_change' : 'adjust';
  const rows = places.map((place) => ({
    item_id: item.id,
    location_id: place.location_id,
    lot_no: lotNo,
    status,
  }));
  const locked = await lockStockRows(
    tx,
    rows.flatMap((at) => [at, ...(target ? [{ ...target, location_id: at.location_id }] : [])]),
  );
  const entries: LedgerEntry[] = [];
  const words = wordsOf(units, type);
  for (const [index, at] of rows.entries()) {
    const present = locked.get(rowName(at))!;
    const taken = chooseStock(present, places[index]!.qty);
    if (!taken) throw await insufficientStock(tx, at, present, places[index]!.qty);
    for (const { lpn_id, qty: part } of taken) {
      entries.push({ ...at, ...words, lpn_id, qty_delta: part.neg().toFixed() });
      const to = target && { ...target, location_id: at.location_id };
      if (to) entries.push({ ...to, ...words, lpn_id, qty_delta: part.toFixed() });
    }
  }
  const ids = await postNext(work, entries);
  if (target && target.item_id !== item.id)
    await keepItemsApart(
      tx,
      places.map(({ location_id }) => ({ location_id, item_id: target.item_id })),
    );
  await afterwards(work, units, entries);
  return ids;
}

/** What is restocked at a dock is put away; a license plate that scrap emptied is used up. */
async function afterwards(work: Work, units: UnitsToMove, entries: readonly LedgerEntry[]): Promise<void> {
  const { kind, item_id, lot_no } = units;
  const origin = { receipt_id: null, source_type: 'return' };
  if (kind === 'restock')
    for (const { location_id, qty } of units.places)
      await putAwayFreed(work, { item_id, location_id, lot_no, qty: qty.toFixed(), ...origin });
  if (kind === 'scrap')
    await consumeEmptyLpns(
      work.tx,
      entries.map(({ lpn_id: lpnId }) => lpnId),
    );
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
  lot_no: string;
  status: 'available';
}

/** What the units become where they lie, with their serials. None for scrap: it is gone. */
async function targetOf(work: Work, units: UnitsToMove): Promise<StockTarget | undefined> {
  const { item_id, lot_no, serial_nos } = units;
  const status = 'available' as const;
  if (units.kind === 'restock') return { item_id, lot_no, status };
  await removeSerials(work.tx, { item_id, receipt_id: null, serial_nos });
  if (units.kind === 'scrap') return undefined;
  return { ...(await becomeAnother(work, units)), status };
}

/**
 * Another item, of the same lot and dates if that is kept by lot or by expiry: what may not be sold as what it was may not
 * be sold as another item. Records its lot and serials. Refuses 409 LOT_NOT_SELLABLE, and 400 for an item that needs a lot
 * or a date they do not have.
 */
async function becomeAnother(
  { tx }: Work,
  { warehouse_id, merchant_id: merchantId, item_id, lot_no, to_item_id: toId, qty, serial_nos }: UnitsToMove,
): Promise<{ item_id: string; lot_no: string }> {
  if (!toId) throw invalid('to_item_id', 'required', 'to_item_id is required to downgrade units');
  const item = await requireStockItem(tx, toId, { lotNo: lot_no, merchantId });
  if (item.id === item_id) throw invalid('to_item_id', 'same_item', 'to_item_id names what the units are');
  const lot = await lockLotToSell(tx, { item_id, lot_no }, warehouse_id);
  const lotNo = lotOf(item, lot_no, lot);
  if (lotNo)
    await recordLots(tx, [
      {
        item_id: item.id,
        lot_no: lotNo,
        expiry_date: lot?.expiry_date ?? null,
        manufacture_date: lot?.manufacture_date ?? null,
      },
    ]);
  const serials = item.serial_tracked ? serial_nos : [];
  assertSerialsOf(item, serials, qty);
  await receiveSerials(tx, { item_id: item.id, receipt_id: null, serial_nos: serials });
  return { item_id: item.id, lot_no: lotNo };
}

/** The lot they are of as the other item; none if that is kept by neither lot nor expiry. */
function lotOf(item: StockItem, lotNo: string, lot: LotToSell | undefined): string {
  if (lot && (lot.is_held || lot.is_expired))
    throw lotNotSellable(lotNo, lot, 'its units become nothing that is sold');
  if (item.expiry_tracked && !lot?.expiry_date)
    throw new Refusal('EXPIRY_REQUIRED', `${item.sku} is tracked by expiry, and these units have no date.`, {
      item_id: item.id,
      lot_no: lotNo || null,
    });
  return item.lot_tracked || item.expiry_tracked ? lotNo : '';
}
