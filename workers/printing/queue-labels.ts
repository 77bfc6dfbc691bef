/** What every way of making print jobs shares: check, insert, tell. */
import { insertPrintJobs, type NewPrintJob } from '../../db/printing/print-jobs.write.ts';
import { Refusal, unknownReference } from '../../domain/refusals.ts';
import { zplBytesMax } from '../../queues/printing/print-jobs.ts';
import type { Work } from '../handler.ts';

/**
 * Inserts queued jobs and records their events; ids in the order given. The caller sees to their dispatch. Refuses 413
 * PAYLOAD_TOO_LARGE for a label over 1 MiB, 400 UNKNOWN_REFERENCE for a device or warehouse that is not the tenant's.
 */
export async function queueLabels(
  { tx, organizationId, tell }: Pick<Work, 'tx' | 'organizationId' | 'tell'>,
  jobs: readonly NewPrintJob[],
): Promise<string[]> {
  for (const { zpl_content: zpl } of jobs) {
    if (Buffer.byteLength(zpl) <= zplBytesMax) continue;
    throw new Refusal('PAYLOAD_TOO_LARGE', `zpl_content is larger than ${zplBytesMax} bytes.`, {
      bytes_max: zplBytesMax,
    });
  }
  await assertKnown(tx, organizationId, 'device_id', 'print_devices', jobs);
  await assertKnown(tx, organizationId, 'warehouse_id', 'warehouses', jobs);
  const ids = await insertPrintJobs(tx, organizationId, jobs);
  for (const id of ids) tell({ type: 'print_job.queued', subject_type: 'print_job', subject_id: id });
  return ids;
}

async function assertKnown(
  tx: Work['tx'],
  organizationId: string,
  path: 'device_id' | 'warehouse_id',
  table: 'print_devices' | 'warehouses',
  jobs: readonly NewPrintJob[],
): Promise<void> {
  const ids = [...new Set(jobs.map((job) => job[path]).filter((id) => typeof id === 'string'))];
  if (ids.length === 0) return;
  const known = tx(table).where({ organization_id: organizationId }).whereIn('id', ids);
  // A printer that left its hub's list prints nothing any more; a job for it would wait forever.
  if (table === 'print_devices') known.whereNull('removed_at');
  const found = new Set(((await known.select('id')) as { id: string }[]).map(({ id }) => id));
  if (ids.some((id) => !found.has(id.toLowerCase()))) {
    throw unknownReference(path, table === 'warehouses' ? 'warehouse' : 'print device');
  }
}
