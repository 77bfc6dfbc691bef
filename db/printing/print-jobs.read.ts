/** Reads print jobs: the contract's row, and what the relay offers and hands out. */
import { row, rows, type Database, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { isAsking, takesLabel } from './backlogs.ts';
import type { LabelType } from '../../domain/printing/label-types.ts';
import type { PrintJobStatus } from '../../domain/printing/print-job-states.ts';

export interface PrintJobRow {
  id: string;
  device_id: string | null;
  warehouse_id: string | null;
  label_kind: string;
  ref_type: string | null;
  ref_id: string | null;
  copies: number;
  status: PrintJobStatus;
  error: string | null;
  content_type: LabelType;
  expires_at: Date | null;
  created_at: Date;
}

/** The contract's fields, and when it expires. */
export const contractColumns = sql`print_jobs.id, print_jobs.device_id, print_jobs.warehouse_id, print_jobs.label_kind,
  print_jobs.ref_type, print_jobs.ref_id, print_jobs.copies, print_jobs.status, print_jobs.error, print_jobs.content_type, print_jobs.expires_at,
  print_jobs.created_at`;

const labelText = sql`(select t.zpl_content from label_texts t
  where t.organization_id = print_jobs.organization_id and t.sha256 = print_jobs.zpl_sha256)`;

export function findPrintJob(tx: TenantTransaction, id: string): Promise<PrintJobRow | undefined> {
  return row<PrintJobRow>(
    tx,
    sql`select ${contractColumns} from print_jobs where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** Several jobs in id order (a bulk creation keeps its order). */
export function findPrintJobs(tx: TenantTransaction, ids: readonly string[]): Promise<PrintJobRow[]> {
  return rows<PrintJobRow>(
    tx,
    sql`select ${contractColumns} from print_jobs
      where organization_id = ${tx.organizationId} and id = any (${[...ids]}::uuid[]) order by id`,
  );
}

/** The label's text, or the base64 of its file, for the preview. */
export function findLabel(
  tx: TenantTransaction,
  id: string,
): Promise<{ zpl_content: string; content_type: LabelType } | undefined> {
  return row(
    tx,
    sql`select ${labelText} as zpl_content, content_type from print_jobs where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

export interface OfferRow {
  organization_id: string;
  warehouse_id: string | null;
  hub_id: string;
  print_job_id: string;
  attempt: number;
  device_id: string;
  label_kind: string;
  copies: number;
}

const offerColumns = sql`j.organization_id, d.warehouse_id, d.hub_id, j.id as print_job_id, j.attempt, j.device_id,
  j.label_kind, j.copies`;

/**
 * Queued jobs of a hub's devices (all of them, or those named), the oldest of every device first, so that one printer's
 * long queue never hides another's. None of a printer that asks about its backlog.
 */
export function queuedForHub(
  tx: TenantTransaction,
  hubId: string,
  deviceIds: readonly string[] | null,
  limit: number,
): Promise<OfferRow[]> {
  return rows<OfferRow>(
    tx,
    sql`select ${offerColumns}
       from print_devices d
       cross join lateral (
         select q.*, row_number() over (order by q.id) as place
           from (select * from print_jobs w
                  where w.organization_id = d.organization_id and w.device_id = d.id and w.status = 'queued'
                    and (w.expires_at is null or w.expires_at > now())
                  order by w.id limit ${limit}) q) j
      where d.organization_id = ${tx.organizationId} and d.hub_id = ${hubId} and d.removed_at is null and not ${isAsking}
        and ${takesLabel(sql`j.content_type`)} and (${deviceIds}::uuid[] is null or d.id = any(${deviceIds}::uuid[]))
      order by j.place, j.id limit ${limit}`,
  );
}

/** What a hub needs to print a job. */
export interface LabelRow {
  attempt: number;
  device_id: string;
  label_kind: string;
  copies: number;
  content_type: LabelType;
  /** A file's base64. */
  zpl_content: string;
}

/** What a hub receives for a successful claim. */
export interface ClaimedRow extends LabelRow {
  print_job_id: string;
  claim_id: string;
}

/** How many labels each copy of a finished job prints; undefined for a job that is not done. */
export async function labelsPerCopyOf(tx: TenantTransaction, id: string): Promise<number | undefined> {
  const found = await row<{ labels_per_copy: number }>(
    tx,
    sql`select labels_per_copy from print_jobs where organization_id = ${tx.organizationId} and id = ${id} and status = 'done'`,
  );
  return found?.labels_per_copy;
}

export const labelColumns = sql`attempt, device_id, label_kind, copies, content_type, ${labelText} as zpl_content`;

export interface ClaimState extends LabelRow {
  status: PrintJobStatus;
  is_expired: boolean;
  claim_id: string | null;
  hub_id: string | null;
}

/** The status of a job, who holds it, and what its holder has to know. */
export function readClaimState(tx: TenantTransaction, id: string): Promise<ClaimState | undefined> {
  return row<ClaimState>(
    tx,
    sql`select status, claim_id, hub_id, expires_at is not null and expires_at <= now() as is_expired, ${labelColumns}
       from print_jobs where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** The job a claim already holds, for answering a repeated long poll. */
export function findByClaim(
  tx: TenantTransaction,
  hubId: string,
  claimId: string,
): Promise<ClaimedRow | undefined> {
  return row<ClaimedRow>(
    tx,
    sql`select id as print_job_id, claim_id, ${labelColumns} from print_jobs
      where organization_id = ${tx.organizationId} and claim_id = ${claimId} and hub_id = ${hubId} and status = 'printing'`,
  );
}

/**
 * Organizations with a job in printing whose hub has been silent too long. Looks across all tenants, at statuses only.
 */
export async function organizationsWithLostJobs(
  database: Database,
  { minutes, printing_minutes: printing }: { minutes: number; printing_minutes: number },
): Promise<string[]> {
  const found = await rows<{ organization_id: string }>(
    database.system,
    sql`select distinct j.organization_id
       from print_jobs j join hubs h on h.organization_id = j.organization_id and h.id = j.hub_id
      where j.status = 'printing'
        and (coalesce(h.last_seen_at, h.created_at) < now() - make_interval(mins => ${minutes})
             or j.printing_at < now() - make_interval(mins => ${printing}))`,
  );
  return found.map(({ organization_id: id }) => id);
}

/** Organizations with a queued job whose time has passed. Looks across all tenants, at statuses and moments only. */
export async function organizationsWithExpired(database: Database): Promise<string[]> {
  const found = await rows<{ organization_id: string }>(
    database.system,
    sql`select distinct organization_id from print_jobs
      where status = 'queued' and expires_at is not null and expires_at <= now()`,
  );
  return found.map(({ organization_id: id }) => id);
}
