/** A label that names nobody must not wait for ever: with several warehouses nothing says whose default printer it means. */
import { readPrinterChoices } from '../../db/printing/printer-choices.read.ts';
import { Refusal } from '../../domain/refusals.ts';
import type { Work } from '../handler.ts';

/**
 * Refuses 422 PRINTER_NOT_NAMED, with the warehouses and printers to choose from, where a label names neither and there
 * are several warehouses. A default printer that stands in no warehouse takes what names none.
 */
export async function refuseUnnamedPrinter(
  { tx, organizationId }: Pick<Work, 'tx' | 'organizationId'>,
  jobs: readonly { device_id?: string | null; warehouse_id?: string | null }[],
): Promise<void> {
  const unnamed = jobs.findIndex((job) => !job.device_id && !job.warehouse_id);
  if (unnamed < 0) return;
  const { warehouses, printers, warehouse_count, has_unplaced_default } = await readPrinterChoices(
    tx,
    organizationId,
  );
  if (warehouse_count < 2 || has_unplaced_default) return;
  const names = warehouses.map(({ code }) => code).join(', ');
  const more = warehouse_count > warehouses.length ? ` and ${warehouse_count - warehouses.length} more` : '';
  throw new Refusal(
    'PRINTER_NOT_NAMED',
    `The label names no printer and no warehouse, and there are ${warehouse_count} warehouses: ${names}${more}. Give warehouse_id or device_id.`,
    { path: jobs.length > 1 ? `jobs.${unnamed}` : 'warehouse_id', warehouses, printers },
  );
}
