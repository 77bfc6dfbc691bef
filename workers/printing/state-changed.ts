/** The contract: "when the conditional update affects 0 rows, the response is HTTP 409". */
import { findPrintJob } from '../../db/printing/print-jobs.read.ts';
import { printJobStates } from '../../domain/printing/print-job-states.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { allowedActions } from '../../domain/state-machine.ts';
import type { Work } from '../engine/handler.ts';

/**
 * The refusal for a job that is no longer in the status the caller saw: 409 STATE_CHANGED, or 404 when there is none.
 */
export async function stateChanged(
  { tx }: Pick<Work, 'tx' | 'organizationId'>,
  id: string,
  action: 'cancel' | 'retry' | 'move' | 'reprint',
): Promise<Refusal> {
  const job = await findPrintJob(tx, id);
  if (!job) return notFound('print job');
  const allowed = allowedActions(printJobStates, job.status);
  const sentence = `The print job is ${job.status}, so it cannot take the action ${action}.`;
  return new Refusal('STATE_CHANGED', sentence, { status: job.status, action, allowed });
}
