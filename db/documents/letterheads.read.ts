/** What an issued invoice's paper is drawn with besides the invoice: frozen at its issue. */
import type { MoneyRules } from '../../domain/money/money.ts';
import { row, type TenantTransaction } from '../database.ts';
import { name, sql, type SqlText } from '../sql-text.ts';
import type { PaperSettings } from '../tenancy/paper-settings.read.ts';

export interface Letterhead extends PaperSettings {
  rounding: MoneyRules['mode'];
  party_name: string;
  /** The category of each billing item on its lines, by which a long invoice is summed up. */
  categories: Record<string, string>;
}

/** The name of the merchant or customer of a row of invoices. */
export function partyName(invoice: string): SqlText {
  const of = (column: string): SqlText => name(`${invoice}.${column}`);
  return sql`coalesce(
             (select m.name from merchants m where m.organization_id = ${of('organization_id')} and m.id = ${of('merchant_id')}),
             (select c.name from customers c where c.organization_id = ${of('organization_id')} and c.id = ${of('customer_id')}))`;
}

/** The categories of a row of invoices, by billing item. */
export function lineCategories(invoice: string): SqlText {
  const of = (column: string): SqlText => name(`${invoice}.${column}`);
  return sql`coalesce((
             select jsonb_object_agg(b.id, b.category) from invoice_lines l
               join billing_items b on b.organization_id = l.organization_id and b.id = l.billing_item_id
              where l.organization_id = ${of('organization_id')} and l.invoice_id = ${of('id')}), '{}')`;
}

/** The letterhead an invoice was issued with; undefined for a draft. */
export async function findLetterhead(
  tx: TenantTransaction,
  invoiceId: string,
): Promise<Letterhead | undefined> {
  const found = await row<{ letterhead: Letterhead | null }>(
    tx,
    sql`select letterhead from invoices where organization_id = ${tx.organizationId} and id = ${invoiceId}`,
  );
  return found?.letterhead ?? undefined;
}
