/**
 * Hands a job on to its next zone, where somebody else takes it over. Nothing of its zone may be left, and no zone is left
 * out: so it cannot end out of order. What is of a lot on hold stops no job: left behind, it is open again.
 */
import { keptOfJob } from '../../../db/picking/pick-jobs.read.ts';
import { assertJobMine, freePicks, lockPickJob, moveJob } from '../../../db/picking/pick-jobs.write.ts';
import { pickJobStates } from '../../../domain/picking/pick-job-states.ts';
import { nextZone } from '../../../domain/picking/zone-order.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { nextState } from '../../../domain/state-machine.ts';
import type { pickJobCommands } from '../../../queues/picking/pick-jobs.ts';
import { assertOperator, floorPerson } from '../../acting-person.ts';
import type { Handler } from '../../engine/handler.ts';
import { assertMethod } from './in-job.ts';

export const passOnPickJob: Handler<typeof pickJobCommands.passOnPickJob> = async (work, input) => {
  const { pick_job_id: id, zone } = input;
  assertOperator(work);
  const { job, left } = await lockPickJob(work.tx, id);
  if (job.status === 'open' && job.person_id === null && job.zone === zone) return { id };
  const to = nextState(pickJobStates, job.status, 'pass_on');
  assertMethod(job, 'zone', 'pass_on');
  assertJobMine(job, floorPerson(work));
  const kept = await keptOfJob(work.tx, id);
  const wanted = left.filter((task) => !kept.has(task.id));
  const here = wanted.filter((task) => task.zone === job.zone);
  const next = nextZone(
    job.zone!,
    wanted.map((task) => task.zone),
  );
  if (here.length > 0 || next !== zone)
    throw new Refusal(
      'OUT_OF_ZONE_ORDER',
      here.length > 0 ? `Zone ${job.zone} is not picked yet.` : `Its next zone is ${next}, not ${zone}.`,
      { zone: job.zone, next_zone: next, pick_task_ids: here.map((task) => task.id) },
    );
  const behind = left.filter((task) => kept.has(task.id) && task.zone === job.zone);
  if (behind.length > 0) await freePicks(work, behind);
  await moveJob(work, job, to, { person_id: null, person: null, zone });
  return { id };
};
