/** How much there is to rate per day, for cutting chunks and measuring progress. */
import { isOneOf } from '../state-columns.ts';
import { completedStates } from '../../domain/billing/billing-run-states.ts';
import { billingEvent, billingEventNames } from '../../domain/rates/billing-events.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { joined, name, sql } from '../sql-text.ts';
import { inScope, type RatingScope } from './billable-activity.ts';

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

/**
 * The periods that the merchant's earlier runs completed in the three months before: they are searched for late
 * activity.
 */
export function earlierPeriods(
  tx: TenantTransaction,
  merchantId: string,
  before: string,
): Promise<{ period_start: string; period_end: string }[]> {
  return rows(
    tx,
    sql`select distinct period_start, period_end from billing_runs
      where organization_id = ${tx.organizationId} and mode = 'draft' and ${isOneOf('status', completedStates)}
        and (merchant_ids is null or ${merchantId}::uuid = any(merchant_ids))
        and period_end < ${before}::date and period_end >= ${before}::date - 92 order by 1, 2 limit 100`,
  );
}
