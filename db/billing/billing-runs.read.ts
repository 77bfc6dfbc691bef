/** Reads of billing runs. */
import type { BillingRunStatus } from '../../domain/billing/billing-run-states.ts';
import type { CurrencyRate } from '../../domain/money/exchange-rate.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
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
  credit_notes: boolean;
  rates: CurrencyRate[];
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

const columns = sql`r.id, r.run_no, r.mode, r.merchant_ids, r.rate_sheet_id, r.period_start, r.period_end, r.invoice_date,
  r.auto_issue, r.late_charge_policy, r.credit_notes, r.rates, r.status, r.step, r.activity_total, r.activity_done, r.activity_charged,
  r.activity_free, r.exceptions_count, r.charges_created, r.charges_adjusted, r.invoices_count, r.totals, r.error,
  r.requested_by, r.created_at, r.started_at, r.heartbeat_at, r.finished_at`;

export interface RunFilters extends PageQuery {
  status?: string;
  mode?: string;
  merchant_id?: string;
  period_from?: string;
  period_to?: string;
}

export function listBillingRuns(
  tx: TenantTransaction,
  { status, mode, merchant_id: merchantId, period_from: from, period_to: to, ...page }: RunFilters,
): Promise<PageOf<BillingRunRow>> {
  const wanted = equalTo('r', { organization_id: tx.organizationId, status, mode });
  if (merchantId) wanted.push(sql`(r.merchant_ids is null or ${merchantId} = any(r.merchant_ids))`);
  if (from) wanted.push(sql`r.period_end >= ${from}`);
  if (to) wanted.push(sql`r.period_start <= ${to}`);
  const order = ['-r.created_at', '-r.id'];
  return readPage(tx, { columns, from: sql`billing_runs r`, where: every(wanted), order }, page);
}

export function findBillingRun(tx: TenantTransaction, id: string): Promise<BillingRunRow | undefined> {
  return row<BillingRunRow>(
    tx,
    sql`select ${columns} from billing_runs r where r.organization_id = ${tx.organizationId} and r.id = ${id}`,
  );
}

/**
 * The merchants a run bills, by id: the existing ones in its scope, or all of the organization's when it names none.
 */
export async function merchantsOfScope(
  tx: TenantTransaction,
  ids: readonly string[] | null,
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select id from merchants
         where organization_id = ${tx.organizationId} and (${ids}::uuid[] is null or id = any(${ids}::uuid[])) order by id`,
  );
  return found.map(({ id }) => id);
}

export interface RunMerchantRow {
  merchant_id: string;
  name: string;
  steps_total: number;
  steps_done: number;
  step: string | null;
  ms: string;
  /** A preview's findings per item: what it would charge, what is charged already, and the difference. */
  preview: PreviewRow[] | null;
  charged: Record<string, number> | null;
}

/** Progress and totals of a run per merchant, at most `limit` of them. */
export function merchantsOfRun(
  tx: TenantTransaction,
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
      where s.organization_id = ${tx.organizationId} and s.run_id = ${runId} group by s.merchant_id, m.name order by m.name, s.merchant_id limit ${limit}`,
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
  runId: string,
  { page, page_size: size }: { page: number; page_size: number },
): Promise<ExceptionRow[]> {
  return rows<ExceptionRow>(
    tx,
    sql`select id, merchant_id, event, source_type, source_id, source_ref, rule_id, service_date, reason, details
       from billing_exceptions where organization_id = ${tx.organizationId} and run_id = ${runId} and resolved_at is null
      order by service_date, reason, id limit ${size} offset ${(page - 1) * size}`,
  );
}

export interface RunInvoiceRow {
  id: string;
  invoice_no: string | null;
  kind: 'invoice' | 'credit_note';
  merchant_id: string;
  currency: string;
  status: string;
  total: string;
}

/** Invoices with charges of the run, whether it drafted or topped them up. */
export function invoicesOfRun(tx: TenantTransaction, runId: string, limit: number): Promise<RunInvoiceRow[]> {
  return rows<RunInvoiceRow>(
    tx,
    sql`select id, invoice_no, kind, merchant_id, currency, status, total from invoices
      where organization_id = ${tx.organizationId}
        and (run_id = ${runId} or id in (
          select jsonb_array_elements_text(s.result -> 'invoice_ids')::uuid from billing_run_steps s
           where s.organization_id = ${tx.organizationId} and s.run_id = ${runId} and s.step = 'invoice'))
      order by created_at, id limit ${limit}`,
  );
}
