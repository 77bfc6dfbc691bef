/** Prints the label of a license plate that goods were put onto, after the commit and exactly once. */
import { printJobCommands } from '../../../queues/printing/print-jobs.ts';
import type { Work } from '../../engine/handler.ts';

export function labelPlate({ enqueue }: Pick<Work, 'enqueue'>, lpnId: string): void {
  enqueue(printJobCommands.labelPallet, { lpn_id: lpnId });
}
