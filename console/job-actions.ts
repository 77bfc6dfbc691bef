/** What a person can do with one label, and the sentence that confirms it. */
import { actOnJob, moveJob, reprint, type PrintJob } from './api.ts';
import { say, sayFault } from './say.ts';
import { labelWord } from './words.ts';

export type JobAction = 'cancel' | 'retry' | 'reprint' | { moveTo: { id: string; name: string } };
export type Act = (job: PrintJob, action: JobAction) => Promise<void>;

export async function takeAction(job: PrintJob, action: JobAction): Promise<void> {
  const label = `The ${labelWord(job).toLowerCase()}`;
  if (typeof action === 'object') {
    const { id, name } = action.moveTo;
    await moveJob(job.id, id).then(() => say(`${label} goes to ${name}.`), sayFault);
  } else if (action === 'reprint') {
    await reprint(job.id).then(() => say(`${label} is queued again.`), sayFault);
  } else {
    const words = action === 'cancel' ? 'cancelled' : 'queued again';
    await actOnJob(job.id, action).then(() => say(`${label} is ${words}.`), sayFault);
  }
}
