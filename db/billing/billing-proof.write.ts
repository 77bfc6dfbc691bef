/**
 * Completeness: every activity of the period is charged, explicitly free, or an exception with its reason. If anything
 * is left over, the run fails.
 */
import { newId } from '../../domain/new-id.ts';
import { billingEvent, billingEventNames, type BillingEventName } from '../../domain/rates/billing-events.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { every, some, sql, type SqlText } from '../sql-text.ts';
import {
  activityFrom,
  basisOf,
  currencyPredicate,
  inScope,
  linePredicate,
  matchesIn,
  quantitySql,
  type RatingScope,
} from './billable-activity.ts';
import type { BillingRuleRow } from '../rates/billing-rules.read.ts';
import type { EffectiveLine } from '../rates/effective-rates.read.ts';
import { lostSources, zeroId, type Rates } from './rate-activity.write.ts';
import { chargedByGroup, rulePredicate } from './rule-predicate.ts';
import { cycleEnd, isPerCycle, unlessCycleCharged } from './storage-activity.ts';
import { snapshotMismatches } from './snapshots.write.ts';

export interface Proof {
  activity: number;
  charged: number;
  free: number;
  exceptions: number;
}

interface Inputs extends Rates {
  lost: SqlText;
}

const none: Proof = { activity: 0, charged: 0, free: 0, exceptions: 0 };

/**
 * Writes the exceptions for the days in scope, resolves those that are settled, and counts. Throws when anything is
 * left over.
 */
export async function proveComplete(tx: TenantTransaction, scope: RatingScope, rates: Rates): Promise<Proof> {
  const inputs: Inputs = { ...rates, lost: await unlessLost(tx, scope) };
  let total = none;
  for (const event of scope.onlyShares ? (['freight.split'] as const) : billingEventNames) {
    const rules = inputs.rules.filter((rule) => rule.event === event);
    if (billingEvent(event).view)
      total = add(total, await whole(() => proveEvent(tx, scope, event, { ...inputs, rules })));
    else if (event === 'inventory.stored')
      total = add(total, await whole(() => proveStorage(tx, scope, { ...inputs, rules })));
  }
  await resolveSettled(tx, scope);
  return total;
}

const looksMax = 5;

/** What happens after its exceptions were written is counted without one: then both are done again. */
async function whole(prove: () => Promise<Proof>): Promise<Proof> {
  for (let look = 1; ; look += 1) {
    const proof = await prove();
    const left = proof.activity - proof.charged - proof.free - proof.exceptions;
    if (left === 0) return proof;
    if (look === looksMax)
      throw new Error(`${left} activities are neither charged nor free nor an exception.`);
  }
}

function add(a: Proof, b: Proof): Proof {
  return {
    activity: a.activity + b.activity,
    charged: a.charged + b.charged,
    free: a.free + b.free,
    exceptions: a.exceptions + b.exceptions,
  };
}

/** Charged, and not credited since for no longer fitting any line. */
function chargedBy(scope: RatingScope, rule: SqlText, lost: SqlText = sql``): SqlText {
  return sql`exists (select 1 from charges c where c.organization_id = ${scope.organizationId}::uuid and c.source_id = a.source_id
      ${rule} ${lost})`;
}

/** The condition that excludes lost sources; empty when there are none, which is nearly always. */
async function unlessLost(tx: TenantTransaction, scope: RatingScope): Promise<SqlText> {
  const lost = lostSources(scope, sql`true`);
  const found = await rows(tx, sql`select 1 from (${lost}) l limit 1`);
  return found.length === 0
    ? sql``
    : sql`and (c.rule_id, c.source_id) not in (select l.rule_id, l.source_id from (${lost}) l)`;
}

async function proveEvent(
  tx: TenantTransaction,
  scope: RatingScope,
  event: BillingEventName,
  { rules, lines, lost }: Inputs,
): Promise<Proof> {
  const from = activityFrom(scope, { id: zeroId, event });
  const within = inScope(scope, { event });
  for (const rule of rules.filter(({ effect }) => effect === 'charge')) {
    const ofItem = lines.filter((line) => line.billing_item_id === rule.billing_item_id);
    const uncharged = sql`not ${chargedBy(scope, sql`and ${chargedByGroup(scope, rule)}`, lost)}`;
    await insertExceptions(
      tx,
      scope,
      event,
      rule.id,
      reasonSql(rule, ofItem, lines),
      from,
      every([within, rulePredicate(rule, rules), uncharged]),
    );
  }
  const anyRule = some(rules.map((rule) => rulePredicate(rule, rules)));
  const unmatched = every([within, sql`not ${anyRule}`, sql`not ${chargedBy(scope, sql``, lost)}`]);
  await insertExceptions(tx, scope, event, zeroId, sql`'NO_RULE'`, from, unmatched);
  const free = some(
    rules.filter(({ effect }) => effect === 'no_charge').map((rule) => rulePredicate(rule, rules)),
  );
  return count(tx, scope, sql`${from} where ${within}`, {
    isCharged: chargedBy(scope, sql``, lost),
    isFree: free,
  });
}

