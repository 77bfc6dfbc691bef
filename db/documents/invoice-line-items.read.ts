/** Fills in what a requested line leaves to its billing item: its account, and its tax. */
import type { NewInvoiceLine } from '../../domain/documents/invoice-lines.ts';
import { invalid, unknownReference } from '../../domain/refusal.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { assertLineReferences } from '../records.read.ts';
import { rateInForce } from './taxes/tax-rates.read.ts';

export type GivenLine = Omit<NewInvoiceLine, 'account_id'> & { account_id?: string };

/**
 * Tax is the item's where the line says neither code nor rate, and that of the day's rate where it says a code alone; on
 * a credit note that corrects an invoice, what that was taxed for the item or the code, or would have been. Refuses 400
 * when a line names neither an account nor a billing item, or an unknown item or warehouse.
 */
export async function withItems(
  tx: TenantTransaction,
  lines: readonly GivenLine[],
  corrected?: string | null,
): Promise<NewInvoiceLine[]> {
  await assertLineReferences<'warehouse_id'>(tx, lines, { warehouse_id: 'warehouses' });
  const items = await taxesOfLines(tx, lines, corrected ?? null);
  return lines.map(({ account_id: given, ...line }, index) => {
    const item = line.billing_item_id;
    const known = items.get(index);
    if (item && known === undefined) throw unknownReference(`lines.${index}.billing_item_id`, 'billing item');
    const account = given ?? known?.account_id;
    if (!account) {
      throw invalid(
        `lines.${index}.account_id`,
        'required',
        `lines.${index} needs an account_id or a billing_item_id`,
      );
    }
    const isTaxGiven = line.tax_code !== undefined || line.tax_rate !== undefined;
    // A code by itself has the rate of its day, and none on days without one.
    if (isCodeAlone(line) && !corrected)
      return { ...line, account_id: account, tax_rate: 0, item_tax_rate: '0' };
    if ((isTaxGiven && !isCodeAlone(line)) || !known) return { ...line, account_id: account };
    const { tax_code, tax_rate } = known;
    // What corrects an invoice is taxed as that was, whatever its own date.
    return { ...line, account_id: account, tax_code, tax_rate, item_tax_rate: corrected ? null : tax_rate };
  });
}

const isCodeAlone = ({ tax_code: code, tax_rate: rate }: Partial<GivenLine>): boolean =>
  Boolean(code) && rate === undefined;

interface TaxOfLine {
  index: number;
  /** The item's; null for a line without one. */
  account_id: string | null;
  tax_code: string;
  tax_rate: string;
}

/**
 * By the line's place among the lines. What was invoiced at several rates has that of the line's day of service: of the
 * line that day is on, else of the line that has the fewest days around it.
 */
async function taxesOfLines(
  tx: TenantTransaction,
  lines: readonly GivenLine[],
  corrected: string | null,
): Promise<Map<number, TaxOfLine>> {
  const asked = lines.flatMap((line, index) => {
    const { billing_item_id: item = null, service_from: from, service_to: to } = line;
    const code = corrected && isCodeAlone(line) ? line.tax_code : null;
    return item || code ? [{ index, item, code, day: to ?? from ?? null }] : [];
  });
  const taxes = await rows<TaxOfLine>(
    tx,
    sql`select a.index, b.revenue_account_id as account_id,
               coalesce(a.code, l.tax_code, case when b.taxable then b.tax_code end, '') as tax_code,
               coalesce(l.tax_rate, case when a.code is not null then r.tax_rate
                                         when b.taxable then coalesce(r.tax_rate, b.tax_rate) end, 0) as tax_rate
          from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (index integer, item uuid, code text, day date)
          join organizations o on o.id = ${tx.organizationId}
          left join billing_items b on b.organization_id = o.id and b.id = a.item
          left join invoices i on i.organization_id = o.id and i.id = ${corrected}::uuid
          ${rateInForce(
            tx.organizationId,
            sql`coalesce(a.code, b.tax_code)`,
            sql`(case when i.id is null then null when o.tax_date = 'service' then coalesce(a.day, i.invoice_date) else i.invoice_date end)`,
          )}
          left join lateral (
            select l.tax_code, l.tax_rate from invoice_lines l
             where l.organization_id = o.id and l.invoice_id = ${corrected}::uuid
               and case when a.code is null then l.billing_item_id = b.id else l.tax_code = a.code end
             order by coalesce(l.billing_item_id = b.id, false) desc,
                      exists (select 1 from invoice_charges x
                                join charges c on c.organization_id = x.organization_id and c.id = x.charge_id and c.service_date = a.day
                               where x.organization_id = l.organization_id and x.invoice_line_id = l.id) desc,
                      case when a.day between l.service_from and l.service_to then l.service_to - l.service_from end, l.line_no limit 1) l on true
         where a.item is null or b.id is not null`,
  );
  return new Map(taxes.map((tax) => [tax.index, tax]));
}
