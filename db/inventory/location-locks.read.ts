/** Location locks of open count tasks: nothing is received to, moved from or picked at a locked location. */
import { Refusal } from '../../domain/refusal.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { joined, name, sql, type SqlText } from '../sql-text.ts';

/**
 * Refuses 409 LOCATION_LOCKED `{location_id, count_task_id}` when a count task holds one of the locations. Until this
 * transaction ends no count task can lock them either: the database function takes a shared advisory lock on each,
 * which a new count task waits for, so a count never starts in the middle of a movement. Those in `passing` are entered
 * too, whoever holds them: what leaves their books was taken from them before.
 */
export async function assertUnlocked(
  tx: TenantTransaction,
  locationIds: readonly (string | null | undefined)[],
  passing: readonly string[] = [],
): Promise<void> {
  const held = await enterLocations(tx, [...locationIds, ...passing]);
  const locked = [...held.keys()].find((id) => !passing.includes(id));
  if (locked) throw locationLocked(locked, held.get(locked)!);
}

/** Enters the locations like `assertUnlocked`, in one statement, and returns the count tasks that hold some of them. */
export async function enterLocations(
  tx: TenantTransaction,
  locationIds: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(locationIds.filter((id): id is string => Boolean(id)))];
  if (wanted.length === 0) return new Map();
  const held = await rows<{ location_id: string; count_task_id: string }>(
    tx,
    sql`select location_id, count_task_id from enter_locations(${tx.organizationId}::uuid, ${wanted}::uuid[])`,
  );
  return new Map(held.map((one) => [one.location_id, one.count_task_id]));
}

/**
 * Enters the places that open picks of these shipments leave, as far as nobody has to be waited for, and returns the others: for
 * who has their stock already. Who enters places first may be waiting for it.
 */
export async function tryEnterPicked(
  tx: TenantTransaction,
  shipmentIds: readonly string[],
): Promise<string[]> {
  // The key is that of `enter_locations`.
  const kept = await rows<{ location_id: string }>(
    tx,
    sql`select p.location_id from (
          select distinct a.location_id from allocations a
           where a.organization_id = ${tx.organizationId} and a.shipment_id = any (${[...shipmentIds]}::uuid[])
             and a.status = 'open' offset 0) p
         where not pg_try_advisory_xact_lock_shared(
                 hashtextextended(${tx.organizationId}::uuid::text || p.location_id::text, 230))`,
  );
  return kept.map(({ location_id: id }) => id);
}

export function locationLocked(locationId: string, countTaskId: string): Refusal {
  return new Refusal(
    'LOCATION_LOCKED',
    'A count task holds this location until it is completed or cancelled.',
    { location_id: locationId, count_task_id: countTaskId },
  );
}

/** That no count holds any of these columns' locations. What is held is read once for all rows, and not once for each. */
export function areUnlocked({ organizationId }: TenantTransaction, ...columns: string[]): SqlText {
  return joined(
    columns.map(
      (column) =>
        sql`${name(column)} not in (select k.location_id from location_locks k where k.organization_id = ${organizationId})`,
    ),
    ' and ',
  );
}
