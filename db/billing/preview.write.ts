/**
 * A preview rates into a temporary table with the same statements as a run, compares the result, and leaves nothing
 * behind.
 */
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { RatingScope } from './billable-activity.ts';

/** The table is dropped with the transaction. It copies the unique indexes, which prevent double billing here too. */
export async function openPreview(tx: TenantTransaction): Promise<void> {
  await execute(
    tx,
    sql`create temporary table preview_charges (like charges including defaults including indexes) on commit drop`,
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
export async function comparePreview(tx: TenantTransaction, scope: RatingScope): Promise<PreviewRow[]> {
  const compared = await rows<Record<keyof PreviewRow, string>>(
    tx,
    sql`select coalesce(p.billing_item_id, c.billing_item_id) as billing_item_id, i.code, coalesce(p.currency, c.currency) as currency,
           coalesce(p.quantity, 0) as quantity, round(coalesce(p.amount, 0), 4) as amount,
           coalesce(c.quantity, 0) as charged_quantity, round(coalesce(c.amount, 0), 4) as charged_amount,
           round(coalesce(p.amount, 0) - coalesce(c.amount, 0), 4) as difference
      from (select billing_item_id, currency, sum(quantity) as quantity, sum(amount_precise) as amount from preview_charges group by 1, 2) p
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
