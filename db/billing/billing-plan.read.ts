/** What a run plans: how much there is to rate per day, and which earlier periods it looks at again. */
import { isOneOf } from '../state-columns.ts';
import { completedStates } from '../../domain/billing/billing-run-states.ts';
import {
  billingEvent,
  billingEventNames,
  billingEvents,
  type BillingEventName,
} from '../../domain/rates/billing-events.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { joined, name, sql, type SqlText } from '../sql-text.ts';
import { awayDays } from './gaps/absences.ts';
import { inScope, type FeeDays, type RatingScope } from './billable-activity.ts';

export interface DayCount {
  day: string;
  activities: number;
}

/** The activity of every event with a view, per day. */
export async function countActivity(tx: TenantTransaction, scope: RatingScope): Promise<DayCount[]> {
  const perEvent = billingEventNames.flatMap((event) => {
    const { view } = billingEvent(event);
    return view
      ? [sql`select a.service_date as day from ${name(view)} a where ${inScope(scope, { event })}`]
      : [];
  });
  const counted = await rows<{ day: string; activities: string }>(
    tx,
    sql`select day, count(*) as activities from (${joined(perEvent, ' union all ')}) d group by day order by day`,
  );
  return counted.map(({ day, activities }) => ({ day, activities: Number(activities) }));
}

export interface Period {
  period_start: string;
  period_end: string;
}

/** How a step names the period it looks at. */
export const keyOf = ({ period_start, period_end }: Period): string => `${period_start}..${period_end}`;

const completedRuns = (organizationId: string, merchantId: string): SqlText =>
  sql`r.organization_id = ${organizationId}::uuid and r.mode = 'draft' and ${isOneOf('r.status', completedStates)}
    and (r.merchant_ids is null or ${merchantId}::uuid = any(r.merchant_ids))`;

// Each day of three months, their weeks and months. Of more the latest: most of what comes late is theirs.
const periodsMax = 120;

/**
 * The periods that the merchant's earlier runs completed in the three months before: they are searched for late
 * activity.
 */
export function earlierPeriods(tx: TenantTransaction, merchantId: string, before: string): Promise<Period[]> {
  return rows(
    tx,
    sql`select * from (
        select distinct period_start, period_end from billing_runs r
         where ${completedRuns(tx.organizationId, merchantId)}
           and period_end < ${before}::date and period_end >= ${before}::date - 92 order by 2 desc, 1 limit ${periodsMax}) p
      order by 1, 2`,
  );
}

/**
 * From when to when a merchant owes what is due without activity, by the runs that billed the period for it: one that
 * names it asks for fees of any day, one of all merchants for none from before it was there. A period that no run billed
 * for it is looked at for activity alone.
 */
export async function feeDays(
  tx: TenantTransaction,
  {
    organizationId,
    merchantId,
    runId,
    from,
    to,
  }: Pick<RatingScope, 'organizationId' | 'merchantId' | 'runId' | 'from' | 'to'>,
): Promise<FeeDays> {
  const [found] = await rows<FeeDays>(
    tx,
    sql`select case when a.is_named is null then 'infinity' when a.is_named then '-infinity'
                    else (m.created_at at time zone o.time_zone)::date::text end as "from",
               ${awayDays}::text as away
          from merchants m
          join organizations o on o.id = m.organization_id
          cross join (
            select bool_or(r.merchant_ids is not null) as is_named from billing_runs r
             where r.organization_id = ${organizationId}::uuid and r.period_start = ${from}::date and r.period_end = ${to}::date
               and (r.id = ${runId}::uuid or (r.mode = 'draft' and ${isOneOf('r.status', completedStates)}))
               and exists (select 1 from billing_run_steps s where s.organization_id = r.organization_id and s.run_id = r.id
                              and s.merchant_id = ${merchantId}::uuid)) a
         where m.organization_id = ${organizationId}::uuid and m.id = ${merchantId}::uuid`,
  );
  return found!;
}

/**
 * The earlier periods with charges that were credited in full because their source was gone, though it is there again, or
 * that pass on what was voided since; for a day that no completed run billed, that day.
 */
export async function periodsAgain(
  tx: TenantTransaction,
  merchantId: string,
  before: string,
): Promise<Period[]> {
  const again = await chargedAgain(tx, merchantId, sql`c.service_date < ${before}::date`);
  return rows(
    tx,
    sql`with ${again}
      select distinct coalesce(r.period_start, b.service_date) as period_start, coalesce(r.period_end, b.service_date) as period_end
        from again b left join billing_runs r on ${completedRuns(tx.organizationId, merchantId)}
         and b.service_date between r.period_start and r.period_end and r.period_end < ${before}::date
       order by 1, 2`,
  );
}

