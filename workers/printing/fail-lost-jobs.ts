/**
 * Fails the jobs of a hub that has been silent for 15 minutes, and those a hub has held for three hours; a person
 * decides what to do. A machine never requeues them.
 */
import { failLost } from '../../db/printing/print-jobs.write.ts';
import { hubLostError, hubLostMinutes, printingMinutesMax } from '../../domain/printing/print-job-states.ts';
import type { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../engine/handler.ts';

const batchMax = 1_000;

export const failLostJobs: Handler<typeof printJobCommands.failLostJobs> = async ({ tx, emit }) => {
  const ids = await failLost(tx, {
    minutes: hubLostMinutes,
    printing_minutes: printingMinutesMax,
    error: hubLostError,
    limit: batchMax,
  });
  for (const id of ids) {
    emit({
      type: 'print_job.failed',
      subject_type: 'print_job',
      subject_id: id,
      data: { error: hubLostError },
    });
  }
  return { failed: ids.length };
};
