/** Revisions of charges that nobody is billed for. */
import { execute, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { RatingScope } from './billable-activity.ts';
import { isWaived } from './rate-period.write.ts';

/**
 * Waives credits of what was waived before, this run's and those of a run that was cancelled: a shipment whose fee was
 * waived and that is corrected afterwards was never billed, so there is nothing to give back. Without this the merchant
 * would be paid for its own waiver. Nor is a waived fee billed that grows again, as long as it comes to no more than was
 * waived.
 */
export async function waiveCreditsOfWaived(tx: TenantTransaction, scope: RatingScope): Promise<void> {
  if (scope.table !== 'charges') return;
  // The revisions of one charge; a minimum's may carry different days of its document.
  const ofSame = sql`e.organization_id = c.organization_id and e.source_id = c.source_id and e.rule_id = c.rule_id
      and e.source_type = c.source_type and e.rate_line_id = c.rate_line_id and e.kind <> 'surcharge'
      and (c.kind = 'minimum' or e.service_date = c.service_date)`;
  const takesBack = sql`c.amount_precise < 0
         and exists (select 1 from charges e where ${ofSame} and e.revision < c.revision and ${isWaived('e')})
         and (select sum(e.amount_precise) from charges e where ${ofSame} and not ${isWaived('e')}) < 0`;
  const comesBack = sql`c.amount_precise > 0
         and (select bool_and(e.is_waived) and sum(e.amount_precise) + c.amount_precise <= greatest(max(e.upto), 0)
                from (select e.amount_precise, ${isWaived('e')} as is_waived, sum(e.amount_precise) over (order by e.revision) as upto
                        from charges e where ${ofSame} and e.revision < c.revision) e)`;
  await execute(
    tx,
    sql`insert into charge_waivers (organization_id, charge_id, reason, waived_by)
      select c.organization_id, c.id,
             case when c.amount_precise < 0 then 'takes back what was waived' else 'brings back what was waived' end, r.requested_by
        from charges c join billing_runs r on r.organization_id = c.organization_id and r.id = ${scope.runId}::uuid
       where c.organization_id = ${scope.organizationId}::uuid and c.merchant_id = ${scope.merchantId}::uuid
         and c.service_date between ${scope.from}::date and ${scope.to}::date
         and c.kind in ('adjustment', 'minimum') and not ${isWaived('c')}
         and not exists (select 1 from invoice_charges x where x.organization_id = c.organization_id and x.charge_id = c.id
                            and x.released_at is null)
         and ((${takesBack}) or (${comesBack}))
      on conflict do nothing`,
  );
}
