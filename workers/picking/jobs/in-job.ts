/** What a job asks of whoever confirms one of its tasks. */
import { ssccsFor } from '../../../db/picking/pack-plans.read.ts';
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

/** The job of a task, if it is of one. Refuses 409 OUT_OF_ZONE_ORDER outside the zone where the job is. */
export async function assertInJob(tx: TenantTransaction, task: PickTask): Promise<PickJob | undefined> {
  if (task.job_id === null) return undefined;
  const job = (await readJob(tx, task.job_id))!;
  if (job.method !== 'zone' || task.zone === job.zone) return job;
  throw new Refusal(
    'OUT_OF_ZONE_ORDER',
    `${job.job_no} is in zone ${job.zone}; this is of zone ${task.zone}.`,
    {
      zone: job.zone,
      next_zone: task.zone,
      pick_task_ids: [],
    },
  );
}

/** Refuses 409 STOP_NOT_PICKED goods of a batch that nobody took yet. */
export function assertTaken({ id, method }: PickJob, task: PickTask): void {
  if (method !== 'batch' || task.is_taken) return;
  throw new Refusal(
    'STOP_NOT_PICKED',
    'The goods of the batch were not taken there yet: pick the stop first.',
    {
      pick_job_id: id,
      location_id: task.location_id,
    },
  );
}

/**
 * Refuses 409 WRONG_POSITION another place than the shipment's; `position` is what was scanned there. In a cluster that may be
 * the number of a carton that stands there: one that the goods are planned for, and that is not packed yet.
 */
export async function assertPosition(
  tx: TenantTransaction,
  job: PickJob,
  task: PickTask,
  position: string | undefined,
): Promise<void> {
  if (!hasPositions(job.method)) return;
  const expected = positionCode(job, task.position!);
  if (position === expected) return;
  if (job.method === 'cluster' && position && (await ssccsFor(tx, task)).includes(position)) return;
  throw new Refusal('WRONG_POSITION', `This belongs into position ${expected}.`, {
    expected,
    given: position ?? null,
  });
}
