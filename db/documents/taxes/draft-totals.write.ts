/** The totals of drafts, as columns and computed anew. */
import { decimal } from '../../../domain/decimal.ts';
import { totalsLine, type StoredTotalsLine } from '../../../domain/documents/invoice-posting.ts';
import { totalsOf, type InvoiceTotals } from '../../../domain/documents/invoice-totals.ts';
import { groupBy } from '../../../domain/group-by.ts';
import { execute, rows, type TenantTransaction } from '../../database.ts';
import { readAccountingSettings } from '../../journal/books.read.ts';
import { sql } from '../../sql-text.ts';

/** The totals as columns. */
export function totalColumns({
  subtotal,
  discount_total,
  tax_total,
  total,
}: InvoiceTotals): Record<string, string> {
  return {
    subtotal: subtotal.toFixed(),
    discount_total: discount_total.toFixed(),
    tax_total: tax_total.toFixed(),
    total: total.toFixed(),
  };
}

/** Recomputes the totals of drafts from their lines: tax once per tax code on the rounded base. */
export async function refreshTotals(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const books = await readAccountingSettings(tx);
  const invoices = await rows<{ id: string; tax_given: string | null; exponent: number }>(
    tx,
    sql`select i.id, i.tax_given, c.exponent from invoices i join currencies c on c.code = i.currency
      where i.organization_id = ${tx.organizationId} and i.id = any(${ids}::uuid[])`,
  );
  const lines = await rows<StoredTotalsLine & { invoice_id: string }>(
    tx,
    sql`select invoice_id, amount, discount, tax_code, tax_rate, tax_given from invoice_lines
      where organization_id = ${tx.organizationId} and invoice_id = any(${ids}::uuid[]) order by invoice_id, line_no`,
  );
  const byInvoice = groupBy(lines.map(totalsLine), (line) => line.invoice_id);
  const totals = invoices.map(({ id, tax_given: taxGiven, exponent }) => {
    const rules = { exponent, mode: books.baseRules.mode };
    return {
      id,
      ...totalColumns(totalsOf(byInvoice.get(id) ?? [], rules, taxGiven === null ? null : decimal(taxGiven))),
    };
  });
  await execute(
    tx,
    sql`update invoices i
        set subtotal = t.subtotal, discount_total = t.discount_total, tax_total = t.tax_total, total = t.total,
            updated_at = now()
       from jsonb_to_recordset(${JSON.stringify(totals)}::jsonb) as t (id uuid, subtotal numeric, discount_total numeric, tax_total numeric, total numeric)
      where i.organization_id = ${tx.organizationId} and i.id = t.id`,
  );
}
