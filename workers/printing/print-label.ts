/**
 * Queues and dispatches a label that another command created: the pallet just received, the shipment just shipped. That
 * command stored the text, and this one names it by its hash.
 */
import type { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../engine/handler.ts';
import { queueLabels } from './queue-labels.ts';

export const printLabel: Handler<typeof printJobCommands.printLabel> = async (work, input) => {
  const { labels } = await queueLabels(work, [input]);
  return { id: labels[0]!.id };
};
