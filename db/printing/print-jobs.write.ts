/** Writes print jobs. Every status change is one conditional update: whoever loses the race changes no row. */
import { execute, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { row, rows } from '../database.ts';
import {
  contractColumns,
  labelColumns,
  type LabelRow,
  type OfferRow,
  type PrintJobRow,
} from './print-jobs.read.ts';
import type { LabelType } from '../../domain/printing/label-types.ts';
import { backlogLimit, isAsking, takesLabel } from './backlogs.ts';
import { hashOfLabel, keepingTexts } from './label-texts.write.ts';

/** A label's text, or the hash of one already stored. */
type LabelText = { zpl_content: string } | { zpl_sha256: string };

export type LabelToQueue = LabelText & {
  merchant_id?: string | null;
  device_id?: string | null;
  warehouse_id?: string | null;
  label_kind: string;
  ref_type?: string | null;
  ref_id?: string | null;
  copies?: number;
  /** ZPL if not given; a file's text is its base64. */
  content_type?: LabelType;
  /** What the text prints each time it is sent: 1 if not given. */
  labels_per_copy?: number;
  /** Not printed after this moment, or this long after now; if neither is given, as labels of its kind. */
  expires_at?: string | null;
  expires_after_minutes?: number | null;
};

/** The id is a UUIDv7 and gives the printing order. */
export type NewPrintJob = LabelToQueue & { id: string };

/** A label as it was queued; with a hub if it has a printer, which its caller named or which is the default. */
export interface QueuedLabel extends PrintJobRow {
  is_device_given: boolean;
  attempt: number;
  hub_id: string | null;
  hub_warehouse_id: string | null;
  device_name: string | null;
  device_takes: string[] | null;
}

/** Inserts labels, each with its printer: `defaultPrinter` unless it names one. Returns them in the order of their ids. */
export function insertPrintJobs(tx: TenantTransaction, jobs: readonly NewPrintJob[]): Promise<QueuedLabel[]> {
  const records = jobs.map((job) => ({
    id: job.id,
    merchant_id: job.merchant_id ?? null,
    device_id: job.device_id ?? null,
    warehouse_id: job.warehouse_id ?? null,
    label_kind: job.label_kind,
    ref_type: job.ref_type ?? null,
    ref_id: job.ref_id ?? null,
    copies: job.copies ?? 1,
    labels_per_copy: job.labels_per_copy ?? 1,
    content_type: job.content_type ?? 'application/zpl',
    expires_at: job.expires_at ?? null,
    expires_after_minutes: job.expires_after_minutes ?? null,
    zpl_sha256: 'zpl_content' in job ? hashOfLabel(job.zpl_content).toString('hex') : job.zpl_sha256,
  }));
  const texts = jobs.flatMap((job) => ('zpl_content' in job ? [job.zpl_content] : []));
  const keeping = texts.length > 0 ? sql`texts as (${keepingTexts(tx.organizationId, texts)}),` : sql``;
  return rows<QueuedLabel>(
    tx,
    sql`with ${keeping} only_warehouse as (${onlyWarehouse(tx.organizationId)}),
     print_jobs as (
       insert into print_jobs (organization_id, id, merchant_id, device_id, warehouse_id, is_device_given, label_kind,
                               ref_type, ref_id, copies, labels_per_copy, zpl_sha256, content_type, expires_at)
       select ${tx.organizationId}::uuid, i.id, i.merchant_id, coalesce(i.device_id, d.id), i.warehouse_id,
              i.device_id is not null, i.label_kind, i.ref_type, i.ref_id, i.copies, i.labels_per_copy, decode(i.zpl_sha256, 'hex'), i.content_type,
              coalesce(i.expires_at, now() + make_interval(mins => coalesce(i.expires_after_minutes, ${lifeOf(tx.organizationId, sql`i.label_kind`)})))
         from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as i (
                id uuid, merchant_id uuid, device_id uuid, warehouse_id uuid, label_kind text, ref_type text, ref_id uuid,
                copies integer, labels_per_copy integer, zpl_sha256 text, content_type text, expires_at timestamptz, expires_after_minutes integer)
        cross join only_warehouse
         left join print_devices d on i.device_id is null and d.organization_id = ${tx.organizationId}
          and d.is_default_label_printer and d.warehouse_id is not distinct from coalesce(i.warehouse_id, only_warehouse.id)
        order by i.id
       returning *)
     select ${contractColumns}, is_device_given, attempt, d.hub_id, d.warehouse_id as hub_warehouse_id,
            d.name as device_name, d.takes as device_takes
       from print_jobs left join print_devices d
         on d.organization_id = print_jobs.organization_id and d.id = print_jobs.device_id and d.removed_at is null
      order by print_jobs.id`,
  );
}

/** For how many minutes labels of a kind are worth printing; null for ever. */
export function lifeOf(organizationId: string, kind: SqlText): SqlText {
  return sql`(select l.minutes from label_lives l where l.organization_id = ${organizationId} and l.label_kind = ${kind})`;
}

/** A hub without a warehouse serves jobs that name none, unless there is only one warehouse. */
function onlyWarehouse(organizationId: string): SqlText {
  return sql`select case when count(*) = 1 then (array_agg(id))[1] end as id
    from warehouses where organization_id = ${organizationId} and is_active`;
}

const returnedOffer = sql`j.organization_id, d.warehouse_id, d.hub_id, j.id as print_job_id, j.attempt, j.device_id,
  j.label_kind, j.copies`;

// A printer that was only the default and has left its hub's list was nobody's choice, so a new one is assigned.
const isUnassigned = sql`(j.device_id is null or (not j.is_device_given and exists (
  select 1 from print_devices gone where gone.organization_id = j.organization_id and gone.id = j.device_id
     and gone.removed_at is not null)))`;

/**
 * Gives queued jobs without a device the default label printer of their warehouse, or of the only warehouse (a hub
 * without a warehouse serves jobs that name none). `ids` null: every waiting job, at most `limit`. Returns what can be
 * offered now, oldest first; named jobs that already had a device are included. A printer that thus gets a label older
 * than its limit asks what becomes of it.
 */
export async function assignDefaultPrinters(
  tx: TenantTransaction,
  ids: readonly string[] | null,
  limit: number,
): Promise<OfferRow[]> {
  const assigned = await rows<OfferRow & { is_old: boolean }>(
    tx,
    sql`with only_warehouse as (${onlyWarehouse(tx.organizationId)}),
     waiting as (
       select j.id, d.id as device_id
         from print_jobs j
         -- Before the limit: what waits elsewhere for a printer, however much and however long, hides nothing.
         join print_devices d on d.organization_id = j.organization_id and d.is_default_label_printer
          and d.warehouse_id is not distinct from coalesce(j.warehouse_id, (select id from only_warehouse))
        where j.organization_id = ${tx.organizationId} and j.status = 'queued' and ${isUnassigned}
          and (${ids}::uuid[] is null or j.id = any(${ids}::uuid[]))
        order by j.id limit ${limit} for update of j)
     update print_jobs j set device_id = d.id, updated_at = now()
       from waiting w
       join print_devices d on d.organization_id = ${tx.organizationId} and d.id = w.device_id
      where j.organization_id = ${tx.organizationId} and j.id = w.id and j.status = 'queued'
      returning ${returnedOffer}, greatest(j.queued_at, j.chosen_at) < now() - ${backlogLimit} as is_old`,
  );
  await askAbout(
    tx,
    assigned.filter(({ is_old: isOld }) => isOld).map(({ device_id: id }) => id),
  );
  return assigned
    .map(({ is_old: _age, ...offer }) => offer)
    .sort((a, b) => (a.print_job_id < b.print_job_id ? -1 : 1));
}

/** Written after their labels, as every question about a backlog is. */
async function askAbout(tx: TenantTransaction, deviceIds: readonly string[]): Promise<void> {
  if (deviceIds.length === 0) return;
  await execute(
    tx,
    sql`update print_devices set backlog_asked_at = now(), updated_at = now()
      where organization_id = ${tx.organizationId} and id = any(${[...new Set(deviceIds)]}::uuid[]) and backlog_asked_at is null`,
  );
}

/** The queued jobs among these that have a device, as offers. Locks nothing, because an offer promises nothing. */
export function offersOf(tx: TenantTransaction, ids: readonly string[]): Promise<OfferRow[]> {
  return rows<OfferRow>(
    tx,
    sql`select ${returnedOffer}
       from print_jobs j join print_devices d on d.organization_id = j.organization_id and d.id = j.device_id
      where j.organization_id = ${tx.organizationId} and j.id = any(${ids}::uuid[]) and j.status = 'queued' and d.removed_at is null
      order by j.id`,
  );
}

/** queued -> cancelled. False when it is no longer queued. */
export async function cancelQueued(tx: TenantTransaction, id: string): Promise<boolean> {
  const changed = await execute(
    tx,
    sql`update print_jobs set status = 'cancelled', finished_at = now(), updated_at = now()
      where organization_id = ${tx.organizationId} and id = ${id} and status = 'queued'`,
  );
  return changed === 1;
}

/** queued -> expired, for at most `limit` jobs whose time has passed, or those named. Returns them. */
export async function expireQueued(
  tx: TenantTransaction,
  ids: readonly string[] | null,
  limit: number,
): Promise<string[]> {
  const expired = await rows<{ id: string }>(
    tx,
    sql`update print_jobs j set status = 'expired', finished_at = now(), updated_at = now()
       from (select p.id from print_jobs p
              where p.organization_id = ${tx.organizationId} and p.status = 'queued' and p.expires_at <= now()
                and (${ids}::uuid[] is null or p.id = any(${ids}::uuid[]))
              order by p.id limit ${limit} for update of p) gone
      where j.organization_id = ${tx.organizationId} and j.id = gone.id and j.status = 'queued'
      returning j.id`,
  );
  return expired.map(({ id }) => id).sort();
}

/**
 * failed -> queued as a new attempt. The claim is cleared, so a late result of the old attempt finds nothing to change.
 */
export async function requeueFailed(tx: TenantTransaction, id: string): Promise<boolean> {
  const changed = await row(
    tx,
    sql`update print_jobs
        set status = 'queued', error = null, claim_id = null, hub_id = null, verified = null, may_have_printed = null,
            attempt = attempt + 1, device_id = case when is_device_given then device_id end,
            queued_at = now(), printing_at = null, finished_at = null, updated_at = now()
      where organization_id = ${tx.organizationId} and id = ${id} and status = 'failed'
        and (expires_at is null or expires_at > now()) returning id`,
  );
  return changed !== undefined;
}

/**
 * queued -> printing, for a hub that owns the job's device, was offered the job for it, and is not revoked; not once the
 * job has expired, nor while its printer asks about its backlog. Returns what to print.
 */
export function claimQueued(
  tx: TenantTransaction,
  claim: { hub_id: string; print_job_id: string; claim_id: string; device_id?: string },
): Promise<LabelRow | undefined> {
  return row<LabelRow>(
    tx,
    sql`update print_jobs
        set status = 'printing', claim_id = ${claim.claim_id}, hub_id = ${claim.hub_id}, printing_at = now(), updated_at = now()
      where organization_id = ${tx.organizationId} and id = ${claim.print_job_id} and status = 'queued'
        and (expires_at is null or expires_at > now())
        and (${claim.device_id ?? null}::uuid is null or device_id = ${claim.device_id ?? null}::uuid)
        and exists (select 1 from print_devices d join hubs h on h.organization_id = d.organization_id and h.id = d.hub_id
                     where d.organization_id = print_jobs.organization_id and d.id = print_jobs.device_id
                       and d.hub_id = ${claim.hub_id} and h.revoked_at is null and ${takesLabel(sql`print_jobs.content_type`)}
                       and not ${isAsking})
      returning ${labelColumns}`,
  );
}

export interface PrintResult {
  hub_id: string;
  print_job_id: string;
  claim_id: string;
  status: 'done' | 'failed';
  error: string | null;
  verified: boolean;
  may_have_printed: boolean;
}

/** printing -> done or failed, only for the claim that holds the job. */
export async function finishPrinting(tx: TenantTransaction, result: PrintResult): Promise<boolean> {
  const changed = await execute(
    tx,
    sql`update print_jobs set status = ${result.status}, error = ${result.status === 'failed' ? (result.error ?? 'INTERNAL: the hub gave no reason') : null}, verified = ${result.verified}, may_have_printed = ${result.may_have_printed}, finished_at = now(), updated_at = now()
      where organization_id = ${tx.organizationId} and id = ${result.print_job_id} and status = 'printing' and claim_id = ${result.claim_id} and hub_id = ${result.hub_id}`,
  );
  return changed === 1;
}

/** printing -> failed when the hub has been silent for that long. Returns the jobs, which a person may retry. */
export async function failLost(
  tx: TenantTransaction,
  lost: { minutes: number; printing_minutes: number; error: string; limit: number },
): Promise<string[]> {
  const failed = await rows<{ id: string }>(
    tx,
    sql`update print_jobs j
        set status = 'failed', error = ${lost.error}, may_have_printed = true, finished_at = now(), updated_at = now()
       from (select p.id from print_jobs p
               join hubs h on h.organization_id = p.organization_id and h.id = p.hub_id
              where p.organization_id = ${tx.organizationId} and p.status = 'printing'
                and (coalesce(h.last_seen_at, h.created_at) < now() - make_interval(mins => ${lost.minutes})
                     or p.printing_at < now() - make_interval(mins => ${lost.printing_minutes}))
              order by p.id limit ${lost.limit} for update of p) gone
      where j.organization_id = ${tx.organizationId} and j.id = gone.id and j.status = 'printing'
      returning j.id`,
  );
  return failed.map(({ id }) => id);
}
