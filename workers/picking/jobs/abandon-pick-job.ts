/**
 * Ends a job: its tasks that are not picked yet are open for anybody. Anybody on the floor may do it, because a picker who
 * went home cannot. Does nothing when repeated.
 */
import { freePicks, lockPickJob, moveJob, progressOf } from '../../../db/picking/pick-jobs.write.ts';
import { pickJobStates } from '../../../domain/picking/pick-job-states.ts';
import { nextState } from '../../../domain/state-machine.ts';
import type { pickJobCommands } from '../../../queues/picking/pick-jobs.ts';
import { assertOperator } from '../../acting-person.ts';
import type { Handler } from '../../engine/handler.ts';
import { assertPutBack } from './assert-put-back.ts';

export const abandonPickJob: Handler<typeof pickJobCommands.abandonPickJob> = async (
  work,
  { pick_job_id: id, put_back: isPutBack = false },
) => {
  assertOperator(work);
  const { job, left } = await lockPickJob(work.tx, id);
  if (job.status === 'abandoned') return { id };
  const to = nextState(pickJobStates, job.status, 'abandon');
  assertPutBack(left, isPutBack);
  await freePicks(work, left);
  const { picked } = await progressOf(work.tx, id);
  await moveJob(work, job, to, { picked_tasks: picked });
  return { id };
};
