/** Issuing assigns number, journal entry and status in one step, for a single invoice or a thousand of a run. */
import { assertNotNegative } from '../../domain/documents/negative-total.ts';
import { invoiceStates, type DocumentStatus } from '../../domain/documents/document-states.ts';
import type { InvoiceTotals } from '../../domain/documents/invoice-totals.ts';
import { monthOf } from '../../domain/days.ts';
import type { PostedParts } from '../../domain/documents/credited-worth.ts';
import { invoicePosting, totalsLine } from '../../domain/documents/invoice-posting.ts';
import type { DocumentEntry } from '../../domain/journal/journal-entry.ts';
import { decimal, zero, type Decimal } from '../../domain/decimal.ts';
import { groupBy } from '../../domain/group-by.ts';
import { invalid, isGood, notFound, Refusal, refusalOr } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { Counter } from '../tenancy/sequences.write.ts';
import { readPaperSettings, type PaperSettings } from '../tenancy/paper-settings.read.ts';
import { accountUses, assertPostable, readAccountsIn, type Chart } from '../journal/account-checks.read.ts';
import type { Books } from '../journal/books.read.ts';
import { enterBooks } from '../journal/journal-locks.write.ts';
import { assertOpen, postTogether } from '../journal/journal.write.ts';
import { correctedAtItsRate, invoiceAtRate, readPostedParts } from './credits/credited-worth.read.ts';
import { lineCategories, partyName } from './letterheads.read.ts';
import { taxDrafts } from './taxes/draft-taxes.write.ts';
import { refreshTotals, totalColumns } from './taxes/draft-totals.write.ts';

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
  reverse_charge: boolean;
  original_invoice_id: string | null;
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
  tax_given: string | null;
  original_line_id: string | null;
}

export interface IssuedInvoice {
  id: string;
  invoice_no: string;
  status: 'open' | 'paid';
}

/** An invoice that will be issued. */
interface Issue {
  id: string;
  counter: Counter;
  status: IssuedInvoice['status'];
  totals: InvoiceTotals;
  baseTotal: Decimal;
  by: string;
  entry: DocumentEntry;
}

/**
 * Issues drafts: each is taxed by its tax date, gets its number (gapless per month) and a journal entry with the invoice's date, and is frozen,
 * with today's letterhead. Answers in the order asked; the caller emits the events. An invoice with a zero total is
 * paid at once. Refuses 404, 400 ILLEGAL_TRANSITION, NEGATIVE_TOTAL, VALIDATION_FAILED without lines, an account that may
 * not be posted to any more, 409 PERIOD_LOCKED.
 */
export async function issueInvoices(
  tx: TenantTransaction,
  asked: readonly { id: string; by: string }[],
): Promise<(IssuedInvoice | Refusal)[]> {
  const ids = asked.map(({ id }) => id.toLowerCase());
  // Sent at once and run in this order, so the lines are read under the drafts' locks.
  const [drafts, corrected, books, chart, taxed, lines, paper] = await Promise.all([
    lockDrafts(tx, ids),
    readPostedParts(tx, ids),
    enterBooks(tx),
    readAccountsIn(
      tx,
      sql`select account_id from invoice_lines where organization_id = ${tx.organizationId} and invoice_id = any(${ids}::uuid[])`,
    ),
    taxDrafts(tx, ids),
    linesOf(tx, ids),
    readPaperSettings(tx),
  ]);
  const planned = asked.map(({ by }, index) =>
    refusalOr(() => {
      const draft = drafts.get(ids[index]!);
      if (!draft) throw notFound('invoice');
      if (draft.reverse_charge && !paper.vat_id) throw vatIdMissing();
      return planIssue(draft, lines.get(draft.id), by, corrected, books, chart);
    }),
  );
  await refreshTotals(tx, taxed);
  const issued = planned.filter(isGood);
  const postings = issued.map(({ by, counter, entry }) => ({ postedBy: by, counter, entries: [entry] }));
  const numbers = new Map<Issue, string>();
  await postTogether(tx, postings, (nos) => {
    for (const [index, one] of issued.entries()) numbers.set(one, nos[index]!);
    return storeIssued(tx, numbers, { ...paper, rounding: books.baseRules.mode });
  });
  return planned.map((one) =>
    isGood(one) ? { id: one.id, invoice_no: numbers.get(one)!, status: one.status } : one,
  );
}

const vatIdMissing = (): Refusal =>
  new Refusal(
    'VAT_ID_MISSING',
    'An invoice with reverse charge names the VAT ids of both sides: set vat_id with PATCH /api/tenancy/paper first.',
    { path: 'vat_id' },
  );

