/** What each step of a billing run does for one merchant. */
import { chunksOf } from '../../domain/billing/billing-chunks.ts';
import type { DomainEvent } from '../../domain/domain-event.ts';
import { orThrow } from '../../domain/refusal.ts';
import { commitUnflushed, execute, row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { draftInvoices } from './billing-invoices.write.ts';
import { lockWaivers } from './charges.write.ts';
import { countActivity, earlierPeriods, keyOf, periodsAgain, sourcesAgain } from './billing-plan.read.ts';
import { proveComplete } from './billing-proof.write.ts';
import type { RatingScope } from './billable-activity.ts';
import {
  addSteps,
  type NewStep,
  type PendingStep,
  type RunCounters,
  type RunState,
  type StepDone,
} from './billing-runs.write.ts';
import { issueInvoices } from '../documents/issue-invoice.write.ts';
import { comparePreview, continueCycles, openPreview } from './preview.write.ts';
import { loadRates, markRebilled, rateEvents, ratePeriod, rateStorage } from './rate-merchant.write.ts';
import { rateChanges } from './rate-changes.write.ts';
import { retakeSnapshots, snapshotMismatches, takeSnapshots } from './snapshots.write.ts';

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

type Step = (tx: TenantTransaction, input: StepInput, scope: RatingScope) => Promise<StepOutcome>;

/**
 * About a second of rating: short enough to show progress, long enough that the cost of a transaction does not matter.
 */
const chunkActivities = 100_000;

const steps: Record<string, Step> = {
  plan,
  again,
  rate,
  storage,
  changed,
  period,
  prove,
  invoice,
  issue,
  preview,
};

export function doBillingStep(tx: TenantTransaction, input: StepInput): Promise<StepOutcome> {
  const { organizationId, merchantId, run, step } = input;
  const [from = run.period_start, to = run.period_end] = step.chunk_key.split('..').filter(Boolean);
  const scope: RatingScope = { organizationId, merchantId, runId: run.id, table: 'charges', from, to };
  const work = steps[step.step];
  if (!work) throw new Error(`There is no billing step ${step.step}.`);
  return work(tx, input, scope);
}

/**
 * Counts the activity and writes the remaining steps. Periods billed earlier are searched for late activity; what was
 * credited as gone, and is there again, is charged again however long ago that was, and what passes on a bill is credited
 * once that is void.
 */
async function plan(
  tx: TenantTransaction,
  { merchantId, run }: StepInput,
  scope: RatingScope,
): Promise<StepOutcome> {
  const days = await countActivity(tx, scope);
  const chunks = chunksOf(days, scope, chunkActivities);
  const late = (await earlierPeriods(tx, merchantId, run.period_start)).map(keyOf);
  const others = (await periodsAgain(tx, merchantId, run.period_start)).map(keyOf);
  const planned: NewStep[] = [];
  const add = (step: string, key = ''): void => {
    planned.push({ merchant_id: merchantId, position: planned.length + 1, step, chunk_key: key });
  };
  for (const period of others.filter((one) => !late.includes(one))) add('again', period);
  for (const period of late)
    for (const step of ['rate', 'storage', 'changed', 'period', 'prove']) add(step, period);
  for (const chunk of chunks) add('rate', `${chunk.from}..${chunk.to}`);
  for (const step of ['storage', 'changed', 'period', 'prove', 'invoice']) add(step);
  if (run.auto_issue) add('issue');
  await addSteps(tx, run.id, planned);
  const total = days.reduce((sum, { activities }) => sum + activities, 0);
  const result = {
    chunks: Object.fromEntries(chunks.map((chunk) => [`${chunk.from}..${chunk.to}`, chunk.activities])),
  };
  return { rowsIn: total, rowsOut: planned.length, result, counters: { activity_total: total } };
}

/**
 * Looks again at what is gone, or came back, of what was charged in a period nobody looks at any more. Nothing else in it
 * is charged: not by rules and prices made since, nor by what its items weigh today.
 */
async function again(
  tx: TenantTransaction,
  { merchantId }: StepInput,
  scope: RatingScope,
): Promise<StepOutcome> {
  await lockWaivers(tx, merchantId);
  const billed: RatingScope = { ...scope, againOnly: await sourcesAgain(tx, scope) };
  const rates = await loadRates(tx, billed, null);
  const differences = await rateChanges(tx, billed, rates);
  const { created, adjusted } = await ratePeriod(tx, billed, rates);
  return {
    rowsOut: differences + created + adjusted,
    counters: { charges_created: created, charges_adjusted: differences + adjusted },
  };
}

/** A chunk that a crash undoes is rated again; the invoice made of it waits for the disk. */
async function rate(tx: TenantTransaction, input: StepInput, scope: RatingScope): Promise<StepOutcome> {
  await commitUnflushed(tx);
  const created = await rateEvents(tx, scope, await loadRates(tx, scope, null));
  await markRebilled(tx, scope);
  const planned = await row<{ activities: number | null }>(
    tx,
    sql`select (result -> 'chunks' ->> ${input.step.chunk_key})::integer as activities from billing_run_steps
      where organization_id = ${input.organizationId} and run_id = ${input.run.id} and merchant_id = ${input.merchantId} and step = 'plan'`,
  );
  const activities = planned?.activities ?? 0;
  return {
    rowsIn: activities,
    rowsOut: created,
    counters: { activity_done: activities, charges_created: created },
  };
}

/** Snapshots first: missing nights are filled in, and days that disagree with the ledger are taken again. */
async function storage(
  tx: TenantTransaction,
  { merchantId }: StepInput,
  scope: RatingScope,
): Promise<StepOutcome> {
  // The day before the longest cycle that can end within the period.
  const first = await row<{ day: string }>(tx, sql`select (${scope.from}::date - 92) as day`);
  const rates = await loadRates(tx, scope, null);
  const isPerCycle = rates.lines.some(({ storage_method: method }) => method !== null && method !== 'daily');
  const from = isPerCycle ? first!.day : scope.from;
  const taken = await takeSnapshots(tx, from, scope.to);
  const mismatches = await snapshotMismatches(tx, merchantId, from, scope.to);
  const firstBad = new Map<string, string>();
  for (const { warehouse_id: warehouse, day } of mismatches)
    if (!firstBad.has(warehouse)) firstBad.set(warehouse, day);
  for (const [warehouse, day] of firstBad) await retakeSnapshots(tx, warehouse, day);
  const created = await rateStorage(tx, scope, rates);
  return {
    rowsIn: taken,
    rowsOut: created,
    result: { retaken: mismatches.length },
    counters: { charges_created: created },
  };
}

async function changed(tx: TenantTransaction, _: StepInput, scope: RatingScope): Promise<StepOutcome> {
  const adjusted = await rateChanges(tx, scope, await loadRates(tx, scope, null));
  return { rowsOut: adjusted, counters: { charges_adjusted: adjusted } };
}

async function period(tx: TenantTransaction, input: StepInput, scope: RatingScope): Promise<StepOutcome> {
  await lockWaivers(tx, input.merchantId);
  const { created, adjusted } = await ratePeriod(tx, scope, await loadRates(tx, scope, null));
  const charged = await row<{ charged: Record<string, number> | null }>(
    tx,
    sql`select jsonb_object_agg(currency, amount) as charged from (
       select currency, round(sum(amount_precise), 4) as amount from charges
        where organization_id = ${input.organizationId} and merchant_id = ${input.merchantId} and service_date between ${scope.from}::date and ${scope.to}::date group by currency) c`,
  );
  return {
    rowsOut: created + adjusted,
    result: { charged: charged?.charged ?? {} },
    counters: { charges_created: created, charges_adjusted: adjusted },
  };
}

async function prove(tx: TenantTransaction, input: StepInput, scope: RatingScope): Promise<StepOutcome> {
  const proof = await proveComplete(tx, scope, await loadRates(tx, scope, null));
  // Of an earlier period only what is still not billed is this run's business: it counts as activity of its own.
  if (input.step.chunk_key !== '') {
    const { exceptions } = proof;
    return {
      rowsIn: proof.activity,
      rowsOut: exceptions,
      result: { ...proof },
      counters: { activity_total: exceptions, activity_done: exceptions, exceptions_count: exceptions },
    };
  }
  const planned = await row<{ activities: string }>(
    tx,
    sql`select rows_in as activities from billing_run_steps
      where organization_id = ${input.organizationId} and run_id = ${input.run.id} and merchant_id = ${input.merchantId} and step = 'plan'`,
  );
  // What the plan could not count: storage days, and activity that arrived since. This makes the run's own totals add
  // up.
  const uncounted = proof.activity - Number(planned?.activities ?? 0);
  return {
    rowsIn: proof.activity,
    rowsOut: proof.exceptions,
    result: { ...proof },
    counters: {
      activity_total: uncounted,
      activity_done: uncounted,
      activity_charged: proof.charged,
      activity_free: proof.free,
      exceptions_count: proof.exceptions,
    },
  };
}

async function invoice(
  tx: TenantTransaction,
  { organizationId, merchantId, run }: StepInput,
): Promise<StepOutcome> {
  await lockWaivers(tx, merchantId);
  const drafted = await draftInvoices(tx, {
    organizationId,
    merchantId,
    runId: run.id,
    periodStart: run.period_start,
    periodEnd: run.period_end,
    invoiceDate: run.invoice_date,
    lateChargePolicy: run.late_charge_policy,
    rates: run.rates,
    createdBy: run.requested_by,
  });
  const events = drafted
    .filter(({ isNew, isRedated, linked }) => isNew || isRedated || linked > 0)
    .map(({ id, isNew }): DomainEvent => ({
      type: isNew ? 'invoice.created' : 'invoice.changed',
      subject_type: 'invoice',
      subject_id: id,
      data: { status: 'draft' },
    }));
  return {
    events,
    rowsOut: drafted.reduce((sum, { linked }) => sum + linked, 0),
    result: { invoice_ids: drafted.map(({ id }) => id) },
    counters: { invoices_count: drafted.length },
  };
}

/**
 * Issues the invoices that the run drafted, added to or redated. A draft whose credits exceed its charges waits for more
 * charges.
 */
async function issue(
  tx: TenantTransaction,
  { organizationId, merchantId, run }: StepInput,
): Promise<StepOutcome> {
  const drafts = await rows<{ id: string }>(
    tx,
    sql`select id from invoices
         where organization_id = ${organizationId} and merchant_id = ${merchantId} and status = 'draft' and total >= 0
           and (run_id = ${run.id} or id in (
             select jsonb_array_elements_text(s.result -> 'invoice_ids')::uuid from billing_run_steps s
              where s.organization_id = ${organizationId} and s.run_id = ${run.id} and s.merchant_id = ${merchantId}
                and s.step = 'invoice'))
         order by id`,
  );
  if (drafts.length === 0) return {};
  const answers = await issueInvoices(
    tx,
    drafts.map(({ id }) => ({ id, by: run.requested_by })),
  );
  const issued = answers.map(orThrow);
  const events = issued.map(({ id, invoice_no, status }): DomainEvent => ({
    type: 'invoice.issued',
    subject_type: 'invoice',
    subject_id: id,
    data: { status, previous_status: 'draft', invoice_no },
  }));
  return { rowsOut: issued.length, events };
}

/** Does a whole run in one transaction, on a table that is dropped afterwards. */
async function preview(tx: TenantTransaction, { run }: StepInput, scope: RatingScope): Promise<StepOutcome> {
  await openPreview(tx);
  await takeSnapshots(tx, run.period_start, run.period_end);
  const trial: RatingScope = { ...scope, table: 'preview_charges' };
  const rates = await loadRates(tx, trial, run.rate_sheet_id);
  await continueCycles(tx, trial, rates.lines);
  let created = await rateEvents(tx, trial, rates);
  created += await rateStorage(tx, trial, rates);
  created += (await ratePeriod(tx, trial, rates)).created;
  const compared = await comparePreview(tx, trial);
  await execute(tx, sql`drop table preview_charges`);
  return { rowsOut: created, result: { preview: compared }, counters: { charges_created: created } };
}