/** Why a matched row has no charge: no rate sheet, no line, an unknown dimension, or another currency. */
function reasonSql(
  rule: BillingRuleRow,
  ofItem: readonly EffectiveLine[],
  lines: readonly EffectiveLine[],
): SqlText {
  const cases = ofItem.map((line) => {
    const basis = basisOf(rule, line);
    const quantity = quantitySql(basis, line);
    const reason = quantity
      ? sql`case when ${quantity} is null then 'MISSING_DIMENSION' when not coalesce(${currencyPredicate(basis, line)}, false)
              then 'CURRENCY_MISMATCH' else 'NO_RATE' end`
      : sql`'UNIT_CONVERSION'`;
    return sql`when ${linePredicate(line, ofItem)} then ${reason}`;
  });
  const days = some(
    lines.map((line) => sql`a.service_date between ${line.valid_from}::date and ${line.valid_to}::date`),
  );
  const otherwise = sql`when ${days} then 'NO_RATE' else 'NO_RATE_SHEET' end`;
  return sql`case ${cases.reduce((all, one) => sql`${all} ${one}`, sql``)} ${otherwise}`;
}

async function insertExceptions(
  tx: TenantTransaction,
  scope: RatingScope,
  event: BillingEventName,
  ruleId: string,
  reason: SqlText,
  from: SqlText,
  condition: SqlText,
): Promise<void> {
  await execute(
    tx,
    sql`insert into billing_exceptions as e (organization_id, id, run_id, merchant_id, event, source_type, source_id, source_ref,
            rule_id, service_date, reason)
      select ${scope.organizationId}::uuid, uuid7(), ${scope.runId}::uuid, ${scope.merchantId}::uuid, ${event}, a.source_type,
             a.source_id, a.source_ref, ${ruleId}::uuid, a.service_date, ${reason}
        from ${from} where ${condition}
      on conflict (organization_id, source_id, rule_id, service_date, reason)
        do update set run_id = excluded.run_id, resolved_at = null`,
  );
}

async function count(
  tx: TenantTransaction,
  scope: RatingScope,
  source: SqlText,
  { isCharged, isFree }: { isCharged: SqlText; isFree: SqlText },
): Promise<Proof> {
  const isException = sql`exists (select 1 from billing_exceptions e where e.organization_id = ${scope.organizationId}::uuid
      and e.source_id = a.source_id and e.service_date = a.service_date and e.run_id = ${scope.runId}::uuid and e.resolved_at is null)`;
  const [found] = await rows<Record<'activity' | 'charged' | 'free' | 'exceptions', string>>(
    tx,
    sql`select count(*) as activity, count(*) filter (where kind = 'exception') as exceptions,
               count(*) filter (where kind = 'charged') as charged, count(*) filter (where kind = 'free') as free
          from (select case when ${isException} then 'exception' when ${isCharged} then 'charged' when ${isFree} then 'free' end as kind
                  from ${source}) a`,
  );
  return {
    activity: Number(found!.activity),
    charged: Number(found!.charged),
    free: Number(found!.free),
    exceptions: Number(found!.exceptions),
  };
}

/**
 * Storage: a warehouse, storage class and day is charged when a charge of its cycle covers it. Methods over a whole
 * cycle charge on its last day, so days of a cycle still in progress count as covered by their line.
 */