/** The sources that such a period is looked at again for. */
export async function sourcesAgain(tx: TenantTransaction, scope: RatingScope): Promise<string[]> {
  const inPeriod = sql`c.service_date between ${scope.from}::date and ${scope.to}::date`;
  const again = await chargedAgain(tx, scope.merchantId, inPeriod);
  const found = await rows<{ source_id: string }>(
    tx,
    sql`with ${again} select distinct source_id from again`,
  );
  return found.map(({ source_id: id }) => id);
}

/** `again`: sources with such charges `c` on these days, as a WITH item. */
async function chargedAgain(tx: TenantTransaction, merchantId: string, onDays: SqlText): Promise<SqlText> {
  const { organizationId } = tx;
  const credited = creditedInFull(organizationId, merchantId, onDays);
  const found = await rows<{ event: BillingEventName; basis: string }>(
    tx,
    sql`select distinct event, basis from (${credited}) g`,
  );
  const present = found.flatMap(({ event, basis }) => {
    if (!Object.hasOwn(billingEvents, event)) return [];
    const { view, isOfDocument } = billingEvent(event);
    if (!view) return [];
    const ofDocument = isOfDocument ? sql`a.document_id = g.document_id and` : sql``;
    return [
      sql`select g.source_id, g.service_date from credited g where g.event = ${event} and g.basis = ${basis} and exists (
        select 1 from ${name(view)} a where a.organization_id = ${organizationId}::uuid and ${ofDocument} a.source_id = g.source_id
           and ${name(`a.${basis}`)} <> 0)`,
    ];
  });
  const sources = joined([passedOnOfVoid(organizationId, merchantId, onDays), ...present], ' union all ');
  return sql`credited as materialized (${credited}), again as (${sources})`;
}

/** Sources whose charges of a rule come to no quantity since their last revision, and that have not lost their line. */
function creditedInFull(organizationId: string, merchantId: string, onDays: SqlText): SqlText {
  return sql`select k.source_id, k.service_date, s.document_id, s.pricing ->> 'event' as event, s.pricing ->> 'basis' as basis
      from (select distinct c.rule_id, c.source_id, c.service_date from charges c
             where c.organization_id = ${organizationId}::uuid and c.merchant_id = ${merchantId}::uuid
               and c.kind = 'adjustment' and c.quantity <> 0 and ${onDays}) k
      cross join lateral (
        select sum(c.quantity) filter (where c.service_date = k.service_date) as quantity, max(c.document_id::text)::uuid as document_id,
               (array_agg(c.service_date order by c.revision desc))[1] as last_day,
               (array_agg(c.pricing order by c.revision desc))[1] as pricing
          from charges c where c.organization_id = ${organizationId}::uuid and c.source_id = k.source_id and c.rule_id = k.rule_id) s
     where s.quantity = 0 and s.last_day = k.service_date and not jsonb_exists(s.pricing, 'lost')`;
}

/** What was charged for shares of bills that are void, and for lines of carriers' invoices without a bill. */
function passedOnOfVoid(organizationId: string, merchantId: string, onDays: SqlText): SqlText {
  const isOfMerchant = sql`s.organization_id = ${organizationId}::uuid and s.merchant_id = ${merchantId}::uuid`;
  return sql`select c.source_id, c.service_date
      from (select s.id from bills b
              join bill_lines l on l.organization_id = b.organization_id and l.bill_id = b.id
              join bill_line_splits s on s.bill_line_id = l.id and ${isOfMerchant}
             where b.organization_id = ${organizationId}::uuid and b.status = 'void'
             union all
            select s.id from carrier_invoices i
              join carrier_invoice_lines s on s.invoice_id = i.id and ${isOfMerchant}
              left join bills b on b.organization_id = i.organization_id and b.id = i.bill_id and b.status <> 'void'
             where i.organization_id = ${organizationId}::uuid and not i.is_even and b.id is null) s
      join charges c on c.organization_id = ${organizationId}::uuid and c.source_id = s.id
       and c.merchant_id = ${merchantId}::uuid and ${onDays} and c.kind in ('event', 'adjustment')
     group by c.rule_id, c.source_id, c.service_date having sum(c.quantity) <> 0`;
}
