/** Issuing assigns number, journal entry and status in one step, for a single invoice or a thousand of a run. */
import { withCapitalArticle } from '../../domain/article.ts';
import { invoiceStates, type DocumentStatus } from '../../domain/documents/document-states.ts';
import { monthOf } from '../../domain/days.ts';
import { invoicePosting, totalsLine } from '../../domain/documents/invoice-posting.ts';
import type { NewEntry } from '../../domain/journal/journal-entry.ts';
import { decimal, zero } from '../../domain/decimal.ts';
import { groupBy } from '../../domain/group-by.ts';
import { invalid, notFound, Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { nextNumbers } from '../tenancy/sequences.write.ts';
import { readPaperSettings } from '../tenancy/paper-settings.read.ts';
import { readAccountingSettings, readSystemAccounts } from '../journal/books.read.ts';
import { assertPeriodOpen, postEntries } from '../journal/journal.write.ts';
import { lineCategories, partyName } from './letterheads.read.ts';
import { totalColumns } from './invoices.write.ts';
import { sql } from '../sql-text.ts';

interface DraftRow {
  id: string;
  kind: 'invoice' | 'credit_note';
  status: DocumentStatus;
  merchant_id: string | null;
  customer_id: string | null;
  currency: string;
  exponent: number;
  exchange_rate: string;
  invoice_date: string;
  tax_given: string | null;
}

interface LineRow {
  id: string;
  invoice_id: string;
  account_id: string;
  warehouse_id: string | null;
  amount: string;
  discount: string;
  tax_code: string;
  tax_rate: string;
}

export interface IssuedInvoice {
  id: string;
  invoice_no: string;
  status: 'open' | 'paid';
}

/**
 * Issues drafts: each gets its number (gapless per month) and a journal entry with the invoice's date, and is frozen,
 * with today's letterhead.
 * An invoice with a zero total is paid at once. Refuses 404, 400 ILLEGAL_TRANSITION, NEGATIVE_TOTAL, VALIDATION_FAILED
 * without lines, 409 PERIOD_LOCKED. The caller emits the events.
 */
export async function issueInvoices(
  tx: TenantTransaction,
  { organizationId, ids, issuedBy }: { organizationId: string; ids: readonly string[]; issuedBy: string },
): Promise<IssuedInvoice[]> {
  const drafts = await lockDrafts(tx, organizationId, ids);
  const books = await readAccountingSettings(tx, organizationId);
  const accounts = await readSystemAccounts(tx, organizationId);
  const lines = await linesOf(tx, organizationId, ids);
  const prepared = drafts.map((draft) => {
    const posting = invoicePosting(
      {
        ...draft,
        taxGiven: draft.tax_given === null ? null : decimal(draft.tax_given),
        lines: (lines.get(draft.id) ?? []).map(totalsLine),
      },
      accounts,
      { exponent: draft.exponent, mode: books.baseRules.mode },
      { ...books, currency: draft.currency, rate: decimal(draft.exchange_rate) },
    );
    if (!lines.has(draft.id)) throw invalid('lines', 'required', 'an invoice needs a line to be issued');
    if (posting.totals.total.lt(zero)) {
      const total = posting.totals.total.toFixed();
      throw new Refusal(
        'NEGATIVE_TOTAL',
        `${withCapitalArticle(draft.kind.replace('_', ' '))} cannot total ${total}: enter the opposite kind of document instead.`,
        {
          total,
        },
      );
    }
    return { draft, ...posting };
  });
  await assertPeriodOpen(
    tx,
    organizationId,
    drafts.map(({ invoice_date: date }) => date),
  );
  const numbers = await numbersFor(tx, organizationId, drafts);
  const issued = prepared.map(({ draft, totals, baseTotal }) => ({
    id: draft.id,
    invoice_no: numbers.get(draft.id)!,
    status: totals.total.eq(zero) ? ('paid' as const) : ('open' as const),
    base_total: baseTotal.toFixed(),
    ...totalColumns(totals),
  }));
  const letterhead = { ...(await readPaperSettings(tx)), rounding: books.baseRules.mode };
  await execute(
    tx,
    sql`update invoices i
        set status = n.status, invoice_no = n.invoice_no, base_total = n.base_total, subtotal = n.subtotal,
            discount_total = n.discount_total, tax_total = n.tax_total, total = n.total, issued_at = now(), issued_by = ${issuedBy},
            letterhead = ${JSON.stringify(letterhead)}::jsonb
              || jsonb_build_object('party_name', ${partyName('i')}, 'categories', ${lineCategories('i')}),
            paid_at = case when n.status = 'paid' then now() end, updated_at = now(), version = i.version + 1
       from jsonb_to_recordset(${JSON.stringify(issued)}::jsonb) as n (id uuid, invoice_no text, status text, base_total numeric, subtotal numeric,
            discount_total numeric, tax_total numeric, total numeric)
      where i.organization_id = ${organizationId} and i.id = n.id`,
  );
  const entries = prepared.map(({ draft, lines: entryLines }): NewEntry => ({
    sourceType: 'invoice',
    sourceId: draft.id,
    event: 'issue',
    entryDate: draft.invoice_date,
    description: `${draft.kind === 'invoice' ? 'Invoice' : 'Credit note'} ${numbers.get(draft.id)}`,
    lines: entryLines,
  }));
  await postEntries(tx, { organizationId, postedBy: issuedBy }, entries);
  return issued.map(({ id, invoice_no, status }) => ({ id, invoice_no, status }));
}

async function lockDrafts(
  tx: TenantTransaction,
  organizationId: string,
  ids: readonly string[],
): Promise<DraftRow[]> {
  const drafts = await rows<DraftRow>(
    tx,
    sql`select i.id, i.kind, i.status, i.merchant_id, i.customer_id, i.currency, c.exponent, i.exchange_rate,
            i.invoice_date::text as invoice_date, i.tax_given
       from invoices i join currencies c on c.code = i.currency
      where i.organization_id = ${organizationId} and i.id = any(${ids}::uuid[]) order by i.id for update of i`,
  );
  if (drafts.length < new Set(ids).size) throw notFound('invoice');
  for (const { status } of drafts) nextState(invoiceStates, status, 'issue');
  return drafts;
}

async function linesOf(
  tx: TenantTransaction,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, LineRow[]>> {
  const lines = await rows<LineRow>(
    tx,
    sql`select id, invoice_id, account_id, warehouse_id, amount, discount, tax_code, tax_rate from invoice_lines
      where organization_id = ${organizationId} and invoice_id = any(${ids}::uuid[]) order by invoice_id, line_no`,
  );
  return groupBy(lines, ({ invoice_id: id }) => id);
}

/** INV-YYYYMM-#### and CN-YYYYMM-####. Each counter is locked once, in a fixed order. */
async function numbersFor(
  tx: TenantTransaction,
  organizationId: string,
  drafts: readonly DraftRow[],
): Promise<Map<string, string>> {
  const numbers = new Map<string, string>();
  const groups = groupBy(
    drafts,
    ({ kind, invoice_date: date }) => `${kind === 'invoice' ? 'INV' : 'CN'}-${monthOf(date)}`,
  );
  for (const [group, members] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [prefix, month] = group.split('-') as [string, string];
    const taken = await nextNumbers(tx, organizationId, prefix, month, members.length);
    members.forEach(({ id }, index) => numbers.set(id, taken[index]!));
  }
  return numbers;
}
