/** Drafts are taxed by their tax date: when they are made or changed, when a rate changes, and last when they are issued. */
import { execute, rows, type TenantTransaction } from '../../database.ts';
import { sql, type SqlText } from '../../sql-text.ts';
import { ownRate, splitLines } from './split-lines.write.ts';
import { refreshTotals } from './draft-totals.write.ts';
import { rateInForce } from './tax-rates.read.ts';

/**
 * Gives each line of these drafts that is taxed as its billing item the rate in force on its tax date; without one, the
 * item's own. Returns the drafts of which a line changed: their totals are to be computed anew. The caller holds them locked.
 */
export async function taxDrafts(tx: TenantTransaction, ids: readonly string[]): Promise<string[]> {
  // Sent at once and run in this order.
  const split = splitLines(tx, ids);
  const rated = rows<{ invoice_id: string }>(
    tx,
    sql`update invoice_lines l set tax_rate = d.rate, item_tax_rate = d.of_item
          from (select l.id, d.of_item, coalesce(r.tax_rate, d.of_item) as rate
                  from invoices i
                  join organizations o on o.id = i.organization_id
                  join invoice_lines l on l.organization_id = i.organization_id and l.invoice_id = i.id and not l.tax_kept
                  cross join lateral (
                    -- Nor do lines of items that it made: they are taxed as their item where they say the same.
                    select coalesce(${ownRate}, case when i.original_invoice_id is null and l.source = 'manual' then (
                             select b.tax_rate from billing_items b
                              where b.organization_id = l.organization_id and b.id = l.billing_item_id and b.taxable
                                and b.tax_code = l.tax_code and b.tax_rate = l.tax_rate) end) as of_item,
                           case o.tax_date when 'service' then coalesce(l.service_to, l.service_from, i.invoice_date)
                                           else i.invoice_date end as day) d
                  ${rateInForce(tx.organizationId, sql`l.tax_code`, sql`d.day`)}
                 where i.organization_id = ${tx.organizationId} and i.id = any(${ids}::uuid[]) and i.status = 'draft'
                   and d.of_item is not null) d
         where l.organization_id = ${tx.organizationId} and l.id = d.id and l.tax_rate <> d.rate
        returning l.invoice_id`,
  );
  const changed = await Promise.all([split, rated]);
  return [...new Set(changed.flat().map(({ invoice_id: id }) => id))];
}

/** The same with their totals. */
export async function taxDraftsAnew(tx: TenantTransaction, ids: readonly string[]): Promise<string[]> {
  const changed = await taxDrafts(tx, ids);
  await refreshTotals(tx, changed);
  return changed;
}

/** Taxes all drafts with lines of a code anew. Who saw one of them before does not change it unseen. Returns those changed. */
export const taxDraftsOfCode = (tx: TenantTransaction, code: string): Promise<string[]> =>
  taxDraftsWith(tx, sql`l.tax_code = ${code}`);

/** The same of all codes that have rates by day: another day may say them now. */
export const taxAllDrafts = (tx: TenantTransaction): Promise<string[]> =>
  taxDraftsWith(
    tx,
    sql`l.tax_code in (select r.tax_code from tax_rates r where r.organization_id = ${tx.organizationId})`,
  );

async function taxDraftsWith(tx: TenantTransaction, isLine: SqlText): Promise<string[]> {
  const drafts = await rows<{ id: string }>(
    tx,
    sql`select i.id from invoices i
         where i.organization_id = ${tx.organizationId} and i.status = 'draft'
           and exists (select 1 from invoice_lines l where l.organization_id = i.organization_id and l.invoice_id = i.id
                          and ${isLine})
         order by i.id for update of i`,
  );
  const changed = await taxDraftsAnew(
    tx,
    drafts.map(({ id }) => id),
  );
  await execute(
    tx,
    sql`update invoices set version = version + 1 where organization_id = ${tx.organizationId} and id = any(${changed}::uuid[])`,
  );
  return changed;
}
