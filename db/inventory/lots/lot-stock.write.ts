/** The stock that a lot's hold puts on hold, wherever it stands, and what of it the release frees again. */
import { decimal, sum, zero, type Decimal } from '../../../domain/decimal.ts';
import { piecesToFree } from '../../../domain/inventory/lot-release.ts';
import { rowName } from '../../../domain/inventory/stock-in-turn.ts';
import { rows, type TenantTransaction } from '../../database.ts';
import { sql } from '../../sql-text.ts';
import { lowestRest } from '../holders.read.ts';
import { lockStockRows } from '../inventory.write.ts';
import type { StockKey } from '../ledger.write.ts';
import type { Lot, LotHold } from './lots.write.ts';
import { postNext, type StockPosting } from '../posting.ts';

/** One location's stock of a lot in one status, and what of it lies loose or on one license plate. */
type Place = Omit<StockKey, 'lpn_id'>;
type Piece = StockKey & { qty: Decimal };

// A move that ends while we wait for its source has put the goods elsewhere: whoever looks again finds them.
const looksMax = 8;

/**
 * Puts everything of the lot that is available on hold, wherever it stands. Looks again until nothing is left, since
 * stock may move while this waits for its row; what comes free later is kept from orders by the lot's hold itself.
 */
export async function holdAvailable(work: StockPosting, lot: Lot, hold: LotHold): Promise<Decimal> {
  let total = zero;
  for (let look = 0; look < looksMax; look += 1) {
    const places = await placesOf(work.tx, lot, 'available');
    if (places.length === 0) break;
    const pieces = await lockPieces(work.tx, places, 'hold');
    total = total.plus(await changeStatus(work, pieces, 'hold', hold));
  }
  return total;
}

/**
 * What the hold itself put on hold, by warehouse. What was lifted by hand and put on hold once more counts once: twice, it
 * would free as much of what another hold keeps. What has left the hold is its no longer, whatever came on hold since: all
 * else leaves first (`lowestRest`).
 */
export function readPlaced(
  tx: TenantTransaction,
  { item_id: itemId, lot_no: lotNo }: Lot,
  holdId: string,
): Promise<{ warehouse_id: string; qty: string }[]> {
  return rows(
    tx,
    sql`with changed as (
        select warehouse_id, qty_delta as qty, occurred_at, ref_id = ${holdId}::uuid as is_placed,
               min(occurred_at) filter (where ref_id = ${holdId}::uuid) over (partition by warehouse_id) as begun_at
          from inventory_ledger
         where organization_id = ${tx.organizationId} and item_id = ${itemId} and lot_no = ${lotNo} and status = 'hold'
           and ((ref_id = ${holdId}::uuid and qty_delta > 0)
                or (ref_type = 'status_change' and transaction_type = 'status_change' and qty_delta < 0 and hold_kind is null))),
      told as (
        select *, min(occurred_at) filter (where not is_placed and occurred_at > begun_at)
                    over (partition by warehouse_id) as lifted_at from changed),
      placed as (
        select ${tx.organizationId}::uuid as organization_id, ${itemId}::uuid as item_id, ${lotNo}::text as lot_no, warehouse_id,
               min(begun_at) as since, sum(qty) filter (where is_placed) as placed,
               least(coalesce(sum(qty) filter (where is_placed and occurred_at > lifted_at), 0),
                     coalesce(-sum(qty) filter (where not is_placed and occurred_at > begun_at), 0)) as twice
          from told where begun_at is not null group by warehouse_id)
      select p.warehouse_id, least(p.placed - p.twice, p.placed + least(0, f.lowest)) as qty
        from placed p
        cross join lateral (
          select coalesce(sum(b.qty), 0) as held_qty from inventory_balances b
           where b.organization_id = p.organization_id and b.item_id = p.item_id and b.lot_no = p.lot_no
             and b.warehouse_id = p.warehouse_id and b.status = 'hold') h
        cross join lateral (${lowestRest(sql`e.ref_id is distinct from ${holdId}::uuid`)}) f
       order by p.warehouse_id`,
  );
}

