/**
 * Writes lots. A lot's recorded dates are never overwritten in passing: only an audited correction changes them. A lot on
 * hold is so in all places: what is recorded of the hold, and the stock it moves.
 */
import { decimal, zero, type Decimal } from '../../domain/decimal.ts';
import { notFound } from '../../domain/refusal.ts';
import type { HoldKind } from '../../domain/inventory/holds.ts';
import { lotExpiryConflict } from '../../domain/inventory/lots.ts';
import { rowName } from '../../domain/inventory/stock-in-turn.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { lowestRest } from './holders.read.ts';
import { lockStockRows } from './inventory.write.ts';
import type { StockKey } from './ledger.write.ts';
import { postNext, type StockPosting } from './posting.ts';

export interface LotFacts {
  item_id: string;
  lot_no: string;
  manufacture_date: string | null;
  expiry_date: string | null;
}

/**
 * Records a lot, or adds a date that was missing. Two scans that bring a new lot with different dates meet at its key:
 * the second is refused with 409 LOT_EXPIRY_CONFLICT.
 */
export async function learnLot(tx: TenantTransaction, lot: LotFacts): Promise<void> {
  const kept = await row<{ expiry_date: string | null }>(
    tx,
    sql`insert into lots (organization_id, item_id, lot_no, manufacture_date, expiry_date) values (${tx.organizationId}, ${lot.item_id}, ${lot.lot_no}, ${lot.manufacture_date}::date, ${lot.expiry_date}::date)
     on conflict (organization_id, item_id, lot_no) do update
       set manufacture_date = coalesce(lots.manufacture_date, excluded.manufacture_date),
           expiry_date = coalesce(lots.expiry_date, excluded.expiry_date)
     returning expiry_date`,
  );
  const recorded = kept!.expiry_date;
  if (recorded && lot.expiry_date && recorded !== lot.expiry_date) {
    throw lotExpiryConflict(lot.lot_no, recorded, lot.expiry_date);
  }
}

/** Locks a lot (after its item, the subject of its events) and returns what is recorded. Refuses 404. */
export async function lockLot(
  tx: TenantTransaction,
  itemId: string,
  lotNo: string,
): Promise<{ manufacture_date: string | null; expiry_date: string | null }> {
  await row(
    tx,
    sql`select 1 from items where organization_id = ${tx.organizationId} and id = ${itemId} for no key update`,
  );
  // Joined through items, so that a merchant's token finds only its own.
  const found = await row<{ manufacture_date: string | null; expiry_date: string | null }>(
    tx,
    sql`select l.manufacture_date, l.expiry_date
       from lots l join items i on i.organization_id = l.organization_id and i.id = l.item_id
      where l.organization_id = ${tx.organizationId} and l.item_id = ${itemId} and l.lot_no = ${lotNo} for update of l`,
  );
  if (!found) throw notFound('lot');
  return found;
}

/** Overwrites a lot's dates: the audited correction. */
export async function setLotDates(tx: TenantTransaction, lot: LotFacts): Promise<void> {
  await execute(
    tx,
    sql`update lots set manufacture_date = ${lot.manufacture_date}::date, expiry_date = ${lot.expiry_date}::date
      where organization_id = ${tx.organizationId} and item_id = ${lot.item_id} and lot_no = ${lot.lot_no}`,
  );
}

export interface Lot {
  item_id: string;
  lot_no: string;
}

export interface LotHold {
  hold_id: string;
  kind: HoldKind;
  reason: string;
}

/** One location's stock of a lot in one status. */
type Place = Omit<StockKey, 'lpn_id'>;

/** The hold of a lot that its caller has locked (`lockLot`), and whose the lot is. */
export async function readLotHold(
  tx: TenantTransaction,
  { item_id: itemId, lot_no: lotNo }: Lot,
): Promise<{ merchant_id: string; hold: LotHold | null }> {
  const found = await row<{ merchant_id: string } & { [K in keyof LotHold]: LotHold[K] | null }>(
    tx,
    sql`select i.merchant_id, l.hold_id, l.hold_kind as kind, l.hold_reason as reason
       from lots l join items i on i.organization_id = l.organization_id and i.id = l.item_id
      where l.organization_id = ${tx.organizationId} and l.item_id = ${itemId} and l.lot_no = ${lotNo}`,
  );
  const { merchant_id, ...hold } = found!;
  return { merchant_id, hold: hold.hold_id ? (hold as LotHold) : null };
}

/** Records the hold; from its commit on no order gets any of the lot. Null ends it. */
export async function recordLotHold(
  tx: TenantTransaction,
  { item_id: itemId, lot_no: lotNo }: Lot,
  hold: (LotHold & { held_by: string }) | null,
): Promise<void> {
  await execute(
    tx,
    sql`update lots set hold_id = ${hold?.hold_id ?? null}::uuid, hold_kind = ${hold?.kind ?? null}::text,
            hold_reason = ${hold?.reason ?? null}::text, held_by = ${hold?.held_by ?? null}::text,
            held_at = case when ${hold?.hold_id ?? null}::uuid is null then null else coalesce(held_at, now()) end
      where organization_id = ${tx.organizationId} and item_id = ${itemId} and lot_no = ${lotNo}`,
  );
}

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
    total = total.plus(await changePlaces(work, places, 'hold', hold));
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

/**
 * Frees no more than `freeable` says of each warehouse, asked once the stock is locked; first where the hold put it on
 * hold, then where it was moved to since, and nowhere what waits to be put back from there.
 */
export async function freeHeld(
  work: StockPosting,
  lot: Lot,
  hold: LotHold,
  freeable: () => Promise<ReadonlyMap<string, Decimal>>,
): Promise<Decimal> {
  const places = await placesOf(work.tx, lot, 'hold', hold.hold_id);
  return changePlaces(work, places, 'available', hold, freeable);
}

/** Changes the status of what the places hold once they are locked, per warehouse up to the limit; all without one. */
async function changePlaces(
  work: StockPosting,
  places: readonly Place[],
  toStatus: 'available' | 'hold',
  hold: LotHold,
  limits?: () => Promise<ReadonlyMap<string, Decimal>>,
): Promise<Decimal> {
  const locked = await lockStockRows(
    work.tx,
    places.flatMap((place) => [place, { ...place, status: toStatus }]),
  );
  const left = limits && new Map(await limits());
  const [first] = places;
  const toPutBack = left && first ? await readToPutBack(work.tx, first) : new Map<string, Decimal>();
  const words = {
    transaction_type: 'status_change' as const,
    ref_type: 'lot_hold',
    ref_id: hold.hold_id,
    note: `${hold.kind}: ${hold.reason}`,
  };
  let changed = zero;
  const entries = places.flatMap((place) =>
    locked.get(rowName(place))!.flatMap(({ lpn_id, qty }) => {
      const limit = left ? (left.get(place.warehouse_id) ?? zero) : decimal(qty);
      const there = decimal(qty).minus(toPutBack.get(standName({ ...place, lpn_id })) ?? zero);
      const part = there.lt(limit) ? there : limit;
      if (part.lte(zero)) return [];
      left?.set(place.warehouse_id, limit.minus(part));
      changed = changed.plus(part);
      const at = { ...place, ...words, lpn_id };
      return [
        { ...at, qty_delta: `-${part.toFixed()}` },
        { ...at, status: toStatus, qty_delta: part.toFixed() },
      ];
    }),
  );
  await postNext(work, entries);
  return changed;
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
