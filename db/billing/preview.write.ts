/**
 * A preview rates into a temporary table with the same statements as a run, compares the result, and leaves nothing
 * behind.
 */
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { RatingScope } from './billable-activity.ts';
import type { EffectiveLine } from '../rates/effective-rates.read.ts';
import { loadRates, rateEvents, ratePeriod, rateStorage } from './rate-merchant.write.ts';
import { takeSnapshots } from './snapshots.write.ts';

/** Does a whole run in one transaction, on a table that is dropped afterwards. */
export async function previewRun(
  tx: TenantTransaction,
  scope: RatingScope,
  tryingSheetId: string | null,
): Promise<{ created: number; compared: PreviewRow[] }> {
  await openPreview(tx);
  await takeSnapshots(tx, scope.from, scope.to);
  const trial: RatingScope = { ...scope, table: 'preview_charges' };
  const rates = await loadRates(tx, trial, tryingSheetId);
  await continueCycles(tx, trial, rates.lines);
  let created = await rateEvents(tx, trial, rates);
  created += await rateStorage(tx, trial, rates);
  created += (await ratePeriod(tx, trial, rates)).created;
  const compared = await comparePreview(tx, trial);
  await execute(tx, sql`drop table preview_charges`);
  return { created, compared };
}

/** The table is dropped with the transaction. It copies the unique indexes, which prevent double billing here too. */
async function openPreview(tx: TenantTransaction): Promise<void> {
  await execute(
    tx,
    sql`create temporary table preview_charges (like charges including defaults including indexes) on commit drop`,
  );
}

/**
 * Begins with what the rest of the billing cycles that the previewed days belong to was charged: tiers, minimums and
 * percentages of a cycle go on from there, as they do in a run.
 */
async function continueCycles(
  tx: TenantTransaction,
  { organizationId, merchantId, from, to }: RatingScope,
  lines: readonly EffectiveLine[],
): Promise<void> {
  const cycles = JSON.stringify(
    lines.map(({ billing_cycle: cycle, cycle_anchor_day: anchor }) => ({ cycle, anchor })),
  );
  await execute(
    tx,
    sql`insert into preview_charges
      select c.* from charges c,
             (select min(billing_window_start(k.cycle, k.anchor, ${from}::date)) as first,
                     max(billing_window_end(k.cycle, k.anchor, ${to}::date)) as last
                from jsonb_to_recordset(${cycles}::jsonb) as k (cycle text, anchor integer)) w
       where c.organization_id = ${organizationId}::uuid and c.merchant_id = ${merchantId}::uuid and c.rate_line_id is not null
         and c.service_date between w.first and w.last and c.service_date not between ${from}::date and ${to}::date`,
  );
}

export interface PreviewRow {
  billing_item_id: string;
  code: string;
  currency: string;
  quantity: number;
  amount: number;
  charged_quantity: number;
  charged_amount: number;
  difference: number;
}

/**
 * Per item: what the preview charges, what is charged already, and the difference. Manual charges and the top-up of an
 * invoice to its minimum come from no rate line, so no preview produces them.
 */
async function comparePreview(tx: TenantTransaction, scope: RatingScope): Promise<PreviewRow[]> {
  const compared = await rows<Record<keyof PreviewRow, string>>(
    tx,
    sql`select coalesce(p.billing_item_id, c.billing_item_id) as billing_item_id, i.code, coalesce(p.currency, c.currency) as currency,
           coalesce(p.quantity, 0) as quantity, round(coalesce(p.amount, 0), 4) as amount,
           coalesce(c.quantity, 0) as charged_quantity, round(coalesce(c.amount, 0), 4) as charged_amount,
           round(coalesce(p.amount, 0) - coalesce(c.amount, 0), 4) as difference
      from (select billing_item_id, currency, sum(quantity) as quantity, sum(amount_precise) as amount from preview_charges
             where run_id = ${scope.runId}::uuid group by 1, 2) p
      full join (select billing_item_id, currency, sum(quantity) as quantity, sum(amount_precise) as amount from charges
                  where organization_id = ${scope.organizationId}::uuid and merchant_id = ${scope.merchantId}::uuid and rate_line_id is not null
                    and service_date between ${scope.from}::date and ${scope.to}::date group by 1, 2) c
        on c.billing_item_id = p.billing_item_id and c.currency = p.currency
      join billing_items i on i.organization_id = ${scope.organizationId}::uuid and i.id = coalesce(p.billing_item_id, c.billing_item_id)
     order by i.code, 3 limit 500`,
  );
  return compared.map(({ billing_item_id, code, currency, ...figures }) => ({
    billing_item_id,
    code,
    currency,
    quantity: Number(figures.quantity),
    amount: Number(figures.amount),
    charged_quantity: Number(figures.charged_quantity),
    charged_amount: Number(figures.charged_amount),
    difference: Number(figures.difference),
  }));
}
