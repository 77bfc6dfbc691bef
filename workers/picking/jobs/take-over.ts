/** Gives a job that was passed on to the caller. */
import { assertJobMine, handOver, lockPickJob, moveJob } from '../../../db/picking/pick-jobs.write.ts';
import { pickJobStates } from '../../../domain/picking/pick-job-states.ts';
import { nextState } from '../../../domain/state-machine.ts';
import { floorPerson } from '../../acting-person.ts';
import type { Work } from '../../engine/handler.ts';

/** Refuses 409 PICK_JOB_TAKEN, or with `isOneOfMany` says whether it was still free. */
export async function takeOver(work: Work, id: string, isOneOfMany: boolean): Promise<boolean> {
  const { job } = await lockPickJob(work.tx, id);
  const person = floorPerson(work);
  if (isOneOfMany && (job.status !== 'open' || job.person_id !== null)) return false;
  const to = nextState(pickJobStates, job.status, 'take');
  assertJobMine(job, person);
  if (job.person_id !== null) return true;
  await handOver(work.tx, id, person);
  await moveJob(work, job, to, { person_id: person.id, person: person.name });
  return true;
}
