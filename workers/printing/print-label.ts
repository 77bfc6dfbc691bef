/**
 * Queues and dispatches labels that other commands created: the pallet just received, the shipment just shipped. Those
 * commands stored the texts, and these name them by their hashes.
 */
import type { printJobCommands } from '../../queues/printing/print-jobs.ts';
import { inTurn } from '../engine/each-of-group.ts';
import type { Handler } from '../engine/handler.ts';
import { queueLabels } from './queue-labels.ts';

type PrintLabel = typeof printJobCommands.printLabel;

const printOne: Handler<PrintLabel> = async (work, input) => {
  const { labels } = await queueLabels(work, [input]);
  return { id: labels[0]!.id };
};

// A new label is not known to anyone yet, so there is nothing to lock.
export const printLabel = inTurn<PrintLabel>(() => Promise.resolve(), printOne);
