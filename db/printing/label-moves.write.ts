/** What a person does to labels in the print center: print again, send to another printer, cancel what waits. */
import { row, rows, type TenantTransaction } from '../database.ts';
import { containsPattern } from '../page.ts';
import { every, joined, sql, type SqlText } from '../sql-text.ts';

/**
 * A new queued job with the label of one that is done; false where that one is not done. Without a printer named it goes
 * to the one chosen before, unless that has left its hub's list, else to the default.
 */
export async function copyDoneLabel(
  tx: TenantTransaction,
  organizationId: string,
  copy: { id: string; reprint_of: string; device_id: string | null; copies: number | null },
): Promise<boolean> {
  const made = await row(
    tx,
    sql`insert into print_jobs (organization_id, id, merchant_id, warehouse_id, device_id, is_device_given, label_kind,
          ref_type, ref_id, copies, zpl_content, reprint_of)
      select j.organization_id, ${copy.id}::uuid, j.merchant_id, coalesce(j.warehouse_id, used.warehouse_id),
             coalesce(${copy.device_id}::uuid, kept.id), ${copy.device_id}::uuid is not null or kept.id is not null,
             j.label_kind, j.ref_type, j.ref_id, coalesce(${copy.copies}::int, j.copies), j.zpl_content, j.id
        from print_jobs j
        left join print_devices used on used.organization_id = j.organization_id and used.id = j.device_id
        left join print_devices kept on kept.organization_id = j.organization_id and kept.id = j.device_id
         and j.is_device_given and kept.removed_at is null
       where j.organization_id = ${organizationId} and j.id = ${copy.reprint_of} and j.status = 'done'
      returning id`,
  );
  return made !== undefined;
}

/** A queued job goes to another printer, chosen by a person. False when it was not queued any more. */
export async function moveQueued(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
  deviceId: string,
): Promise<boolean> {
  const moved = await row(
    tx,
    sql`update print_jobs set device_id = ${deviceId}, is_device_given = true, updated_at = now()
      where organization_id = ${organizationId} and id = ${id} and status = 'queued' returning id`,
  );
  return moved !== undefined;
}

export interface WaitingFilter {
  warehouse_id?: string | undefined;
  device_id?: string | undefined;
  q?: string | undefined;
  queued_before?: string | undefined;
}

/** Cancels the oldest queued jobs of a filter; the rows are locked in the order of their ids. */
export async function cancelQueuedOf(
  tx: TenantTransaction,
  organizationId: string,
  filter: WaitingFilter,
  limit: number,
): Promise<{ ids: string[]; remaining: number }> {
  const where = waiting(organizationId, filter);
  const from = sql`print_jobs left join print_devices on print_devices.organization_id = print_jobs.organization_id
    and print_devices.id = print_jobs.device_id`;
  const cancelled = await rows<{ id: string }>(
    tx,
    sql`update print_jobs j set status = 'cancelled', finished_at = now(), updated_at = now()
       from (select print_jobs.id from ${from} where ${where}
              order by print_jobs.id limit ${limit} for update of print_jobs) found
      where j.organization_id = ${organizationId} and j.id = found.id and j.status = 'queued'
      returning j.id`,
  );
  const left = await row<{ remaining: number }>(
    tx,
    sql`select count(*)::int as remaining from ${from} where ${where}`,
  );
  return { ids: cancelled.map(({ id }) => id).sort(), remaining: left!.remaining };
}

// The documents a label is for, found by their numbers, as the list finds them.
const documentTables = [
  sql`select d.id, d.lpn as number from lpns d where d.organization_id = print_jobs.organization_id`,
  sql`select d.id, d.sscc as number from cartons d where d.organization_id = print_jobs.organization_id`,
  sql`select d.id, d.shipment_no as number from wms_shipments d where d.organization_id = print_jobs.organization_id`,
  sql`select d.id, d.receipt_no as number from inbound_receipts d where d.organization_id = print_jobs.organization_id`,
  sql`select d.id, d.order_no as number from sales_orders d where d.organization_id = print_jobs.organization_id`,
];

function waiting(organizationId: string, filter: WaitingFilter): SqlText {
  const { warehouse_id: warehouseId, device_id: deviceId, q, queued_before: queuedBefore } = filter;
  const parts = [sql`print_jobs.organization_id = ${organizationId}`, sql`print_jobs.status = 'queued'`];
  if (warehouseId)
    parts.push(sql`coalesce(print_jobs.warehouse_id, print_devices.warehouse_id) = ${warehouseId}`);
  if (deviceId) parts.push(sql`print_jobs.device_id = ${deviceId}`);
  if (queuedBefore) parts.push(sql`print_jobs.queued_at < ${queuedBefore}`);
  if (q) {
    const like = containsPattern(q);
    parts.push(sql`(print_jobs.id::text ilike ${like} or print_jobs.label_kind ilike ${like}
      or print_devices.name ilike ${like} or print_jobs.ref_type ilike ${like} or print_jobs.ref_id::text ilike ${like}
      or exists (select 1 from (${joined(documentTables, ' union all ')}) document
                  where document.id = print_jobs.ref_id and document.number ilike ${like}))`);
  }
  return every(parts);
}
