/**
 * Writes of billing runs: created once per scope and advanced step by step; each step has a row in billing_run_steps.
 */
import type { DomainEvent } from '../../domain/domain-event.ts';
import type { CurrencyRate } from '../../domain/money/exchange-rate.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { joined, name, sql, values, type SqlText } from '../sql-text.ts';
import type { RunStatus } from './billing-runs.read.ts';

export interface RunState {
  id: string;
  status: RunStatus;
  mode: 'preview' | 'draft';
  merchant_ids: string[] | null;
  rate_sheet_id: string | null;
  period_start: string;
  period_end: string;
  invoice_date: string;
  auto_issue: boolean;
  late_charge_policy: 'next_invoice' | 'supplement';
  credit_notes: boolean;
  /** What its invoices in foreign currencies are entered at. */
  rates: CurrencyRate[];
  requested_by: string;
  /** No step has finished for two minutes: its worker died, or its command has failed for good. */
  is_stale: boolean;
}

const stateColumns = sql`id, status, mode, merchant_ids, rate_sheet_id, period_start, period_end, invoice_date, auto_issue,
  late_charge_policy, credit_notes, rates, requested_by, heartbeat_at < now() - interval '2 minutes' as is_stale`;

/**
 * Allows one start at a time per organization until the transaction ends, so that two requests at once find each
 * other's run.
 */
export async function takeTurnToStart(tx: TenantTransaction): Promise<void> {
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('billing runs|' || ${tx.organizationId}, 0))`,
  );
}

export interface NewRun {
  id: string;
  run_no: string;
  scope_key: string;
  merchant_ids: string[] | null;
  period_start: string;
  period_end: string;
  mode: 'preview' | 'draft';
  rate_sheet_id: string | null;
  invoice_date: string;
  auto_issue: boolean;
  late_charge_policy: 'next_invoice' | 'supplement';
  credit_notes: boolean;
  rates: readonly CurrencyRate[];
  requested_by: string;
}

/** Inserts a run, queued and without steps. */
export async function insertRun(tx: TenantTransaction, run: NewRun): Promise<void> {
  const row = { ...run, rates: JSON.stringify(run.rates), organization_id: tx.organizationId };
  await execute(tx, sql`insert into billing_runs ${values(row)}`);
}

/** Gives a run that is resumed other rates. */
export async function setRunRates(
  tx: TenantTransaction,
  id: string,
  rates: readonly CurrencyRate[],
): Promise<void> {
  await execute(
    tx,
    sql`update billing_runs set rates = ${JSON.stringify(rates)}::jsonb where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

