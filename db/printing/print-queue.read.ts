/** The print center's queue: jobs with their printer and document, searched and paged. */
import { unknownReference } from '../../domain/refusal.ts';
import type { PrintJobStatus } from '../../domain/printing/print-job-states.ts';
import { uuidPattern } from '../../domain/uuid-pattern.ts';
import type { TenantTransaction } from '../database.ts';
import { equalTo, every, name, some, sql, type SqlText } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { mentioned, type WordSearch } from '../search.ts';
import { contractColumns, findPrintJob, type PrintJobRow } from './print-jobs.read.ts';

/** A row of the queue, with the additional fields the print center shows. */
export interface ListedPrintJobRow extends PrintJobRow {
  ref_no: string | null;
  attempt: number;
  verified: boolean | null;
  reprint_of: string | null;
  queued_at: Date;
  printing_at: Date | null;
  finished_at: Date | null;
  device_name: string | null;
  device_status: string | null;
  device_last_seen_at: Date | null;
  device_removed_at: Date | null;
  device_asked_at: Date | null;
  device_takes: string[] | null;
}

export interface JobFilter {
  status?: PrintJobStatus | undefined;
  warehouse_id?: string | undefined;
  device_id?: string | undefined;
  q?: string | undefined;
  queued_before?: string | undefined;
}

interface PrintQueueFilter extends JobFilter, PageQuery {
  after?: string | undefined;
}

interface DocumentKind {
  /** The values of `ref_type` that label producers use for it. */
  words: readonly string[];
  table: string;
  number: string;
}

const documentKinds: readonly DocumentKind[] = [
  { words: ['pallet', 'lpn'], table: 'lpns', number: 'lpn' },
  { words: ['carton'], table: 'cartons', number: 'sscc' },
  { words: ['shipment', 'wms_shipment'], table: 'wms_shipments', number: 'shipment_no' },
  { words: ['receipt', 'inbound_receipt'], table: 'inbound_receipts', number: 'receipt_no' },
  { words: ['order', 'sales_order'], table: 'sales_orders', number: 'order_no' },
];

/** The number of the document a label is for. */
export const documentNumber = sql`case ${documentKinds
  .map(
    ({ words, table, number }) =>
      sql`when print_jobs.ref_type = any (${words}::text[]) then
        (select d.${name(number)} from ${name(table)} d
          where d.organization_id = print_jobs.organization_id and d.id = print_jobs.ref_id)`,
  )
  .reduce((cases, next) => sql`${cases} ${next}`)} end`;

const printerName = sql`(select d.name from print_devices d
  where d.organization_id = print_jobs.organization_id and d.id = print_jobs.device_id)`;

const columns = sql`${contractColumns}, print_jobs.attempt, print_jobs.verified, print_jobs.reprint_of, print_jobs.queued_at,
  print_jobs.printing_at, print_jobs.finished_at, print_devices.name as device_name, print_devices.status as device_status,
  print_devices.last_seen_at as device_last_seen_at, print_devices.removed_at as device_removed_at,
  print_devices.backlog_asked_at as device_asked_at, print_devices.takes as device_takes,
  ${documentNumber} as ref_no`;

const jobs = sql`print_jobs`;
const printers = sql`left join print_devices on print_devices.organization_id = print_jobs.organization_id
    and print_devices.id = print_jobs.device_id`;

/** Jobs with their printers, if they have one. */
export const jobsAndPrinters = sql`${jobs} ${printers}`;

/**
 * A page of the queue: waiting or printing jobs oldest first; anything else newest first. The warehouse is the job's
 * own or that of its printer. `after` continues behind that job, so that a growing list shows no job twice. Refuses 400
 * UNKNOWN_REFERENCE when `after` is not a job.
 */
export async function listPrintJobs(
  tx: TenantTransaction,
  filter: PrintQueueFilter,
): Promise<PageOf<ListedPrintJobRow>> {
  const { where, search } = await jobsMatching(tx, filter);
  const isQueue = filter.status === 'queued' || filter.status === 'printing';
  const order = isQueue
    ? ['print_jobs.created_at', 'print_jobs.id']
    : ['-print_jobs.created_at', '-print_jobs.id'];
  const tables = filter.warehouse_id ? { from: jobsAndPrinters } : { from: jobs, joins: printers };
  const list = { columns, ...tables, where, search, order };
  if (!filter.after) return readPage<ListedPrintJobRow>(tx, list, filter);
  if (!(await findPrintJob(tx, filter.after))) throw unknownReference('after', 'print job');
  const last = sql`(select p.created_at, p.id from print_jobs p
    where p.organization_id = ${tx.organizationId} and p.id = ${filter.after})`;
  const behind = isQueue
    ? sql`(print_jobs.created_at, print_jobs.id) > ${last}`
    : sql`(print_jobs.created_at, print_jobs.id) < ${last}`;
  return readPage<ListedPrintJobRow>(tx, { ...list, behind }, filter);
}

/** A filter's conditions, over `jobsAndPrinters`; a row fits if it meets both. */
export async function jobsMatching(
  tx: TenantTransaction,
  { status, warehouse_id: warehouseId, device_id, q, queued_before: queuedBefore }: JobFilter,
): Promise<{ where: SqlText; search: WordSearch | undefined }> {
  const parts = [
    sql`print_jobs.organization_id = ${tx.organizationId}`,
    ...equalTo('print_jobs', { status, device_id }),
  ];
  // Without `coalesce`, under which no index would serve.
  if (warehouseId)
    parts.push(sql`(print_jobs.warehouse_id = ${warehouseId}
      or print_jobs.warehouse_id is null and print_devices.warehouse_id = ${warehouseId})`);
  if (queuedBefore) {
    parts.push(sql`print_jobs.queued_at < ${queuedBefore}`);
    // Where the list begins, by its index: a job is queued when it is made or later, by the clocks of two transactions.
    parts.push(sql`print_jobs.created_at < ${queuedBefore}::timestamptz + interval '1 minute'`);
  }
  return { where: every(parts), search: await mentioning(tx, q) };
}

/**
 * Jobs whose own text, printer or document contains the text; an id matches whole, as the job's or its document's, or
 * by the end of the job's.
 */
async function mentioning(tx: TenantTransaction, q: string | undefined): Promise<WordSearch | undefined> {
  if (!q) return undefined;
  const id = sql`print_jobs.id`;
  if (uuidPattern.test(q)) return { id, condition: sql`(print_jobs.id = ${q} or print_jobs.ref_id = ${q})` };
  // The label's own words first: what it refers to is looked up only for one that has the word in none of them.
  const like = (patterns: readonly string[]): SqlText => {
    const own = [sql`print_jobs.label_kind`, sql`print_jobs.ref_type`, sql`right(print_jobs.id::text, 12)`];
    return some(
      [...own, printerName, documentNumber].map(
        (word) => sql`coalesce(${word} ilike any (${patterns}::text[]), false)`,
      ),
    );
  };
  return mentioned(tx, { table: 'print_jobs', id: 'print_jobs.id' }, q, like);
}
