/**
 * Shares of freight bills that no run has looked for: those of bills that were approved long after their day, or whose day no
 * run billed. Without this they would wait for ever, charged to nobody and told to nobody.
 */
import { bookedStates } from '../../domain/documents/document-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';
import type { RatingScope } from './billable-activity.ts';
import { earlierPeriods, type Period } from './billing-plan.read.ts';
import { proveComplete } from './billing-proof.write.ts';
import { loadRates, markRebilled, rateShares, ratePeriod } from './rate-merchant.write.ts';

interface Share {
  id: string;
  day: string;
}

/** The shares to pass on of approved bills before the day that are charged to nobody, and of none of the periods a run looks at again. */
export function leftShares(
  tx: TenantTransaction,
  merchantId: string,
  before: string,
  periods: readonly Period[],
): Promise<Share[]> {
  const looked = JSON.stringify(periods);
  return rows(
    tx,
    sql`select s.id, b.bill_date::text as day
          from bill_line_splits s
          join bill_lines l on l.organization_id = s.organization_id and l.id = s.bill_line_id
          join bills b on b.organization_id = l.organization_id and b.id = l.bill_id
         where s.organization_id = ${tx.organizationId} and s.merchant_id = ${merchantId} and s.rebill_status = 'pending'
           and ${isOneOf('b.status', bookedStates)} and b.bill_date < ${before}::date
           and not exists (select 1 from jsonb_to_recordset(${looked}::jsonb) as p (period_start date, period_end date)
                            where b.bill_date between p.period_start and p.period_end)
         order by b.bill_date, s.id`,
  );
}

/** Charges them by the rates of their bills' days; what has no rate is an exception. */
export async function billLeftShares(
  tx: TenantTransaction,
  scope: RatingScope,
  before: string,
): Promise<{ created: number; adjusted: number; exceptions: number }> {
  const periods = await earlierPeriods(tx, scope.merchantId, before);
  const shares = (await leftShares(tx, scope.merchantId, before, periods)).map(({ id }) => id);
  const left: RatingScope = { ...scope, onlyShares: shares };
  const rates = await loadRates(tx, left, null);
  const charged = await rateShares(tx, left, rates);
  await markRebilled(tx, left);
  // What hangs on these charges, and nothing else of their days.
  const { created, adjusted } = await ratePeriod(tx, { ...left, againOnly: shares }, rates);
  const { exceptions } = await proveComplete(tx, left, rates);
  return { created: charged + created, adjusted, exceptions };
}
