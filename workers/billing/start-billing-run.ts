/**
 * Starts a billing run and returns at once. If a run of the same scope is open it is returned instead; one that failed,
 * or whose worker went silent, is resumed; {run_id, action: cancel} cancels one.
 */
import { merchantsOfScope } from '../../db/billing/billing-runs.read.ts';
import {
  findRunOfScope,
  insertRun,
  lockRun,
  setRunRates,
  setRunStatus,
  takeTurnToStart,
  type RunState,
} from '../../db/billing/billing-runs.write.ts';
import { assertCurrencies } from '../../db/journal/currencies.read.ts';
import { findRateSheet } from '../../db/rates/rate-sheets.read.ts';
import { nextNumber } from '../../db/tenancy/sequences.write.ts';
import { readOrganization } from '../../db/tenancy/organizations.read.ts';
import { newId } from '../../domain/new-id.ts';
import { decimal } from '../../domain/decimal.ts';
import { billingRunStates } from '../../domain/billing/billing-run-states.ts';
import { invalid, notFound, Refusal, unknownReference, assertAllFound } from '../../domain/refusal.ts';
import { ratesByCurrency, type CurrencyRate } from '../../domain/money/exchange-rate.ts';
import { nextState } from '../../domain/state-machine.ts';
import { billingCommands } from '../../queues/billing/billing.ts';
import type { Handler, Work } from '../engine/handler.ts';

type Input = Parameters<Handler<typeof billingCommands.startBillingRun>>[1];

const daysMax = 366;

export const startBillingRun: Handler<typeof billingCommands.startBillingRun> = async (work, input) => {
  const { edition, base_currency: baseCurrency } = await readOrganization(work.tx);
  if (edition !== 'three_pl') {
    throw new Refusal('EDITION_3PL_ONLY', 'Billing runs bill merchants, which only the 3PL edition has.');
  }
  if (input.run_id || input.action) return cancel(work, input);
  const scope = await scopeOf(work, input);
  const { rates } = input;
  if (rates) {
    ratesByCurrency(rates, baseCurrency);
    await assertCurrencies(
      work.tx,
      rates.map(({ currency }) => currency),
    );
  }
  await takeTurnToStart(work.tx);
  const present = await findRunOfScope(work.tx, scope);
  if (present && (isOpen(present) || (present.status === 'failed' && present.mode === 'draft'))) {
    assertSameTerms(present, input);
    const goesOn = present.status === 'failed' || present.is_stale;
    if (!goesOn && rates) assertSameRates(present, rates);
    if (goesOn && rates) await setRunRates(work.tx, present.id, rates);
    if (goesOn) await resume(work, present);
    return { id: present.id, existing: true };
  }
  return { id: await begin(work, scope, input), existing: false };
};

function isOpen({ status }: RunState): boolean {
  return status === 'queued' || status === 'running';
}

/** A run keeps the terms it was started with: some of its invoices may have been drafted or issued by them. */
function assertSameTerms(run: RunState, input: Input): void {
  const differing = (['invoice_date', 'auto_issue', 'late_charge_policy', 'credit_notes'] as const).filter(
    (field) => input[field] !== undefined && input[field] !== run[field],
  );
  if (differing.length > 0)
    throw runDiffers(
      differing.map((field) => ({ path: field, message: `${field} of the period's run is ${run[field]}` })),
    );
}

/** Rates are taken by a run that stands still; one that goes on has read its own. */
function assertSameRates(run: RunState, rates: readonly CurrencyRate[]): void {
  const differing = rates.flatMap(({ currency, rate }, index) => {
    const own = run.rates.find((one) => one.currency === currency);
    if (own && decimal(own.rate).eq(decimal(rate))) return [];
    const message = `the period's run goes on ${own ? `at ${own.rate}` : 'without a rate'} for ${currency}`;
    return [{ path: `rates.${index}`, message }];
  });
  if (differing.length > 0) throw runDiffers(differing);
}

const runDiffers = (differing: readonly { path: string; message: string }[]): Refusal =>
  new Refusal(
    'VALIDATION_FAILED',
    'The run of this period keeps the terms it was started with: change its drafts, or cancel it and start another.',
    differing.map((one) => ({ ...one, code: 'run_differs' })),
  );

async function cancel(
  { tx, emit }: Work,
  { run_id: id, action }: Input,
): Promise<{ id: string; existing: boolean }> {
  if (!id || !action) throw invalid(id ? 'action' : 'run_id', 'required', 'run_id and action go together');
  const found = await lockRun(tx, id);
  if (!found) throw notFound('billing run');
  const status = nextState(billingRunStates, found.status, 'cancel');
  await setRunStatus(tx, id, status);
  emit({ type: 'billing_run.cancelled', subject_type: 'billing_run', subject_id: id, data: { status } });
  return { id, existing: true };
}

interface Scope {
  scope_key: string;
  merchant_ids: string[] | null;
  period_start: string;
  period_end: string;
  mode: 'preview' | 'draft';
}

async function scopeOf({ tx }: Work, input: Input): Promise<Scope> {
  const { period_start: start, period_end: end, mode = 'draft', rate_sheet_id: sheetId } = input;
  if (!start) throw invalid('period_start', 'required', 'period_start is required');
  if (!end) throw invalid('period_end', 'required', 'period_end is required');
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1;
  if (days < 1) throw invalid('period_end', 'order', 'period_end must not be before period_start');
  if (days > daysMax) throw invalid('period_end', 'too_long', `a period has at most ${daysMax} days`);
  if (sheetId && mode !== 'preview')
    throw invalid('rate_sheet_id', 'not_allowed', 'rate_sheet_id is for previews');
  if (sheetId && !(await findRateSheet(tx, sheetId))) throw unknownReference('rate_sheet_id', 'rate sheet');
  const merchants = input.merchant_ids ? [...new Set(input.merchant_ids)].sort() : null;
  if (merchants) {
    const known = await merchantsOfScope(tx, merchants);
    assertAllFound('merchant_ids', input.merchant_ids ?? [], known, 'merchant');
  }
  const key = [merchants?.join(',') ?? 'all', ...(sheetId ? [sheetId] : [])].join('|');
  return { scope_key: key, merchant_ids: merchants, period_start: start, period_end: end, mode };
}

async function begin({ tx, actor, enqueue, emit }: Work, scope: Scope, input: Input): Promise<string> {
  const id = newId();
  const month = scope.period_end.slice(0, 7).replace('-', '');
  await insertRun(tx, {
    ...scope,
    id,
    run_no: await nextNumber(tx, 'RUN', month),
    rate_sheet_id: input.rate_sheet_id ?? null,
    invoice_date: input.invoice_date ?? scope.period_end,
    auto_issue: input.auto_issue ?? false,
    late_charge_policy: input.late_charge_policy ?? 'next_invoice',
    credit_notes: input.credit_notes ?? false,
    rates: input.rates ?? [],
    requested_by: actor.name,
  });
  enqueue(billingCommands.planBillingRun, { run_id: id });
  emit({
    type: 'billing_run.queued',
    subject_type: 'billing_run',
    subject_id: id,
    data: { status: 'queued' },
  });
  return id;
}

async function resume({ tx, enqueue, emit }: Work, { id, status: from }: RunState): Promise<void> {
  const status = nextState(billingRunStates, from, 'resume');
  await setRunStatus(tx, id, status);
  enqueue(billingCommands.planBillingRun, { run_id: id });
  emit({
    type: 'billing_run.resumed',
    subject_type: 'billing_run',
    subject_id: id,
    data: { status, previous_status: from },
  });
}
