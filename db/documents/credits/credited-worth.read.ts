/** What issued invoices are worth in the base currency, line by line, and what their credit notes took off it. */
import {
  lineKey,
  taxKey,
  type PostedPart,
  type PostedParts,
} from '../../../domain/documents/credited-worth.ts';
import { decimal } from '../../../domain/decimal.ts';
import { rows, type TenantTransaction } from '../../database.ts';
import { sql, type SqlText } from '../../sql-text.ts';
import { lineGivenBack } from './given-back.read.ts';

/** The invoices that drafts in a foreign currency correct at its rate. They are locked with the drafts, so that notes take turns. */
export const correctedAtItsRate = (ids: readonly string[], organizationId: string): SqlText => sql`array(
  select o.id from invoices d
    join invoices o on o.organization_id = d.organization_id and o.id = d.original_invoice_id
   where d.organization_id = ${organizationId} and d.id = any(${ids}::uuid[]) and d.kind = 'credit_note'
     and d.exchange_rate = o.exchange_rate and d.exchange_rate <> 1)`;

/** The invoice that a note corrects, at the note's rate. */
export const invoiceAtRate = (note: { original_invoice_id: string | null; exchange_rate: string }): string =>
  `${note.original_invoice_id} ${note.exchange_rate}`;

/** By `invoiceAtRate`. Only credit notes at its own rate count: those at another take off what that says. */
export async function readPostedParts(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<Map<string, PostedParts>> {
  const found = await rows<{
    original_invoice_id: string;
    exchange_rate: string;
    line_id: string | null;
    tax_code: string | null;
    tax_rate: string | null;
    amount: string;
    base: string;
    credited: string;
    credited_base: string;
  }>(
    tx,
    sql`select o.id as original_invoice_id, o.exchange_rate, case when j.tax_part = 'base' then coalesce(${lineGivenBack(sql`o.id`)}, c.id) end as line_id,
               case when j.tax_part = 'tax' then j.tax_code end as tax_code,
               case when j.tax_part = 'tax' then j.tax_rate end as tax_rate,
               coalesce(sum(j.credit - j.debit) filter (where n.id = o.id), 0) as amount,
               coalesce(sum(j.base_credit - j.base_debit) filter (where n.id = o.id), 0) as base,
               coalesce(sum(j.debit - j.credit) filter (where n.id <> o.id), 0) as credited,
               coalesce(sum(j.base_debit - j.base_credit) filter (where n.id <> o.id), 0) as credited_base
          from invoices o
          join invoices n on n.organization_id = o.organization_id and o.id in (n.id, n.original_invoice_id)
           and n.status not in ('draft', 'void') and n.exchange_rate = o.exchange_rate
          join journal_entries e on e.organization_id = n.organization_id and e.source_type = 'invoice'
           and e.source_id = n.id and e.event = 'issue'
          join journal_lines j on j.organization_id = e.organization_id and j.entry_id = e.id and j.tax_side = 'sales'
          left join invoice_lines c on c.organization_id = j.organization_id and c.id = j.invoice_line_id
         where o.organization_id = ${tx.organizationId} and o.id = any(${correctedAtItsRate(ids, tx.organizationId)})
         group by 1, 2, 3, 4, 5`,
  );
  const byInvoice = new Map<string, Map<string, PostedPart>>();
  for (const { line_id: lineId, ...part } of found) {
    const id = invoiceAtRate(part);
    const parts = byInvoice.get(id) ?? new Map<string, PostedPart>();
    const rate = part.tax_rate === null ? null : decimal(part.tax_rate);
    parts.set(lineId === null ? taxKey(part.tax_code, rate) : lineKey(lineId), {
      amount: decimal(part.amount),
      base: decimal(part.base),
      credited: decimal(part.credited),
      creditedBase: decimal(part.credited_base),
    });
    byInvoice.set(id, parts);
  }
  return byInvoice;
}
