/**
 * Where serials are. The postings that move goods bring them along (trigger `place_serials`): of several at a place the
 * oldest are taken to have gone. Here is what a scan knows better.
 */
import { unknownReference } from '../../../domain/refusal.ts';
import { execute, rows, type TenantTransaction } from '../../database.ts';
import { sql, type SqlText } from '../../sql-text.ts';
import { assertNotPicked } from './picked-serials.write.ts';

const isLive = sql`s.state in ('in_stock', 'in_transit')`;

/**
 * Serials `s` of an item trade places, one by one, as far as there are as many of the others: first those named at the pick
 * of this allocation, which another unit is named for now, then those that no pick named. What was said of their picks ends.
 */
export async function tradePlaces(
  tx: TenantTransaction,
  itemId: string,
  some: SqlText,
  others: SqlText,
  allocationId: string | null = null,
): Promise<void> {
  const side = (which: SqlText): SqlText =>
    sql`select s.id, s.location_id, s.lot_no, s.lpn_id,
               row_number() over (order by s.allocation_id is not distinct from ${allocationId}::uuid desc,
                                           s.allocation_id is not null, s.received_at, s.id) as place
          from serials s where s.organization_id = ${tx.organizationId} and s.item_id = ${itemId} and ${which}`;
  await execute(
    tx,
    sql`with one as (${side(some)}), other as (${side(others)}), traded as (
          select one.id, other.location_id, other.lot_no, other.lpn_id from one join other using (place)
          union all
          select other.id, one.location_id, one.lot_no, one.lpn_id from one join other using (place))
        update serials s set location_id = t.location_id, lot_no = t.lot_no, lpn_id = t.lpn_id, allocation_id = null
          from traded t where s.organization_id = ${tx.organizationId} and s.id = t.id`,
  );
}

export interface NamedUnits {
  item_id: string;
  location_id: string;
  lot_no: string;
  /** The license plates they are taken off; null: loose. */
  lpn_ids: readonly (string | null)[];
  serial_nos: readonly string[];
  /** What they are picked for, which then leaves with them. */
  allocation_id?: string | null;
}

/**
 * Named serials are here: one that was taken to be elsewhere trades places with one that was taken to be here. Refuses 400
 * UNKNOWN_REFERENCE with the place of the first that is not in stock, 409 SERIAL_PICKED when one was picked for something else
 that still holds it.
 */
export async function nameUnits(
  tx: TenantTransaction,
  {
    item_id: itemId,
    location_id: locationId,
    lot_no: lotNo,
    lpn_ids: lpnIds,
    serial_nos: serials,
    allocation_id: allocationId = null,
  }: NamedUnits,
  path = 'serial_nos',
): Promise<void> {
  if (serials.length === 0) return;
  const isNamed = sql`s.serial_no = any (${[...serials]}::text[])`;
  const plates = lpnIds.filter((id) => id !== null);
  const isHere = sql`(s.location_id is not distinct from ${locationId} and s.lot_no = ${lotNo}
    and (s.lpn_id = any (${plates}::uuid[]) or (${lpnIds.includes(null)} and s.lpn_id is null)))`;
  const live = await rows<{ serial_no: string; allocation_id: string | null }>(
    tx,
    sql`select s.serial_no, s.allocation_id from serials s
         where s.organization_id = ${tx.organizationId} and s.item_id = ${itemId} and s.state = 'in_stock' and ${isNamed}
         order by s.id for update`,
  );
  const known = new Set(live.map(({ serial_no: serial }) => serial));
  const stranger = serials.findIndex((serial) => !known.has(serial));
  if (stranger >= 0) throw unknownReference(`${path}.${stranger}`, 'serial in stock');
  await assertNotPicked(
    tx,
    live.filter(({ allocation_id: of }) => of !== null && of !== allocationId),
    path,
  );
  await tradePlaces(
    tx,
    itemId,
    sql`s.state = 'in_stock' and ${isNamed} and not ${isHere}`,
    sql`${isLive} and not (${isNamed}) and ${isHere}`,
    allocationId,
  );
  await execute(
    tx,
    sql`update serials s set is_place_presumed = false, allocation_id = ${allocationId}::uuid
         where s.organization_id = ${tx.organizationId} and s.item_id = ${itemId} and s.state = 'in_stock' and ${isNamed}`,
  );
}

/** Takes named serials in hand before their move is posted, which then brings these. Refuses as `nameUnits` does. */
export async function takeInHand(
  tx: TenantTransaction,
  commandId: string,
  units: NamedUnits,
  path = 'serial_nos',
): Promise<void> {
  if (units.serial_nos.length === 0) return;
  await nameUnits(tx, units, path);
  await execute(
    tx,
    sql`update serials s set location_id = null, placed_by = ${commandId}
         where s.organization_id = ${tx.organizationId} and s.item_id = ${units.item_id} and s.state = 'in_stock'
           and s.serial_no = any (${[...units.serial_nos]}::text[])`,
  );
}

/**
 * Serials that were counted at a place are there: one that was taken to be elsewhere trades places with one not counted.
 * What this count did not see stays as it is told since: a unit that another command brought to its place after the scan,
 * and whether one is still here where something left after it.
 */
export async function settlePlaces(
  tx: TenantTransaction,
  commandId: string,
  {
    item_id: itemId,
    location_id: locationId,
    lot_no: lotNo,
    serial_nos: serials,
    counted_at: countedAt,
  }: Omit<NamedUnits, 'lpn_ids'> & { counted_at: Date | null },
): Promise<void> {
  if (serials.length === 0) return;
  const isCounted = sql`s.serial_no = any (${[...serials]}::text[])`;
  const isHere = sql`(s.location_id is not distinct from ${locationId} and s.lot_no = ${lotNo})`;
  const isSince = sql`e.organization_id = ${tx.organizationId} and e.occurred_at > ${countedAt}::timestamptz
    and e.command_id <> ${commandId}::uuid`;
  const hasStayed = sql`not exists (select 1 from inventory_ledger e where ${isSince} and e.command_id = s.placed_by)`;
  await tradePlaces(
    tx,
    itemId,
    sql`s.state = 'in_stock' and ${isCounted} and not ${isHere} and ${hasStayed}`,
    sql`s.state = 'in_stock' and not (${isCounted}) and ${isHere} and ${hasStayed}`,
  );
  await execute(
    tx,
    sql`update serials s set is_place_presumed = false
         where s.organization_id = ${tx.organizationId} and s.item_id = ${itemId} and s.state = 'in_stock' and ${isCounted} and ${isHere}
           and not exists (select 1 from inventory_ledger e where ${isSince} and e.item_id = ${itemId}
             and e.location_id = ${locationId} and e.lot_no = ${lotNo} and e.qty_delta < 0
             and e.transaction_type not in ('allocate', 'deallocate'))`,
  );
}
