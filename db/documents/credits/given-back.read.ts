/**
 * What an issued invoice says, line by line, and what its credit notes give back of it: said here alone, for credits that
 * name a line, for those of returned units, and for what notes are worth. The caller holds the invoice locked.
 */
import type { CreditableLine } from '../../../domain/documents/credited-lines.ts';
import { decimal, type Decimal } from '../../../domain/decimal.ts';
import { row, rows, type TenantTransaction } from '../../database.ts';
import { sql, type SqlText } from '../../sql-text.ts';

/**
 * The line of an invoice that line `c` of its credit note gives back; null for one that gives back none, such as a fee.
 * What an earlier version credited of returned units names their order line alone.
 */
export const lineGivenBack = (invoiceId: SqlText): SqlText => sql`coalesce(c.original_line_id,
  case when c.return_line_id is not null then (
    select s.id from invoice_lines s where s.organization_id = c.organization_id and s.invoice_id = ${invoiceId}
       and s.order_line_id = c.order_line_id order by s.line_no limit 1) end)`;

/**
 * Lines `c` that give back one of the invoice's, with their notes `n`. A draft counts: it takes what it names. `noteId` is
 * a draft that is changed: what it gave back so far does not count.
 */
const givenBack = (tx: TenantTransaction, invoiceId: string, noteId?: string): SqlText => sql`
  select c.*, n.tax_total from invoices n
    cross join lateral (
      select c.invoice_id, c.quantity, c.credit_percent, c.amount, c.discount, ${lineGivenBack(sql`n.original_invoice_id`)} as line_id
        from invoice_lines c where c.organization_id = n.organization_id and c.invoice_id = n.id) c
   where n.organization_id = ${tx.organizationId} and n.original_invoice_id = ${invoiceId} and n.status <> 'void'
     and n.id is distinct from ${noteId ?? null}::uuid and c.line_id is not null`;

/** The lines of an invoice in its order, each with what is given back of it. */
export async function creditableLines(
  tx: TenantTransaction,
  invoiceId: string,
  noteId?: string,
): Promise<CreditableLine[]> {
  const found = await rows<Omit<CreditableLine, 'credited'> & Record<`credited_${string}`, string>>(
    tx,
    // Grouped once, so that an invoice of thousands of lines is read in one pass.
    sql`with back as (
          select c.line_id, sum(c.quantity) as qty, sum(c.quantity * coalesce(c.credit_percent, 100) / 100) as units,
                 sum(c.amount - c.discount) as net, sum(c.discount) as discount
            from (${givenBack(tx, invoiceId, noteId)}) c group by c.line_id)
        select l.id, l.billing_item_id, l.account_id, l.description, l.quantity, l.uom, l.unit_price, l.amount, l.discount,
               l.tax_code, l.tax_rate, l.warehouse_id, l.service_from, l.service_to, l.order_line_id,
               coalesce(back.qty, 0) as credited_qty, coalesce(back.units, 0) as credited_units,
               coalesce(back.net, 0) as credited_net, coalesce(back.discount, 0) as credited_discount
          from invoice_lines l left join back on back.line_id = l.id
         where l.organization_id = ${tx.organizationId} and l.invoice_id = ${invoiceId} order by l.line_no`,
  );
  return found.map(({ credited_qty, credited_units, credited_net, credited_discount, ...line }) => ({
    ...line,
    credited: {
      quantity: decimal(credited_qty!),
      units: decimal(credited_units!),
      net: decimal(credited_net!),
      discount: decimal(credited_discount!),
    },
  }));
}

/** An invoice as a whole: without its tax, its tax, and what is given back of both by notes that give back lines. */
export interface CreditedSum {
  net: Decimal;
  tax: Decimal;
  creditedNet: Decimal;
  creditedTax: Decimal;
}

export async function creditedSum(
  tx: TenantTransaction,
  invoiceId: string,
  noteId?: string,
): Promise<CreditedSum> {
  const found = await row<Record<'net' | 'tax' | 'credited_net' | 'credited_tax', string>>(
    tx,
    sql`select i.subtotal - i.discount_total as net, i.tax_total as tax, back.net as credited_net, back.tax as credited_tax
          from invoices i
          cross join (
            select coalesce(sum(n.net), 0) as net, coalesce(sum(n.tax), 0) as tax
              from (select sum(c.amount - c.discount) as net, max(c.tax_total) as tax
                      from (${givenBack(tx, invoiceId, noteId)}) c group by c.invoice_id) n) back
         where i.organization_id = ${tx.organizationId} and i.id = ${invoiceId}`,
  );
  return {
    net: decimal(found!.net),
    tax: decimal(found!.tax),
    creditedNet: decimal(found!.credited_net),
    creditedTax: decimal(found!.credited_tax),
  };
}