export function findRunState(tx: TenantTransaction, id: string): Promise<RunState | undefined> {
  return row<RunState>(
    tx,
    sql`select ${stateColumns} from billing_runs where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

export function lockRun(tx: TenantTransaction, id: string): Promise<RunState | undefined> {
  return row<RunState>(
    tx,
    sql`select ${stateColumns} from billing_runs where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
}

/** The run of the same scope that is open, or failed and not replaced since. Locked. */
export function findRunOfScope(
  tx: TenantTransaction,
  scope: { scope_key: string; period_start: string; period_end: string; mode: string },
): Promise<RunState | undefined> {
  return row<RunState>(
    tx,
    sql`select ${stateColumns} from billing_runs
      where organization_id = ${tx.organizationId} and scope_key = ${scope.scope_key} and period_start = ${scope.period_start} and period_end = ${scope.period_end} and mode = ${scope.mode}
      order by created_at desc, id desc limit 1 for update`,
  );
}

export async function setRunStatus(
  tx: TenantTransaction,
  id: string,
  status: RunStatus,
  { error = null }: { error?: string | null } = {},
): Promise<void> {
  await execute(
    tx,
    sql`update billing_runs set status = ${status}::text, error = ${error}, heartbeat_at = now(), started_at = coalesce(started_at, now()),
            finished_at = case when ${status}::text in ('queued', 'running') then null else now() end,
            step = case when ${status}::text in ('queued', 'running', 'failed') then step end
      where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

export interface NewStep {
  merchant_id: string;
  position: number;
  step: string;
  chunk_key?: string;
}

export async function addSteps(
  tx: TenantTransaction,
  runId: string,
  steps: readonly NewStep[],
): Promise<void> {
  await execute(
    tx,
    sql`insert into billing_run_steps (organization_id, run_id, merchant_id, position, step, chunk_key)
     select ${tx.organizationId}::uuid, ${runId}::uuid, merchant_id, position, step, coalesce(chunk_key, '')
       from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as s (merchant_id uuid, position integer, step text, chunk_key text)
     on conflict do nothing`,
  );
}

export interface PendingStep {
  step: string;
  chunk_key: string;
  position: number;
}

const billingLock = (tx: TenantTransaction, merchantId: string): SqlText =>
  sql`hashtextextended('billing|' || ${tx.organizationId} || '|' || ${merchantId}, 0)`;

/** Whether another transaction bills the merchant now. If not, none begins to until this one ends. */
export async function isBeingBilled(tx: TenantTransaction, merchantId: string): Promise<boolean> {
  const found = await row<{ is_free: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(${billingLock(tx, merchantId)}) as is_free`,
  );
  return !found!.is_free;
}

/** The merchant's next step, locked. Only one transaction bills a merchant at a time, across all runs. */
export async function takeStep(
  tx: TenantTransaction,
  runId: string,
  merchantId: string,
): Promise<PendingStep | undefined> {
  await execute(tx, sql`select pg_advisory_xact_lock(${billingLock(tx, merchantId)})`);
  return row<PendingStep>(
    tx,
    sql`select step, chunk_key, position from billing_run_steps
      where organization_id = ${tx.organizationId} and run_id = ${runId} and merchant_id = ${merchantId} and status = 'pending' order by position, chunk_key limit 1 for update`,
  );
}

export interface StepDone {
  rowsIn?: number;
  rowsOut?: number;
  result?: Record<string, unknown>;
}

export interface StepInput {
  organizationId: string;
  merchantId: string;
  run: RunState;
  step: PendingStep;
}

export interface StepOutcome extends StepDone {
  counters?: RunCounters;
  events?: DomainEvent[];
}

/** The run totals that a step adds to. */
const runCounters = [
  'activity_total',
  'activity_done',
  'activity_charged',
  'activity_free',
  'exceptions_count',
  'charges_created',
  'charges_adjusted',
  'invoices_count',
] as const;

export type RunCounters = Partial<Record<(typeof runCounters)[number], number>>;

export async function finishStep(
  tx: TenantTransaction,
  key: { runId: string; merchantId: string; step: string; chunk_key: string },
  { rowsIn = 0, rowsOut = 0, result = {} }: StepDone,
  ms: number,
): Promise<void> {
  await execute(
    tx,
    sql`update billing_run_steps set status = 'done', rows_in = ${rowsIn}, rows_out = ${rowsOut}, result = ${JSON.stringify(result)}::jsonb, ms = ${ms}, finished_at = now()
      where organization_id = ${tx.organizationId} and run_id = ${key.runId} and merchant_id = ${key.merchantId} and step = ${key.step} and chunk_key = ${key.chunk_key}`,
  );
}

/** A step takes this lock last: the run's row, to update its heartbeat and totals. */
export async function advanceRun(
  tx: TenantTransaction,
  runId: string,
  step: string,
  counters: RunCounters,
): Promise<void> {
  // Always sets every counter, so that one statement text serves all steps.
  const added = runCounters.map(
    (column) => sql`${name(column)} = ${name(column)} + ${counters[column] ?? 0}`,
  );
  await execute(
    tx,
    sql`update billing_runs set heartbeat_at = now(), step = ${step}, ${joined(added, ', ')}
      where organization_id = ${tx.organizationId} and id = ${runId}`,
  );
}

/** The merchants of a run with steps left. */
export async function merchantsToDo(tx: TenantTransaction, runId: string): Promise<string[]> {
  const found = await rows<{ merchant_id: string }>(
    tx,
    sql`select distinct merchant_id from billing_run_steps where organization_id = ${tx.organizationId} and run_id = ${runId} and status = 'pending' order by 1`,
  );
  return found.map(({ merchant_id: id }) => id);
}

/** The run's charges totalled by currency. */
export async function writeTotals(tx: TenantTransaction, runId: string): Promise<void> {
  await execute(
    tx,
    sql`update billing_runs r set totals = coalesce((
        select jsonb_object_agg(s.currency, s.amount) from (
          select c.currency, round_money(sum(c.amount_precise), max(k.exponent), max(o.rounding)) as amount
            from charges c join currencies k on k.code = c.currency join organizations o on o.id = c.organization_id
           where c.organization_id = r.organization_id and c.run_id = r.id group by c.currency) s), '{}')
      where r.organization_id = ${tx.organizationId} and r.id = ${runId}`,
  );
}
