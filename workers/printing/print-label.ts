/**
 * Queues and dispatches labels that other commands created: the pallet just received, the carton just packed. Those
 * commands stored the texts, and these name them by their hashes.
 */
import type { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { HandlerOfMany } from '../engine/handler.ts';
import { queueLabelsOf } from './queue-labels.ts';

export const printLabel: HandlerOfMany<typeof printJobCommands.printLabel> = async (tx, asked) => {
  const queued = await queueLabelsOf(
    tx,
    asked.map(({ work, input }) => ({ work, job: input })),
  );
  return queued.map(({ label: { id } }) => ({ id }));
};
