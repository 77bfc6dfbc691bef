/** Sends a queued job to another printer. One conditional update decides the race against a claim. */
import { moveQueued } from '../../db/printing/label-moves.write.ts';
import type { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../engine/handler.ts';
import { assertPrinterTakes } from './printer-takes.ts';
import { dispatchJobs } from './send-offers.ts';
import { stateChanged } from './state-changed.ts';

export const moveJob: Handler<typeof printJobCommands.moveJob> = async (work, input) => {
  const { tx, emit } = work;
  const { print_job_id: id, device_id: deviceId } = input;
  await assertPrinterTakes(tx, deviceId, id);
  if (!(await moveQueued(tx, id, deviceId))) throw await stateChanged(work, id, 'move');
  emit({ type: 'print_job.moved', subject_type: 'print_job', subject_id: id, data: { device_id: deviceId } });
  await dispatchJobs(work, [id]);
  return { id };
};