/** How much of a lot waits to be put back, by the place and license plate where it stands. */
async function readToPutBack(
  tx: TenantTransaction,
  { item_id: itemId, lot_no: lotNo }: Lot,
): Promise<ReadonlyMap<string, Decimal>> {
  const found = await rows<{ location_id: string; lpn_id: string | null; qty: string }>(
    tx,
    sql`select coalesce(p.location_id, k.from_location_id) as location_id, k.lpn_id, sum(k.qty) as qty
          from put_back_tasks k left join lpns p on p.organization_id = k.organization_id and p.id = k.lpn_id
         where k.organization_id = ${tx.organizationId} and k.item_id = ${itemId} and k.lot_no = ${lotNo} and k.status = 'open'
         group by 1, 2`,
  );
  return new Map(found.map((one) => [standName(one), decimal(one.qty)]));
}

const standName = ({ location_id: at, lpn_id: plate }: { location_id: string; lpn_id: string | null }) =>
  `${at}/${plate ?? ''}`;

/** How much of a lot may be freed: of each warehouse, and before what waits at each location. */
export interface Freeable {
  limits: ReadonlyMap<string, Decimal>;
  waiting: ReadonlyMap<string, Decimal>;
}

/**
 * Frees no more than `freeable` says of each warehouse, asked once the stock is locked; first where the hold put it on
 * hold, then where it was moved to since, what waits at a place last, and nowhere what waits to be put back from there.
 */
export async function freeHeld(
  work: StockPosting,
  lot: Lot,
  hold: LotHold,
  freeable: () => Promise<Freeable>,
): Promise<Decimal> {
  const pieces = await lockPieces(work.tx, await placesOf(work.tx, lot, 'hold', hold.hold_id), 'available');
  const { limits, waiting } = await freeable();
  const toPutBack = await readToPutBack(work.tx, lot);
  const free = pieces.map((piece) => ({
    ...piece,
    qty: piece.qty.minus(toPutBack.get(standName(piece)) ?? zero),
  }));
  return changeStatus(work, piecesToFree(free, limits, waiting), 'available', hold);
}

/** Locks what the places hold, and the status it goes to there. */
async function lockPieces(
  tx: TenantTransaction,
  places: readonly Place[],
  toStatus: 'available' | 'hold',
): Promise<Piece[]> {
  const locked = await lockStockRows(
    tx,
    places.flatMap((place) => [place, { ...place, status: toStatus }]),
  );
  // What left a place while this waited for it is nothing to move.
  return places.flatMap((place) =>
    locked
      .get(rowName(place))!
      .map(({ lpn_id, qty }) => ({ ...place, lpn_id, qty: decimal(qty) }))
      .filter(({ qty }) => qty.gt(zero)),
  );
}

async function changeStatus(
  work: StockPosting,
  pieces: readonly Piece[],
  toStatus: 'available' | 'hold',
  hold: LotHold,
): Promise<Decimal> {
  const words = {
    transaction_type: 'status_change' as const,
    ref_type: 'lot_hold',
    ref_id: hold.hold_id,
    note: `${hold.kind}: ${hold.reason}`,
  };
  const entries = pieces.flatMap(({ qty, ...at }) => [
    { ...at, ...words, qty_delta: `-${qty.toFixed()}` },
    { ...at, ...words, status: toStatus, qty_delta: qty.toFixed() },
  ]);
  await postNext(work, entries);
  return sum(pieces.map(({ qty }) => qty));
}

async function placesOf(
  tx: TenantTransaction,
  { item_id: itemId, lot_no: lotNo }: Lot,
  status: 'available' | 'hold',
  firstOf: string | null = null,
): Promise<Place[]> {
  return rows<Place>(
    tx,
    sql`select b.warehouse_id, b.merchant_id, b.item_id, b.location_id, b.status, b.lot_no
       from inventory_balances b
      where b.organization_id = ${tx.organizationId} and b.item_id = ${itemId} and b.lot_no = ${lotNo}
        and b.status = ${status} and b.qty > 0
      group by b.warehouse_id, b.merchant_id, b.item_id, b.location_id, b.status, b.lot_no
      order by (exists (select 1 from inventory_ledger e
                 where e.organization_id = ${tx.organizationId} and e.ref_id = ${firstOf}::uuid
                   and e.location_id = b.location_id and e.lot_no = b.lot_no)) desc, b.location_id`,
  );
}
