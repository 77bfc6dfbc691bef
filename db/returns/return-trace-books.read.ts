/** What returned units did to the books: their credits, what these posted, and what was charged for the work. */
import type { DocumentStatus } from '../../domain/documents/document-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { byLine, traced, type OfLine } from './traced-lines.ts';

type TracedCredit = OfLine<{
  invoice_line_id: string;
  inspection_id: string | null;
  credited_line_id: string | null;
  credit_note_id: string;
  invoice_no: string | null;
  status: DocumentStatus;
  quantity: string;
  credit_percent: string;
  amount: string;
  discount: string;
}>;

type TracedPosting = OfLine<{
  journal_entry_id: string;
  entry_no: string;
  event: string;
  entry_date: string;
  invoice_line_id: string;
  base_debit: string;
  base_credit: string;
}>;

type TracedFee = OfLine<{
  invoice_line_id: string | null;
  charge_id: string | null;
  billing_item_id: string;
  description: string;
  amount: string;
  currency: string;
}>;

export interface TracedBooks {
  credits: TracedCredit[];
  postings: TracedPosting[];
  fees: TracedFee[];
}

/** Reads them for these lines of a return, and returns a function that says those of one. */
export async function readTracedBooks(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<(lineId: string) => TracedBooks> {
  const [credits, postings, fees] = await Promise.all([
    creditsOf(tx, ids),
    postingsOf(tx, ids),
    feesOf(tx, ids),
  ]);
  return (id) => ({
    credits: credits.get(id) ?? [],
    postings: postings.get(id) ?? [],
    fees: fees.get(id) ?? [],
  });
}

async function creditsOf(tx: TenantTransaction, ids: readonly string[]) {
  return byLine(
    await rows<TracedCredit>(
      tx,
      sql`select k.return_line_id, k.id as invoice_line_id, k.inspection_id, sold.id as credited_line_id, n.id as credit_note_id, n.invoice_no,
                 n.status, k.quantity, k.credit_percent, k.amount, k.discount
            from invoice_lines k
            join invoices n on n.organization_id = k.organization_id and n.id = k.invoice_id
            left join invoice_lines sold on sold.organization_id = k.organization_id
             and sold.order_line_id = k.order_line_id and sold.invoice_id = n.original_invoice_id
           where k.organization_id = ${tx.organizationId} and k.return_line_id = any (${[...ids]}::uuid[])
           order by n.created_at, k.line_no`,
    ),
  );
}

async function postingsOf(tx: TenantTransaction, ids: readonly string[]) {
  return byLine(
    await rows<TracedPosting>(
      tx,
      sql`select k.return_line_id, e.id as journal_entry_id, e.entry_no, e.event, e.entry_date::text as entry_date,
                 k.id as invoice_line_id, j.base_debit, j.base_credit
            from invoice_lines k
            join journal_lines j on j.organization_id = k.organization_id and j.invoice_line_id = k.id
            join journal_entries e on e.organization_id = j.organization_id and e.id = j.entry_id
           where k.organization_id = ${tx.organizationId} and k.return_line_id = any (${[...ids]}::uuid[])
           order by e.created_at, e.id, j.line_no`,
    ),
  );
}

/**
 * What was kept back on its credit notes, once however many inspections one pays back, and what its merchant is charged for
 * its receipt, inspections and dispositions; what was waived it is not charged.
 */
async function feesOf(tx: TenantTransaction, ids: readonly string[]) {
  return byLine(
    await rows<TracedFee>(
      tx,
      sql`select distinct k.return_line_id, f.id as invoice_line_id, null::uuid as charge_id, f.billing_item_id, f.description,
                 -f.amount as amount, n.currency
            from invoice_lines k
            join invoices n on n.organization_id = k.organization_id and n.id = k.invoice_id and n.status <> 'void'
            join invoice_lines f on f.organization_id = k.organization_id and f.invoice_id = k.invoice_id
             and f.billing_item_id is not null
           where k.organization_id = ${tx.organizationId} and k.return_line_id = any (${[...ids]}::uuid[])
          union all
          select s.return_line_id, null, g.id, g.billing_item_id, coalesce(g.description, g.source_type),
                 round(g.amount_precise, 4), g.currency
            from (select return_line_id, id, 'inspection' as kind from inspections
                   where organization_id = ${tx.organizationId} and return_line_id = any (${[...ids]}::uuid[])
                   union all
                  select return_line_id, id, 'disposition' from dispositions
                   where organization_id = ${tx.organizationId} and return_line_id = any (${[...ids]}::uuid[])
                   union all
                  select l.id, c.receipt_id, 'return' from ${traced(tx, ids)}
                    join inbound_receipt_lines c on c.organization_id = l.organization_id and c.id = l.receipt_line_id) s
            join charges g on g.organization_id = ${tx.organizationId} and g.source_id = s.id and g.source_type = s.kind
             and not exists (select from charge_waivers w where w.organization_id = g.organization_id and w.charge_id = g.id)
           order by 1, 2, 3`,
    ),
  );
}
