/** Prints the label of a newly built pallet, after the commit and exactly once. */
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Work } from '../engine/handler.ts';

export function labelPallets(
  { enqueue }: Pick<Work, 'enqueue'>,
  receiptId: string,
  lpnIds: readonly string[],
): void {
  for (const lpnId of lpnIds) enqueue(printJobCommands.labelPallet, { lpn_id: lpnId, receipt_id: receiptId });
}
