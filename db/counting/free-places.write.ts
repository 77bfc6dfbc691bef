/**
 * Frees the places of a count that ends. Where a short pick waited for that, its count locks the place at once: what was
 * not found is promised to nobody in between. Movements and other counts are kept out from `enterOwnPlaces` on, so that
 * of a short pick at this moment either its count is seen here, or it sees the place free.
 */
import { groupBy } from '../../domain/group-by.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { sql } from '../sql-text.ts';
import { planCountLines } from './count-scans.write.ts';
import { lockLocations, unlockLocations } from './counts.write.ts';

/** Enters the places that a locked task holds alone, before any stock is locked. */
export async function enterOwnPlaces(tx: TenantTransaction, taskId: string): Promise<void> {
  await execute(
    tx,
    sql`select from enter_locations_alone(${tx.organizationId}::uuid, array(
          select location_id from location_locks
           where organization_id = ${tx.organizationId} and count_task_id = ${taskId}))`,
  );
}

/** The caller has called `enterOwnPlaces`, and ended the task. */
export async function freePlaces(work: StockPosting, taskId: string): Promise<void> {
  const { tx, emit } = work;
  const left = await unlockLocations(tx, taskId);
  if (left.length === 0) return;
  const waiting = await waitingThere(tx, left);
  for (const { id, location_id: place } of waiting) {
    await execute(
      tx,
      sql`update count_tasks set lock = 'creation', updated_at = now()
           where organization_id = ${tx.organizationId} and id = ${id}`,
    );
    await lockLocations(tx, id, [place]);
    await planCountLines(tx, id, [place]);
    emit({
      type: 'inventory.locked',
      subject_type: 'count_task',
      subject_id: id,
      data: { location_ids: [place] },
    });
  }
  const held = new Set(waiting.map(({ location_id: place }) => place));
  const freed = left.filter((place) => !held.has(place));
  if (freed.length === 0) return;
  emit({
    type: 'inventory.unlocked',
    subject_type: 'count_task',
    subject_id: taskId,
    data: { location_ids: freed },
  });
}

/**
 * The oldest count of each place that waits there for a short pick, locked. One that somebody is taking up at this moment
 * is not waited for: it waits for these places, and locks them next.
 */
async function waitingThere(
  tx: TenantTransaction,
  places: readonly string[],
): Promise<{ id: string; location_id: string }[]> {
  const found = await rows<{ id: string; location_id: string }>(
    tx,
    sql`select t.id, c.location_id from count_task_locations c
          join count_tasks t on t.organization_id = c.organization_id and t.id = c.task_id
         where c.organization_id = ${tx.organizationId} and c.location_id = any (${[...places]}::uuid[])
           and t.kind = 'short_pick' and t.state = 'pending' and t.lock = 'start'
         order by t.created_at, t.id for update of t skip locked`,
  );
  return [...groupBy(found, ({ location_id: place }) => place).values()].map(([first]) => first!);
}
