/** Takes over a job that was passed on to the next zone. Does nothing when repeated. */
import type { pickJobCommands } from '../../../queues/picking/pick-jobs.ts';
import { assertOperator } from '../../acting-person.ts';
import type { Handler } from '../../engine/handler.ts';
import { takeOver } from './take-over.ts';

export const takePickJob: Handler<typeof pickJobCommands.takePickJob> = async (work, { pick_job_id: id }) => {
  assertOperator(work);
  await takeOver(work, id, false);
  return { id };
};
