/** Prints a finished label again as a new job, so that the record of what was printed when stays. */
import { copyDoneLabel } from '../../db/printing/label-moves.write.ts';
import { labelsPerCopyOf } from '../../db/printing/print-jobs.read.ts';
import { newId } from '../../domain/new-id.ts';
import { labelsMax } from '../../domain/printing/zpl-allowed.ts';
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../engine/handler.ts';
import { assertPrinterTakes } from './printer-takes.ts';
import { tooManyLabels } from './queue-labels.ts';
import { dispatchJobs } from './send-offers.ts';
import { stateChanged } from './state-changed.ts';

export const reprintJob: Handler<typeof printJobCommands.reprintJob> = async (work, input) => {
  const { tx, emit, enqueue } = work;
  const { print_job_id: oldId, device_id: deviceId = null, copies = null } = input;
  if (deviceId) await assertPrinterTakes(tx, deviceId, oldId);
  if (copies !== null) {
    const each = (await labelsPerCopyOf(tx, oldId)) ?? 1;
    if (copies * each > labelsMax) throw tooManyLabels(copies, each, 'copies');
  }
  const id = newId();
  if (!(await copyDoneLabel(tx, { id, reprint_of: oldId, device_id: deviceId, copies })))
    throw await stateChanged(work, oldId, 'reprint');
  emit({
    type: 'print_job.queued',
    subject_type: 'print_job',
    subject_id: id,
    data: { reprint_of: oldId },
  });
  if ((await dispatchJobs(work, [id])) === 0) enqueue(printJobCommands.dispatch, { print_job_ids: [id] });
  return { id };
};
