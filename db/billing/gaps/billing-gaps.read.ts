/**
 * Days that no billing run covered: between a merchant's first day and the end of the last run that billed it, or anybody
 * while none has billed it; and the days after that, once something that happened on them should have been billed. What happened on them is charged by no later run, which looks again only where one was.
 */
import { isOneOf } from '../../state-columns.ts';
import { completedStates } from '../../../domain/billing/billing-run-states.ts';
import {
  billingEvent,
  billingEventNames,
  type BillingEventName,
} from '../../../domain/rates/billing-events.ts';
import { rows, type Database, type TenantTransaction } from '../../database.ts';
import { type PageOf, type PageQuery, readPage } from '../../page.ts';
import { equalTo, every, joined, name, sql, type SqlText } from '../../sql-text.ts';
import { awayDays } from './absences.ts';
import { billableHappened, goodsHappened, untilOverdue } from './overdue.ts';
import { isOurs } from '../../tenancy/whereabouts.ts';

/** As a FROM item. `isMeant` is a condition on an organization's id, `happened` one of `overdue.ts`. */
function gaps(isMeant: (organization: SqlText) => SqlText, happened: SqlText): SqlText {
  // The one step that each merchant of a run has.
  const covered = sql`
    select r.organization_id, s.merchant_id, range_agg(daterange(r.period_start, r.period_end, '[]')) as days
      from billing_runs r
      join billing_run_steps s on s.organization_id = r.organization_id and s.run_id = r.id and s.step = 'plan'
     where ${isMeant(sql`r.organization_id`)} and r.mode = 'draft' and ${isOneOf('r.status', completedStates)}
     group by r.organization_id, s.merchant_id`;
  return sql`(with covered as materialized (${covered})
    select m.organization_id, m.id as merchant_id, lower(g.days) as first_day, upper(g.days) - 1 as last_day,
           upper(g.days) - lower(g.days) as days
      from merchants m
      join organizations o on o.id = m.organization_id
      left join covered c on c.organization_id = m.organization_id and c.merchant_id = m.id
      cross join lateral (
        select least((m.created_at at time zone o.time_zone)::date, lower(c.days)) as since,
               coalesce(upper(c.days), (select max(upper(x.days)) from covered x where x.organization_id = m.organization_id)) as run_until) b
      ${untilOverdue(happened)}
      cross join lateral unnest(datemultirange(daterange(b.since, greatest(b.since, e.until))) - coalesce(c.days, '{}') - ${awayDays}) g (days)
     where ${isMeant(sql`m.organization_id`)})`;
}

export interface BillingGap {
  merchant_id: string;
  merchant_code: string;
  merchant_name: string;
  first_day: string;
  last_day: string;
  days: number;
}

// Runs of several merchants are hidden from each of them, whose days would all seem to be covered by none.
const isOperator = sql`nullif(current_setting('app.merchant_id', true), '') is null`;

/** The newest first; to the operator. */
export function listBillingGaps(
  tx: TenantTransaction,
  { merchant_id, ...page }: PageQuery & { merchant_id?: string },
): Promise<PageOf<BillingGap>> {
  const { organizationId } = tx;
  const ofMerchants = sql`select g.*, m.code as merchant_code, m.name as merchant_name
    from ${gaps((organization) => sql`${organization} = ${organizationId}::uuid and ${isOperator}`, billableHappened)} g
    join merchants m on m.organization_id = g.organization_id and m.id = g.merchant_id`;
  const list = {
    columns: sql`g.merchant_id, g.merchant_code, g.merchant_name, g.first_day, g.last_day, g.days`,
    from: sql`(${ofMerchants}) g`,
    where: every(equalTo('g', { organization_id: organizationId, merchant_id })),
    order: ['-g.first_day', 'g.merchant_id'],
  };
  return readPage<BillingGap>(tx, list, page);
}

export interface GapActivity {
  merchant_id: string;
  first_day: string;
  event: BillingEventName;
  activities: string;
}

/** What happened in these gaps, by kind: of storage the days on which there was stock. */
export function activityInGaps(tx: TenantTransaction, found: readonly BillingGap[]): Promise<GapActivity[]> {
  const ofEvents = billingEventNames.flatMap((event) => {
    const { view } = billingEvent(event);
    if (!view) return [];
    return sql`select ${event}::text as event, count(*) as activities from ${name(view)} a
      where a.organization_id = ${tx.organizationId}::uuid and a.merchant_id = g.merchant_id
        and a.occurred_at >= (g.first_day - 1)::timestamp at time zone 'UTC'
        and a.occurred_at < (g.last_day + 2)::timestamp at time zone 'UTC'
        and a.service_date between g.first_day and g.last_day`;
  });
  const stored = sql`select 'inventory.stored', count(distinct s.snapshot_day) from inventory_snapshots s
    where s.organization_id = ${tx.organizationId}::uuid and s.merchant_id = g.merchant_id
      and s.snapshot_day between g.first_day and g.last_day`;
  return rows<GapActivity>(
    tx,
    sql`select g.merchant_id, g.first_day::text as first_day, x.event, x.activities
          from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as g (merchant_id uuid, first_day date, last_day date)
          cross join lateral (${joined([...ofEvents, stored], ' union all ')}) x
         where x.activities > 0 order by x.activities desc, x.event`,
  );
}

export interface UncoveredDays {
  organization: string;
  merchants: string;
  days: string;
  first_day: string;
}

// Of older ones somebody has decided.
const shownDays = 92;

/** Organizations with such days in the last months. */
export function listUncoveredDays(database: Database, limit: number): Promise<UncoveredDays[]> {
  return rows<UncoveredDays>(
    database.system,
    sql`select o.name as organization, count(distinct g.merchant_id) as merchants, sum(g.days) as days,
               min(g.first_day)::text as first_day
          from ${gaps(isOurs, goodsHappened)} g join organizations o on o.id = g.organization_id
         where g.last_day >= current_date - ${shownDays}::integer
         group by o.id, o.name order by min(g.first_day), o.id limit ${limit}`,
  );
}
