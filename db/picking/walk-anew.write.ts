/** The rest of a pick job's walk, where what is left of it lies elsewhere by now. */
import { changeOfWalk, type StopNow } from '../../domain/picking/change-of-walk.ts';
import { openTaskStates, pickedTaskStates } from '../../domain/picking/pick-task-states.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { stagingOf } from '../shipping/shipments.write.ts';
import { sql } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';
import { planWalk, writeStops } from './job-walks.write.ts';
import type { PickJobRow } from './pick-jobs.read.ts';
import { isTaken } from './taken-picks.ts';

/**
 * Goods that were moved meanwhile, or are picked elsewhere now, come into the walk of a locked job, also where it has passed;
 * what has left the job goes out of it. Places that a batch has taken from do not come again. A merchant's token does not see
 * what of the job is others': it leaves the walk as it is.
 */
export async function walkAnew(
  tx: TenantTransaction,
  job: Pick<PickJobRow, 'id' | 'warehouse_id' | 'method'> & { from_location_id: string | null },
): Promise<void> {
  const change = changeOfWalk(
    await rows<StopNow>(
      tx,
      sql`select coalesce(s.location_id, t.location_id) as location_id, s.stop, s.metres::float8 as metres,
                 coalesce(t.is_left, false) as is_left, coalesce(t.is_picked, false) as is_picked
            from (select location_id, stop, metres from pick_job_stops
                   where organization_id = ${tx.organizationId} and job_id = ${job.id}) s
            full join (
              select t.location_id, bool_or(${isOneOf('t.status', openTaskStates)} and not ${isTaken}) as is_left,
                     bool_or(${isOneOf('t.status', pickedTaskStates)} or ${isTaken}) as is_picked
                from pick_tasks t
               where t.organization_id = ${tx.organizationId} and t.job_id = ${job.id}
               group by t.location_id) t on t.location_id = s.location_id
           where nullif(current_setting('app.merchant_id', true), '') is null
           order by s.stop`,
    ),
  );
  if (!change) return;
  const { walked, left } = change;
  const walk = await planWalk(tx, {
    warehouseId: job.warehouse_id,
    locationIds: left,
    isByZone: job.method === 'zone',
    fromId: walked?.location_id ?? job.from_location_id,
    toId: await stagingOf(tx, job.warehouse_id),
  });
  const before = { stop: walked?.stop ?? 0, metres: walked?.metres ?? 0 };
  await writeStops(tx, job.id, walk, before);
  const isKnown = walk.metres !== null && walked?.metres !== null;
  const metres = isKnown ? (before.metres + walk.metres!).toFixed(2) : null;
  await execute(
    tx,
    sql`update pick_jobs set metres = ${metres}, walk = coalesce(${left.length > 0 ? walk.name : null}, walk), updated_at = now()
         where organization_id = ${tx.organizationId} and id = ${job.id}`,
  );
}
