/** Resumes a run from the step that waited. */
import type { integrationCommands } from '../../queues/integration/commands.ts';
import type { Handler } from '../engine/handler.ts';
import { resumeWaiting } from './work-on-event.ts';

export const resumeRun: Handler<typeof integrationCommands.resumeRun> = async (work, { run_id: id }) => {
  await resumeWaiting(work, id);
  return { id };
};
