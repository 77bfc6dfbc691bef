/** What a job asks of whoever confirms one of its tasks. */
import { readJob, type PickJob } from '../../../db/picking/pick-jobs.write.ts';
import type { PickTask } from '../../../db/picking/pick-tasks.write.ts';
import type { TenantTransaction } from '../../../db/database.ts';
import {
  hasPositions,
  pickJobStates,
  positionCode,
  type PickMethod,
} from '../../../domain/picking/pick-job-states.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { allowedActions } from '../../../domain/state-machine.ts';

/** Refuses 400 ILLEGAL_TRANSITION an action that jobs of another method have. */
export function assertMethod({ method, status }: PickJob, wanted: PickMethod, action: string): void {
  if (method === wanted) return;
  const allowed = allowedActions(pickJobStates, status).filter((one) => one !== action);
  throw new Refusal('ILLEGAL_TRANSITION', `A pick job of method ${method} has no ${action}.`, {
    from: status,
    action,
    allowed,
  });
}

/**
 * Refuses 409 OUT_OF_ZONE_ORDER outside the zone where the job is, STOP_NOT_PICKED goods of a batch that nobody took yet,
 * WRONG_POSITION another place than the shipment's. `position` is what was scanned there; null where nothing is put.
 */
export async function assertInJob(
  tx: TenantTransaction,
  task: PickTask,
  position: string | undefined | null,
): Promise<void> {
  if (task.job_id === null) return;
  const job = (await readJob(tx, task.job_id))!;
  if (job.method === 'zone' && task.zone !== job.zone)
    throw new Refusal(
      'OUT_OF_ZONE_ORDER',
      `${job.job_no} is in zone ${job.zone}; this is of zone ${task.zone}.`,
      {
        zone: job.zone,
        next_zone: task.zone,
        pick_task_ids: [],
      },
    );
  if (position === null) return;
  if (job.method === 'batch' && task.status !== 'in_progress')
    throw new Refusal(
      'STOP_NOT_PICKED',
      'The goods of the batch were not taken there yet: pick the stop first.',
      {
        pick_job_id: job.id,
        location_id: task.location_id,
      },
    );
  if (!hasPositions(job.method)) return;
  const expected = positionCode(job, task.position!);
  if (position === expected) return;
  throw new Refusal('WRONG_POSITION', `This belongs into position ${expected}.`, {
    expected,
    given: position ?? null,
  });
}
