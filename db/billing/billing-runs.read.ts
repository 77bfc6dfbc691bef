/** Reads of billing runs. */
import type { BillingRunStatus } from '../../domain/billing/billing-run-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { readPage, type PageQuery } from '../page.ts';
import { sql } from '../sql-text.ts';
import type { PreviewRow } from './preview.write.ts';

export type RunStatus = BillingRunStatus;

export interface BillingRunRow {
  id: string;
  run_no: string;
  mode: 'preview' | 'draft';
  merchant_ids: string[] | null;
  rate_sheet_id: string | null;
  period_start: string;
  period_end: string;
  invoice_date: string;
  auto_issue: boolean;
  late_charge_policy: 'next_invoice' | 'supplement';
  status: RunStatus;
  step: string | null;
  activity_total: string;
  activity_done: string;
  activity_charged: string;
  activity_free: string;
  exceptions_count: string;
  charges_created: string;
  charges_adjusted: string;
  invoices_count: number;
  totals: Record<string, number>;
  error: string | null;
  requested_by: string;
  created_at: Date;
  started_at: Date | null;
  heartbeat_at: Date;
  finished_at: Date | null;
}

const columns = [
  'id',
  'run_no',
  'mode',
  'merchant_ids',
  'rate_sheet_id',
  'period_start',
  'period_end',
  'invoice_date',
  'auto_issue',
  'late_charge_policy',
  'status',
  'step',
  'activity_total',
  'activity_done',
  'activity_charged',
  'activity_free',
  'exceptions_count',
  'charges_created',
  'charges_adjusted',
  'invoices_count',
  'totals',
  'error',
  'requested_by',
  'created_at',
  'started_at',
  'heartbeat_at',
  'finished_at',
];

export interface RunFilters extends PageQuery {
  status?: string;
  mode?: string;
  merchant_id?: string;
  period_from?: string;
  period_to?: string;
}

export function listBillingRuns(
  tx: TenantTransaction,
  organizationId: string,
  { status, mode, merchant_id: merchantId, period_from: from, period_to: to, ...page }: RunFilters,
): Promise<{ rows: BillingRunRow[]; total: number }> {
  const base = tx('billing_runs').where({ organization_id: organizationId });
  if (status) base.where({ status });
  if (mode) base.where({ mode });
  if (merchantId)
    base.where((either) =>
      either.whereNull('merchant_ids').orWhereRaw('? = any(merchant_ids)', [merchantId]),
    );
  if (from) base.where('period_end', '>=', from);
  if (to) base.where('period_start', '<=', to);
  return readPage(
    base,
    columns,
    [
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ],
    page,
  );
}

export function findBillingRun(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<BillingRunRow | undefined> {
  return tx('billing_runs')
    .where({ organization_id: organizationId, id })
    .first(columns) as unknown as Promise<BillingRunRow | undefined>;
}

export interface RunMerchantRow {
  merchant_id: string;
  name: string;
  steps_total: number;
  steps_done: number;
  step: string | null;
  ms: string;
  /** What a preview found: per item what it would charge, what is charged, the difference. */
  preview: PreviewRow[] | null;
  charged: Record<string, number> | null;
}

/** Progress and totals per merchant of a run, at most `limit` of them. */
export function merchantsOfRun(
  tx: TenantTransaction,
  organizationId: string,
  runId: string,
  limit: number,
): Promise<RunMerchantRow[]> {
  return rows<RunMerchantRow>(
    tx,
    sql`select s.merchant_id, m.name, count(*)::integer as steps_total, count(*) filter (where s.status = 'done')::integer as steps_done,
            (array_agg(s.step order by s.position) filter (where s.status = 'pending'))[1] as step, sum(s.ms) as ms,
            (array_agg(s.result -> 'preview') filter (where s.step = 'preview' and s.status = 'done'))[1] as preview,
            (array_agg(s.result -> 'charged') filter (where s.step = 'period' and s.status = 'done'))[1] as charged
       from billing_run_steps s
       join merchants m on m.organization_id = s.organization_id and m.id = s.merchant_id
      where s.organization_id = ${organizationId} and s.run_id = ${runId} group by s.merchant_id, m.name order by m.name, s.merchant_id limit ${limit}`,
  );
}

export interface ExceptionRow {
  id: string;
  merchant_id: string;
  event: string;
  source_type: string;
  source_id: string;
  source_ref: string | null;
  rule_id: string;
  service_date: string;
  reason: string;
  details: Record<string, unknown>;
}

/** A page of what a run could not bill. */
export async function exceptionsOfRun(
  tx: TenantTransaction,
  organizationId: string,
  runId: string,
  { page, page_size: size }: PageQuery,
): Promise<ExceptionRow[]> {
  return rows<ExceptionRow>(
    tx,
    sql`select id, merchant_id, event, source_type, source_id, source_ref, rule_id, service_date, reason, details
       from billing_exceptions where organization_id = ${organizationId} and run_id = ${runId} and resolved_at is null
      order by service_date, reason, id limit ${size} offset ${(page - 1) * size}`,
  );
}

export interface RunInvoiceRow {
  id: string;
  invoice_no: string | null;
  merchant_id: string;
  currency: string;
  status: string;
  total: string;
}

/** Invoices that carry charges of the run: drafted by it, or topped up. */
export function invoicesOfRun(
  tx: TenantTransaction,
  organizationId: string,
  runId: string,
  limit: number,
): Promise<RunInvoiceRow[]> {
  return rows<RunInvoiceRow>(
    tx,
    sql`select id, invoice_no, merchant_id, currency, status, total from invoices
      where organization_id = ${organizationId} and run_id = ${runId} order by created_at, id limit ${limit}`,
  );
}
