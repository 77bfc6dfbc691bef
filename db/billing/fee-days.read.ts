/** From when to when a merchant owes what is due without any activity: recurring fees, and minimums. */
import { isOneOf } from '../state-columns.ts';
import { completedStates } from '../../domain/billing/billing-run-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { FeeDays, RatingScope } from './billable-activity.ts';

/**
 * Of a period, by the runs that billed it for the merchant: one that names it asks for fees of any day, one of all
 * merchants for none from before it was there. A period that no run billed for it is looked at for activity alone.
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
               coalesce((m.deactivated_at at time zone o.time_zone)::date::text, 'infinity') as "to"
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
