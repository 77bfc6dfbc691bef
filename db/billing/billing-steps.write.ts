/** What each step of a billing run does for one merchant. */
import { chunksOf } from '../../domain/billing/billing-chunks.ts';
import { commitUnflushed, row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { billLeftShares, leftShares } from './left-shares.write.ts';
import { lockWaivers } from './charges.write.ts';
import {
  countActivity,
  earlierPeriods,
  feeDays,
  keyOf,
  periodsAgain,
  sourcesAgain,
} from './billing-plan.read.ts';
import { proveComplete } from './billing-proof.write.ts';
import type { RatingScope } from './billable-activity.ts';
import {
  addSteps,
  type NewStep,
  type RunCounters,
  type StepInput,
  type StepOutcome,
} from './billing-runs.write.ts';
import { invoice, issue } from './invoice-steps.write.ts';
import { previewRun } from './preview.write.ts';
import { loadRates, markRebilled, rateEvents, ratePeriod, rateStorage } from './rate-merchant.write.ts';
import { rateChanges } from './rate-changes.write.ts';
import { retakeSnapshots, snapshotMismatches, takeSnapshots } from './snapshots.write.ts';

type Step = (tx: TenantTransaction, input: StepInput, scope: RatingScope) => Promise<StepOutcome>;

/**
 * About a second of rating: short enough to show progress, long enough that the cost of a transaction does not matter.
 */
const chunkActivities = 100_000;

const steps: Record<string, Step> = {
  plan,
  again,
  shares,
  rate,
  storage,
  changed,
  period,
  prove,
  invoice,
  issue,
  preview,
};

/** Those that look at what is due of a whole period. */
const stepsWithFees: readonly string[] = ['changed', 'period', 'prove', 'preview'];

export async function doBillingStep(tx: TenantTransaction, input: StepInput): Promise<StepOutcome> {
  const { organizationId, merchantId, run, step } = input;
  const [from = run.period_start, to = run.period_end] = step.chunk_key.split('..').filter(Boolean);
  const scope: RatingScope = { organizationId, merchantId, runId: run.id, table: 'charges', from, to };
  const work = steps[step.step];
  if (!work) throw new Error(`There is no billing step ${step.step}.`);
  if (stepsWithFees.includes(step.step)) scope.fees = await feeDays(tx, scope);
  return work(tx, input, scope);
}

/**
 * Counts the activity and writes the remaining steps. Periods billed earlier are searched for late activity; what was
 * credited as gone, and is there again, is charged again however long ago that was; what passes on a bill is credited
 * once that is void, and charged however late the bill was approved.
 */
async function plan(
  tx: TenantTransaction,
  { merchantId, run }: StepInput,
  scope: RatingScope,
): Promise<StepOutcome> {
  const days = await countActivity(tx, scope);
  const chunks = chunksOf(days, scope, chunkActivities);
  const earlier = await earlierPeriods(tx, merchantId, run.period_start);
  const late = earlier.map(keyOf);
  const others = (await periodsAgain(tx, merchantId, run.period_start)).map(keyOf);
  const planned: NewStep[] = [];
  const add = (step: string, key = ''): void => {
    planned.push({ merchant_id: merchantId, position: planned.length + 1, step, chunk_key: key });
  };
  for (const period of others.filter((one) => !late.includes(one))) add('again', period);
  for (const period of late)
    for (const step of ['rate', 'storage', 'changed', 'period', 'prove']) add(step, period);
  const left = await leftShares(tx, merchantId, run.period_start, earlier);
  if (left.length > 0) add('shares', `${left[0]!.day}..${left.at(-1)!.day}`);
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

async function shares(
  tx: TenantTransaction,
  { merchantId, run }: StepInput,
  scope: RatingScope,
): Promise<StepOutcome> {
  await lockWaivers(tx, merchantId);
  const { created, adjusted, exceptions } = await billLeftShares(tx, scope, run.period_start);
  const counters = { charges_created: created, charges_adjusted: adjusted, ...lacking(exceptions) };
  return { rowsOut: created + adjusted + exceptions, counters };
}

/** Of other days than its own only what is still not billed is a run's business: it counts as activity of its own. */
const lacking = (exceptions: number): RunCounters => ({
  activity_total: exceptions,
  activity_done: exceptions,
  exceptions_count: exceptions,
});

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
  const { exceptions } = proof;
  if (input.step.chunk_key !== '')
    return {
      rowsIn: proof.activity,
      rowsOut: exceptions,
      result: { ...proof },
      counters: lacking(exceptions),
    };
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
    rowsOut: exceptions,
    result: { ...proof },
    counters: {
      activity_total: uncounted,
      activity_done: uncounted,
      activity_charged: proof.charged,
      activity_free: proof.free,
      exceptions_count: exceptions,
    },
  };
}

async function preview(tx: TenantTransaction, { run }: StepInput, scope: RatingScope): Promise<StepOutcome> {
  const { created, compared } = await previewRun(tx, scope, run.rate_sheet_id);
  return { rowsOut: created, result: { preview: compared }, counters: { charges_created: created } };
}
