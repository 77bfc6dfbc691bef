/** Sends a queued job to another printer. One conditional update decides the race against a claim. */
import { findDevice } from '../../db/printing/devices.read.ts';
import { moveQueued } from '../../db/printing/label-moves.write.ts';
import { findPrintJob } from '../../db/printing/print-jobs.read.ts';
import { fits } from '../../domain/printing/label-types.ts';
import { unknownReference } from '../../domain/refusal.ts';
import type { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../engine/handler.ts';
import { labelNotTaken } from './queue-labels.ts';
import { dispatchJobs } from './send-offers.ts';
import { stateChanged } from './state-changed.ts';

export const moveJob: Handler<typeof printJobCommands.moveJob> = async (work, input) => {
  const { tx, emit } = work;
  const { print_job_id: id, device_id: deviceId } = input;
  const device = await findDevice(tx, deviceId);
  if (!device) throw unknownReference('device_id', 'print device');
  const job = await findPrintJob(tx, id);
  if (job && !fits(job.content_type, device.takes)) throw labelNotTaken(device, job.content_type);
  if (!(await moveQueued(tx, id, deviceId))) throw await stateChanged(work, id, 'move');
  emit({ type: 'print_job.moved', subject_type: 'print_job', subject_id: id, data: { device_id: deviceId } });
  await dispatchJobs(work, [id]);
  return { id };
};
