/** Location locks of open count tasks: nothing is received to, moved from or picked at such a location. */
import { Refusal } from '../../domain/refusals.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/**
 * Refuses 409 LOCATION_LOCKED `{location_id, count_task_id}` when a count task holds one of the locations. Until this
 * transaction ends no count task can lock them either: the database function takes a shared advisory lock on each and
 * a new count task waits for it, so a count never starts in the middle of a movement.
 */
export async function assertUnlocked(
  tx: TenantTransaction,
  organizationId: string,
  locationIds: readonly (string | null | undefined)[],
): Promise<void> {
  const wanted = [...new Set(locationIds.filter((id): id is string => Boolean(id)))];
  if (wanted.length === 0) return;
  const [locked] = await rows<{ location_id: string; count_task_id: string }>(
    tx,
    sql`select location_id, count_task_id from enter_locations(${organizationId}::uuid, ${wanted}::uuid[]) limit 1`,
  );
  if (locked) {
    throw new Refusal(
      'LOCATION_LOCKED',
      'A count task holds this location until it is completed or cancelled.',
      {
        location_id: locked.location_id,
        count_task_id: locked.count_task_id,
      },
    );
  }
}
