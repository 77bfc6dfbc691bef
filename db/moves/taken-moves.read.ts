/**
 * Goods of planned moves that somebody has in hand: the ledger has them where they were until the move is confirmed, the
 * floor on a truck. A move that is claimed is not begun: its goods lie where they were.
 */
import { decimal, type Decimal } from '../../domain/decimal.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

/** Moves `m` whose goods were in hand at a moment (null: now), taken from a place. */
const inHand = (
  tx: TenantTransaction,
  locationId: string,
  moment: string | undefined,
): SqlText => sql`planned_moves m cross join coalesce(${moment ?? null}::timestamptz, clock_timestamp()) as at
  where m.organization_id = ${tx.organizationId} and m.from_location_id = ${locationId}
    and m.taken_at <= at and coalesce(least(m.put_back_at, m.finished_at), 'infinity') > at`;

interface Lying {
  location_id: string;
  item_id: string;
  lot_no: string;
  status: string;
}

/** How much loose stock was in hand and not posted: of what was put down as less, what was put there. */
export async function looseInHand(
  tx: TenantTransaction,
  { location_id, item_id, lot_no, status }: Lying,
  moment: string | undefined,
): Promise<Decimal> {
  const found = await row<{ qty: string }>(
    tx,
    sql`select coalesce(sum(coalesce(m.done_qty, m.qty)), 0) as qty from ${inHand(tx, location_id, moment)}
           and m.lpn_id is null and m.item_id = ${item_id} and m.lot_no = ${lot_no} and m.stock_status = ${status}`,
  );
  return decimal(found!.qty);
}

/** The license plates from a place that were in hand, with the cartons on them. */
export async function platesInHand(
  tx: TenantTransaction,
  locationId: string,
  moment: string | undefined,
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select c.id from lpns c
         where c.organization_id = ${tx.organizationId}
           and (c.id in (select m.lpn_id from ${inHand(tx, locationId, moment)})
                or c.parent_lpn_id in (select m.lpn_id from ${inHand(tx, locationId, moment)}))`,
  );
  return found.map(({ id }) => id);
}

/**
 * Moves whose goods were taken once more after a moment, from these places, of such stock or on a license plate: whether
 * they were in hand then is not known.
 */
export function retakenSince(
  tx: TenantTransaction,
  lying: readonly Lying[],
  moment: string,
): Promise<{ id: string }[]> {
  return rows(
    tx,
    sql`select m.id from planned_moves m
         where m.organization_id = ${tx.organizationId} and m.retaken_at > ${moment}::timestamptz
           and m.from_location_id = any (${lying.map((one) => one.location_id)}::uuid[]) and m.taken_at is not null
           and (m.lpn_id is not null
                or exists (select 1 from unnest(${lying.map((one) => one.location_id)}::uuid[], ${lying.map((one) => one.item_id)}::uuid[],
                                                ${lying.map((one) => one.lot_no)}::text[], ${lying.map((one) => one.status)}::text[])
                                      as k (location_id, item_id, lot_no, status)
                            where k.location_id = m.from_location_id and k.item_id = m.item_id and k.lot_no = m.lot_no
                              and k.status = m.stock_status))
         order by m.id`,
  );
}
