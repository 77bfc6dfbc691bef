/**
 * Writes lots. A lot's recorded dates are never overwritten in passing: only an audited correction changes them. What is
 * recorded of a lot's hold is here, the stock it moves in lot-stock.write.ts.
 */
import { notFound } from '../../../domain/refusal.ts';
import type { LotHoldKind } from '../../../domain/inventory/holds.ts';
import { lotExpiryConflict } from '../../../domain/inventory/lots.ts';
import { execute, row, type TenantTransaction } from '../../database.ts';
import { sql } from '../../sql-text.ts';
import { expiredSql } from '../expiry.ts';

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

/**
 * Locks those of these items that have lots, as `lockLot` does first: for who takes their stock and then needs the lots. A
 * hold, which takes the lot and then its stock, waits for the item then.
 */
export async function lockItemsOfLots(tx: TenantTransaction, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return;
  await execute(
    tx,
    sql`select 1 from items i where i.organization_id = ${tx.organizationId} and i.id = any (${[...itemIds]}::uuid[])
           and exists (select 1 from lots l where l.organization_id = i.organization_id and l.item_id = i.id)
         order by i.id for no key update of i`,
  );
}

/** Overwrites a lot's dates: the audited correction. Of another expiry date nothing has been told. */
export async function setLotDates(tx: TenantTransaction, lot: LotFacts): Promise<void> {
  await execute(
    tx,
    sql`update lots set manufacture_date = ${lot.manufacture_date}::date, expiry_date = ${lot.expiry_date}::date,
            expiry_told = case when expiry_date = ${lot.expiry_date}::date then expiry_told end
      where organization_id = ${tx.organizationId} and item_id = ${lot.item_id} and lot_no = ${lot.lot_no}`,
  );
}

export interface Lot {
  item_id: string;
  lot_no: string;
}

export interface LotToSell {
  expiry_date: string | null;
  manufacture_date: string | null;
  is_expired: boolean;
  is_held: boolean;
}

/** Locks those of these lots that are known, before their stock. */
export async function lockLots(tx: TenantTransaction, lots: readonly Lot[]): Promise<void> {
  if (lots.length === 0) return;
  await execute(
    tx,
    sql`select 1 from lots where organization_id = ${tx.organizationId}
           and (item_id, lot_no) in (select * from unnest(${lots.map((lot) => lot.item_id)}::uuid[],
                                                          ${lots.map((lot) => lot.lot_no)}::text[]))
         order by item_id, lot_no for no key update`,
  );
}

/** What keeps a lot from being sold in a warehouse; it stays as it is until the caller ends. None for goods of no lot. */
export function lockLotToSell(
  tx: TenantTransaction,
  { item_id: itemId, lot_no: lotNo }: Lot,
  warehouseId: string,
): Promise<LotToSell | undefined> {
  return row<LotToSell>(
    tx,
    sql`select l.expiry_date, l.manufacture_date, ${expiredSql(sql`l.expiry_date`, sql`w.time_zone`)} as is_expired,
               l.hold_id is not null as is_held
          from lots l join warehouses w on w.organization_id = l.organization_id and w.id = ${warehouseId}
         where l.organization_id = ${tx.organizationId} and l.item_id = ${itemId} and l.lot_no = ${lotNo}
           for share of l`,
  );
}

export interface LotHold {
  hold_id: string;
  kind: LotHoldKind;
  reason: string;
  /** Not its merchant's own. */
  is_operators: boolean;
}

/** The hold of a lot that its caller has locked (`lockLot`), and whose the lot is. */
export async function readLotHold(
  tx: TenantTransaction,
  { item_id: itemId, lot_no: lotNo }: Lot,
): Promise<{ merchant_id: string; hold: LotHold | null }> {
  const found = await row<{ merchant_id: string } & { [K in keyof LotHold]: LotHold[K] | null }>(
    tx,
    sql`select i.merchant_id, l.hold_id, l.hold_kind as kind, l.hold_reason as reason, l.is_operators_hold as is_operators
       from lots l join items i on i.organization_id = l.organization_id and i.id = l.item_id
      where l.organization_id = ${tx.organizationId} and l.item_id = ${itemId} and l.lot_no = ${lotNo}`,
  );
  const { merchant_id, ...hold } = found!;
  return { merchant_id, hold: hold.hold_id ? (hold as LotHold) : null };
}

/**
 * Records the hold; from its commit on no order gets any of the lot. Null ends it. One taken over from `expired` is to be put
 * on hold for that again once it is released.
 */
export async function recordLotHold(
  tx: TenantTransaction,
  { item_id: itemId, lot_no: lotNo }: Lot,
  hold: (LotHold & { held_by: string }) | null,
): Promise<void> {
  await execute(
    tx,
    sql`update lots set hold_id = ${hold?.hold_id ?? null}::uuid, hold_kind = ${hold?.kind ?? null}::text,
            hold_reason = ${hold?.reason ?? null}::text, held_by = ${hold?.held_by ?? null}::text, is_operators_hold = ${hold?.is_operators ?? true},
            expiry_told = case when ${hold?.kind ?? null}::text = 'expired' then -1
                               when ${hold?.kind ?? null}::text is not null and hold_kind = 'expired' then 0 else expiry_told end,
            held_at = case when ${hold?.hold_id ?? null}::uuid is null then null else coalesce(held_at, now()) end
      where organization_id = ${tx.organizationId} and item_id = ${itemId} and lot_no = ${lotNo}`,
  );
}