async function proveStorage(
  tx: TenantTransaction,
  scope: RatingScope,
  { rules, lines }: Inputs,
): Promise<Proof> {
  const mismatches = await insertMismatches(tx, scope);
  const from = sql`(select 'inventory_snapshot' as source_type, s.warehouse_id, s.storage_class, s.snapshot_day as service_date,
      nullif(s.storage_class, '') as source_ref, null::text as item_class, null::text as carrier_code,
      md5(${`${scope.merchantId}|stored|`}::text || s.warehouse_id || '|' || s.storage_class)::uuid as source_id
    from inventory_snapshots s
   where s.organization_id = ${scope.organizationId}::uuid and s.merchant_id = ${scope.merchantId}::uuid and s.status <> 'in_transit'
     and s.snapshot_day between ${scope.from}::date and ${scope.to}::date
   group by s.warehouse_id, s.storage_class, s.snapshot_day) a`;
  const charging = rules.filter(({ effect }) => effect === 'charge');
  const storageLines = lines.filter((line) => line.storage_method !== null);
  const linesOf = (rule: BillingRuleRow): EffectiveLine[] =>
    storageLines.filter((line) => line.billing_item_id === rule.billing_item_id);
  const covered = (rule: BillingRuleRow): SqlText =>
    some(
      linesOf(rule).map((line) => {
        // The cycle is charged on its last day, if the line is in force then.
        if (isPerCycle(line)) {
          const end = cycleEnd(line, sql`a.service_date`);
          return every([
            matchesIn(line),
            sql`${end} between ${line.valid_from}::date and ${line.ends_on}::date`,
          ]);
        }
        const isCounted = line.storage_method === 'daily' && line.grace_days === 0 && line.aging.length === 0;
        const onDay = sql`and ${chargedByGroup(scope, rule)} and c.service_date = a.service_date`;
        const charged = isCounted
          ? some([chargedBy(scope, onDay), sql`not ${unlessCycleCharged(scope, line)}`])
          : sql`true`;
        return every([linePredicate(line, linesOf(rule)), charged]);
      }),
    );
  for (const rule of charging) {
    const ofItem = linesOf(rule);
    const byDay = ofItem.filter((line) => !isPerCycle(line));
    const priced = some(byDay.map((line) => linePredicate(line, ofItem)));
    const days = some(
      lines.map((line) => sql`a.service_date between ${line.valid_from}::date and ${line.valid_to}::date`),
    );
    const reason = sql`case when ${priced} then 'MISSING_DIMENSION' when ${days} then 'NO_RATE' else 'NO_RATE_SHEET' end`;
    await insertExceptions(
      tx,
      scope,
      'inventory.stored',
      rule.id,
      reason,
      from,
      every([rulePredicate(rule, rules), sql`not ${covered(rule)}`]),
    );
  }
  const anyRule = some(rules.map((rule) => rulePredicate(rule, rules)));
  await insertExceptions(
    tx,
    scope,
    'inventory.stored',
    zeroId,
    sql`'NO_RULE'`,
    from,
    every([sql`not ${anyRule}`]),
  );
  const free = some(
    rules.filter(({ effect }) => effect === 'no_charge').map((rule) => rulePredicate(rule, rules)),
  );
  const days = await count(tx, scope, from, { isCharged: some(charging.map(covered)), isFree: free });
  // A day that does not tie to the ledger is an exception of its own, however its stock was charged.
  return add(days, { ...none, activity: mismatches, exceptions: mismatches });
}

async function insertMismatches(tx: TenantTransaction, scope: RatingScope): Promise<number> {
  const found = await snapshotMismatches(tx, scope.merchantId, scope.from, scope.to);
  for (const { warehouse_id: warehouseId, day, snapshot_qty: snapshot, ledger_qty: ledger } of found) {
    await execute(
      tx,
      sql`insert into billing_exceptions (organization_id, id, run_id, merchant_id, event, source_type, source_id, source_ref, rule_id,
              service_date, reason, details)
        values (${scope.organizationId}, ${newId()}, ${scope.runId}, ${scope.merchantId}, 'inventory.stored', 'inventory_snapshot',
                ${warehouseId}, null, ${zeroId}, ${day}, 'STORAGE_MISMATCH', ${JSON.stringify({ snapshot, ledger })}::jsonb)
        on conflict (organization_id, source_id, rule_id, service_date, reason)
          do update set run_id = excluded.run_id, resolved_at = null, details = excluded.details`,
    );
  }
  return found.length;
}

/** An exception this run did not find again is resolved. */
async function resolveSettled(tx: TenantTransaction, scope: RatingScope): Promise<void> {
  const looked = scope.onlyShares ? sql`source_id = any (${[...scope.onlyShares]}::uuid[])` : sql`true`;
  await execute(
    tx,
    sql`update billing_exceptions set resolved_at = now()
         where organization_id = ${scope.organizationId}::uuid and merchant_id = ${scope.merchantId}::uuid and resolved_at is null and ${looked}
           and service_date between ${scope.from}::date and ${scope.to}::date and run_id <> ${scope.runId}::uuid`,
  );
}
