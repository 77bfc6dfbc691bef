/** What a person does with labels in the print center: reprint, send to another printer, cancel the waiting ones. */
import { row, rows, type TenantTransaction } from '../database.ts';
import { every, sql } from '../sql-text.ts';
import { lifeOf } from './print-jobs.write.ts';
import { jobsAndPrinters, jobsMatching, type JobFilter } from './print-queue.read.ts';

/**
 * Queues a new job with the label of a finished one; false when that one is not done. If no printer is named, it goes
 * to the one chosen before, unless that has left its hub's list, and otherwise to the default.
 */
export async function copyDoneLabel(
  tx: TenantTransaction,
  copy: { id: string; reprint_of: string; device_id: string | null; copies: number | null },
): Promise<boolean> {
  const made = await row(
    tx,
    sql`insert into print_jobs (organization_id, id, merchant_id, warehouse_id, device_id, is_device_given, label_kind,
          ref_type, ref_id, copies, labels_per_copy, content_type, zpl_sha256, reprint_of, expires_at)
      select j.organization_id, ${copy.id}::uuid, j.merchant_id, coalesce(j.warehouse_id, used.warehouse_id),
             coalesce(${copy.device_id}::uuid, kept.id), ${copy.device_id}::uuid is not null or kept.id is not null,
             j.label_kind, j.ref_type, j.ref_id, coalesce(${copy.copies}::int, j.copies), j.labels_per_copy, j.content_type, j.zpl_sha256, j.id,
             now() + make_interval(mins => ${lifeOf(tx.organizationId, sql`j.label_kind`)})
        from print_jobs j
        left join print_devices used on used.organization_id = j.organization_id and used.id = j.device_id
        left join print_devices kept on kept.organization_id = j.organization_id and kept.id = j.device_id
         and j.is_device_given and kept.removed_at is null
       where j.organization_id = ${tx.organizationId} and j.id = ${copy.reprint_of} and j.status = 'done'
      returning id`,
  );
  return made !== undefined;
}

/** Sends a queued job to another printer that a person chose. False when it is no longer queued. */
export async function moveQueued(tx: TenantTransaction, id: string, deviceId: string): Promise<boolean> {
  const moved = await row(
    tx,
    sql`update print_jobs set device_id = ${deviceId}, is_device_given = true, chosen_at = now(), updated_at = now()
      where organization_id = ${tx.organizationId} and id = ${id} and status = 'queued' returning id`,
  );
  return moved !== undefined;
}

/** Cancels the oldest queued jobs matching a filter; the rows are locked in id order. */
export async function cancelQueuedOf(
  tx: TenantTransaction,
  filter: Omit<JobFilter, 'status'>,
  limit: number,
): Promise<{ ids: string[]; remaining: number }> {
  const { where: filtered, search } = await jobsMatching(tx, { ...filter, status: 'queued' });
  const where = every([filtered, ...(search ? [search.condition] : [])]);
  const cancelled = await rows<{ id: string }>(
    tx,
    sql`update print_jobs j set status = 'cancelled', finished_at = now(), updated_at = now()
       from (select print_jobs.id from ${jobsAndPrinters} where ${where}
              order by print_jobs.id limit ${limit} for update of print_jobs) found
      where j.organization_id = ${tx.organizationId} and j.id = found.id and j.status = 'queued'
      returning j.id`,
  );
  const left = await row<{ remaining: number }>(
    tx,
    sql`select count(*)::int as remaining from ${jobsAndPrinters} where ${where}`,
  );
  return { ids: cancelled.map(({ id }) => id).sort(), remaining: left!.remaining };
}