/** Takes the step, so that a command behind it in the group finds the invoice issued; or throws why not. */
function planIssue(
  draft: DraftRow,
  lines: readonly LineRow[] | undefined,
  by: string,
  corrected: Map<string, PostedParts>,
  books: Books,
  chart: Chart,
): Issue {
  nextState(invoiceStates, draft.status, 'issue');
  if (!lines) throw invalid('lines', 'required', 'an invoice needs a line to be issued');
  // They may have been archived, or changed, since the draft was made.
  assertPostable(chart.accounts, accountUses(lines, draft.currency));
  const taxGiven = draft.tax_given === null ? null : decimal(draft.tax_given);
  const posting = invoicePosting(
    { ...draft, taxGiven, lines: lines.map(totalsLine), corrected: corrected.get(invoiceAtRate(draft)) },
    chart.system,
    { exponent: draft.exponent, mode: books.baseRules.mode },
    { ...books, currency: draft.currency, rate: decimal(draft.exchange_rate) },
  );
  assertNotNegative(draft.kind, posting.totals.total);
  assertOpen(books.lockDate, [draft.invoice_date]);
  const status = posting.totals.total.eq(zero) ? ('paid' as const) : ('open' as const);
  draft.status = status;
  // A note behind it in the group finds its share given.
  if (posting.corrected) corrected.set(invoiceAtRate(draft), posting.corrected);
  const [prefix, words] = draft.kind === 'invoice' ? ['INV', 'Invoice'] : ['CN', 'Credit note'];
  return {
    id: draft.id,
    counter: { prefix, period: monthOf(draft.invoice_date) },
    status,
    totals: posting.totals,
    baseTotal: posting.baseTotal,
    by,
    entry: {
      sourceType: 'invoice',
      sourceId: draft.id,
      event: 'issue',
      entryDate: draft.invoice_date,
      description: (no) => `${words} ${no}`,
      lines: posting.lines,
    },
  };
}

async function storeIssued(
  tx: TenantTransaction,
  issued: ReadonlyMap<Issue, string>,
  letterhead: PaperSettings & { rounding: string },
): Promise<void> {
  const stored = [...issued].map(([{ id, status, totals, baseTotal, by }, invoice_no]) => ({
    id,
    invoice_no,
    status,
    base_total: baseTotal.toFixed(),
    issued_by: by,
    ...totalColumns(totals),
  }));
  await execute(
    tx,
    sql`update invoices i
        set status = n.status, invoice_no = n.invoice_no, base_total = n.base_total, subtotal = n.subtotal,
            discount_total = n.discount_total, tax_total = n.tax_total, total = n.total, issued_at = now(), issued_by = n.issued_by,
            letterhead = ${JSON.stringify(letterhead)}::jsonb
              || jsonb_build_object('party_name', ${partyName('i')}, 'categories', ${lineCategories('i')}),
            paid_at = case when n.status = 'paid' then now() end, updated_at = now(), version = i.version + 1
       from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as n (id uuid, invoice_no text, status text, base_total numeric, issued_by text,
            subtotal numeric, discount_total numeric, tax_total numeric, total numeric)
      where i.organization_id = ${tx.organizationId} and i.id = n.id`,
  );
}

async function lockDrafts(tx: TenantTransaction, ids: readonly string[]): Promise<Map<string, DraftRow>> {
  const drafts = await rows<DraftRow>(
    tx,
    sql`select i.id, i.kind, i.status, i.merchant_id, i.customer_id, i.currency, c.exponent, i.exchange_rate,
            i.invoice_date::text as invoice_date, i.tax_given, i.reverse_charge, i.original_invoice_id
       from invoices i join currencies c on c.code = i.currency
      where i.organization_id = ${tx.organizationId} and i.id = any(${ids}::uuid[] || ${correctedAtItsRate(ids, tx.organizationId)})
      order by i.id for update of i`,
  );
  return new Map(drafts.map((draft) => [draft.id, draft]));
}

async function linesOf(tx: TenantTransaction, ids: readonly string[]): Promise<Map<string, LineRow[]>> {
  const lines = await rows<LineRow>(
    tx,
    sql`select id, invoice_id, account_id, warehouse_id, amount, discount, tax_code, tax_rate, tax_given, original_line_id
       from invoice_lines
      where organization_id = ${tx.organizationId} and invoice_id = any(${ids}::uuid[]) order by invoice_id, line_no`,
  );
  return groupBy(lines, ({ invoice_id: id }) => id);
}
