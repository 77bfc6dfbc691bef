/** The queue list of the print center: jobs with their printer and their document, searched and read in pieces. */
import type { Knex } from 'knex';
import { unknownReference } from '../../domain/refusals.ts';
import type { PrintJobStatus } from '../../domain/printing/print-job-states.ts';
import type { TenantTransaction } from '../database.ts';
import { containsPattern, readPage, type PageQuery } from '../page.ts';
import { contractColumns, findPrintJob, type PrintJobRow } from './print-jobs.read.ts';

/** A row of the queue list, with what the print center shows beside it. */
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
}

export interface PrintQueueFilter extends PageQuery {
  status?: PrintJobStatus | undefined;
  warehouse_id?: string | undefined;
  q?: string | undefined;
  queued_before?: string | undefined;
  after?: string | undefined;
}

interface DocumentKind {
  /** What label makers call it in `ref_type`. */
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

const documentNumber = `case ${documentKinds
  .map(
    ({ words, table, number }) =>
      `when print_jobs.ref_type in (${words.map((word) => `'${word}'`).join(', ')}) then
        (select d.${number} from ${table} d where d.organization_id = print_jobs.organization_id and d.id = print_jobs.ref_id)`,
  )
  .join(' ')} end`;

const documentsLike = documentKinds
  .map(
    ({ table, number }) => `select d.id from ${table} d where d.organization_id = ? and d.${number} ilike ?`,
  )
  .join(' union all ');

const columns = [
  ...contractColumns,
  'print_jobs.attempt',
  'print_jobs.verified',
  'print_jobs.reprint_of',
  'print_jobs.queued_at',
  'print_jobs.printing_at',
  'print_jobs.finished_at',
  'print_devices.name as device_name',
  'print_devices.status as device_status',
  'print_devices.last_seen_at as device_last_seen_at',
  'print_devices.removed_at as device_removed_at',
] as const;

/**
 * A page of the queue: what waits or prints in its order, the oldest first; anything else newest first. The warehouse is
 * the one asked for by the job, else the one of its printer. `after` goes on behind that job, so that a list that grows
 * meanwhile shows no job twice. Refuses 400 UNKNOWN_REFERENCE for an `after` that is no job.
 */
export async function listPrintJobs(
  tx: TenantTransaction,
  organizationId: string,
  filter: PrintQueueFilter,
): Promise<{ rows: ListedPrintJobRow[]; total: number }> {
  const base = filtered(tx, organizationId, filter);
  const isQueue = filter.status === 'queued' || filter.status === 'printing';
  const order = isQueue ? ('asc' as const) : ('desc' as const);
  const sorted = [
    { column: 'print_jobs.created_at', order },
    { column: 'print_jobs.id', order },
  ];
  const shown = [...columns, tx.raw(`${documentNumber} as ref_no`)];
  if (!filter.after) return readPage(base, shown, sorted, filter);
  if (!(await findPrintJob(tx, organizationId, filter.after))) throw unknownReference('after', 'print job');
  const [counted] = (await base.clone().count({ total: '*' })) as { total: string }[];
  const behind = base.whereRaw(
    `(print_jobs.created_at, print_jobs.id) ${isQueue ? '>' : '<'}
       (select p.created_at, p.id from print_jobs p where p.organization_id = ? and p.id = ?)`,
    [organizationId, filter.after],
  );
  const { rows } = await readPage<ListedPrintJobRow>(behind, shown, sorted, filter);
  return { rows, total: Number(counted?.total ?? 0) };
}

function filtered(
  tx: TenantTransaction,
  organizationId: string,
  { status, warehouse_id: warehouseId, q, queued_before: queuedBefore }: PrintQueueFilter,
): Knex.QueryBuilder {
  const base = tx('print_jobs')
    .leftJoin('print_devices', (join) =>
      join
        .on('print_devices.organization_id', 'print_jobs.organization_id')
        .andOn('print_devices.id', 'print_jobs.device_id'),
    )
    .where('print_jobs.organization_id', organizationId);
  if (status) base.where('print_jobs.status', status);
  if (warehouseId) {
    base.whereRaw('coalesce(print_jobs.warehouse_id, print_devices.warehouse_id) = ?', [warehouseId]);
  }
  if (queuedBefore) base.where('print_jobs.queued_at', '<', queuedBefore);
  if (q) {
    const like = containsPattern(q);
    base.whereRaw(
      `(print_jobs.id::text ilike ? or print_jobs.label_kind ilike ? or print_devices.name ilike ?
        or print_jobs.ref_type ilike ? or print_jobs.ref_id::text ilike ? or print_jobs.ref_id in (${documentsLike}))`,
      [like, like, like, like, like, ...documentKinds.flatMap(() => [organizationId, like])],
    );
  }
  return base;
}
