/** What must hold of numbers and books whatever happened to those who wrote them. */
import type { ExecutionContext } from 'ava';
import type pg from 'pg';
import { assertBooksHold } from '../journal/books.ts';

const numbered: Record<string, string> = {
  INV: `select invoice_no as no from invoices where organization_id = $1 and kind = 'invoice'`,
  CN: `select invoice_no as no from invoices where organization_id = $1 and kind = 'credit_note'`,
  BILL: `select bill_no as no from bills where organization_id = $1 and kind = 'bill'`,
  PAY: 'select payment_no as no from payments where organization_id = $1',
  JE: 'select entry_no as no from journal_entries where organization_id = $1',
};

/**
 * Every counter begins at 1, has no gap and ends before the number it gives next; the books balance, and the chain over
 * their entries holds. Returns how many numbers each kind of document took.
 */
export async function assertTillHolds(
  t: ExecutionContext,
  owner: pg.Pool,
  organizationId: string,
): Promise<Record<string, number>> {
  const took: Record<string, number> = {};
  for (const [kind, documents] of Object.entries(numbered)) {
    const { rows } = await owner.query<{ period: string; taken: number; last: number; next: number }>(
      `select split_part(d.no, '-', 2) as period, count(*)::int as taken, max(split_part(d.no, '-', 3)::int) as last,
              max(s.next_no)::int as next
         from (${documents}) d
         join document_sequences s on s.organization_id = $1 and s.kind = $2 and s.period = split_part(d.no, '-', 2)
        where d.no is not null group by 1`,
      [organizationId, kind],
    );
    for (const { period, taken, last, next } of rows)
      t.deepEqual({ last, next }, { last: taken, next: taken + 1 }, `${kind}-${period} has no gap`);
    took[kind] = rows.reduce((sum, { taken }) => sum + taken, 0);
  }
  await assertBooksHold(t, { owner }, organizationId);
  await owner.query('select chain_journal($1, 100000)', [organizationId]);
  const { rows } = await owner.query(
    `select (select count(*)::int from journal_chain where organization_id = $1) as links,
            (select count(*)::int from broken_journal_link($1)) as broken`,
    [organizationId],
  );
  t.deepEqual(rows, [{ links: took['JE'], broken: 0 }]);
  return took;
}
