/**
 * The hub reports how printing ended. A late result (a person retried, or the hub was given up as lost) changes nothing
 * but is acknowledged; the command log keeps what it said.
 */
import { findPrintJob } from '../../db/printing/print-jobs.read.ts';
import { finishPrinting } from '../../db/printing/print-jobs.write.ts';
import type { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../engine/handler.ts';

export const recordResult: Handler<typeof printJobCommands.recordResult> = async ({ tx, emit }, input) => {
  const { print_job_id: id, status, error, verified, claim_id } = input;
  const isChanged = await finishPrinting(tx, input);
  if (isChanged) {
    const data = { claim_id, error, verified };
    emit({ type: `print_job.${status}`, subject_type: 'print_job', subject_id: id, data });
    return { is_known: true, is_changed: true };
  }
  return { is_known: (await findPrintJob(tx, id)) !== undefined, is_changed: false };
};
