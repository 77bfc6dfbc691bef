/** The journal: entries, an account's detail, manual postings and their reversal, files for accountants. */
import { readAccountingSettings } from '../../../db/journal/books.read.ts';
import {
  balanceBefore,
  exportLines,
  findEntry,
  listEntries,
  type JournalFilters,
} from '../../../db/journal/journal.read.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { journalCommands } from '../../../queues/journal/journal.ts';
import * as s from '../../../queues/schema.ts';
import { create, list, query, type Call, type Endpoint, type FileAnswer } from '../../http/endpoint.ts';
import { byId, oneOf, shownPage } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { shownAs } from '../../http/present.ts';
import { journalCsv, journalHledger } from './journal-files.ts';
import { taxMark } from './tax-mark.ts';

const path = '/api/accounting/journal-entries';
// A file is built in memory; a year of a large company comes in parts.
const exportLinesMax = 100_000;

export const entrySourceType = () =>
  s.choice('invoice', 'bill', 'payment', 'manual', 'accrual', 'fx_revaluation', 'opening', 'closing');
const baseAmount = () => s.decimalNumber({ places: 4, below: 1e15 });

const entryView = s.object({
  id: s.uuid(),
  entry_no: s.text(40),
  entry_date: s.date(),
  source_type: entrySourceType(),
  source_id: s.uuid(),
  source_no: s.nullable(s.text(40), 'The number of the document that posted it.'),
  event: s.choice('issue', 'void', 'receive', 'pay', 'reverse', 'write_off', 'post', 'accrue', 'revalue'),
  reverses_id: s.nullable(s.uuid()),
  reversed_by_id: s.nullable(s.uuid()),
  description: s.freeText(),
  posted_by: s.freeText(),
  created_at: s.instant(),
  chain_seq: s.nullable(
    s.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    "Its position in the journal's hash chain; null for up to a minute until it joins.",
  ),
  chain_hash: s.nullable(s.text(64), 'SHA-256 over the entry and the previous hash, in hex.'),
  account_amount: s.nullable(baseAmount(), 'For the account filtered by: debit minus credit, base currency.'),
  running_balance: s.nullable(baseAmount(), 'For the account filtered by, after this entry.'),
  lines: s.listOf(
    s.object({
      entry_id: s.uuid(),
      line_no: s.integer({ min: 1, max: 1_000_000 }),
      account_id: s.uuid(),
      account_code: s.text(20),
      account_name: s.text(150),
      currency: s.currency(),
      debit: s.moneySum(),
      credit: s.moneySum(),
      exchange_rate: s.decimalNumber({ places: 8, below: 1e10 }),
      base_debit: baseAmount(),
      base_credit: baseAmount(),
      merchant_id: s.nullable(s.uuid()),
      customer_id: s.nullable(s.uuid()),
      vendor_id: s.nullable(s.uuid()),
      carrier_id: s.nullable(s.uuid()),
      warehouse_id: s.nullable(s.uuid()),
      invoice_line_id: s.nullable(s.uuid()),
      bill_line_id: s.nullable(s.uuid()),
      memo: s.freeText(),
      ...taxMark,
    }),
  ),
});

const entry = oneOf('journal entry', findEntry, shownAs(entryView));

async function journalFile(
  { tx }: Call,
  filters: JournalFilters,
  format: 'csv' | 'hledger',
): Promise<FileAnswer> {
  // Half an entry does not balance, and hledger refuses the file.
  const lines = await exportLines(tx, filters, exportLinesMax, { ofAccount: format === 'csv' });
  if (lines.length > exportLinesMax) {
    throw new Refusal(
      'EXPORT_TOO_LARGE',
      `More than ${exportLinesMax} lines match; narrow date_from and date_to.`,
      { lines_max: exportLinesMax },
    );
  }
  if (format === 'hledger') return journalHledger(lines, (await readAccountingSettings(tx)).baseCurrency);
  const { account_id: accountId, date_from: from } = filters;
  if (!accountId) return journalCsv(lines);
  return journalCsv(lines, from ? await balanceBefore(tx, accountId, from) : '0');
}

export const journalEntryEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary:
      'Journal entries, newest first; with account_id the general ledger detail of that account, oldest first',
    description:
      'format=csv returns the lines as a spreadsheet, format=hledger as a journal for hledger; both complete, up to 100,000 lines.',
    permission: 'accounting.view',
    query: pagedQuery({
      account_id: s.uuid(),
      source_type: entrySourceType(),
      source_id: s.uuid(),
      merchant_id: s.uuid(),
      date_from: s.date(),
      date_to: s.date(),
      format: s.choice('json', 'csv', 'hledger'),
    }),
    returns: entryView,
    files: ['text/csv', 'text/plain'],
    run: async (call) => {
      const { format = 'json', ...filters } = call.query;
      if (format !== 'json') return journalFile(call, filters, format);
      return shownPage(await listEntries(call.tx, filters), shownAs(entryView));
    },
  }),
  create({
    path,
    summary: 'Post a manual entry',
    description:
      'Debits must equal credits (400 UNBALANCED_ENTRY); receivables and payables accounts are refused (400 CONTROL_ACCOUNT).',
    permission: 'journal.post',
    command: journalCommands.postManualEntry,
    respondWith: entry,
    returns: entryView,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One journal entry with its lines',
    permission: 'accounting.view',
    returns: entryView,
    run: byId(entry),
  }),
  create({
    path: `${path}/{id}/reverse`,
    summary: 'Reverse a manual entry, once',
    description:
      'Entries of documents are refused (400 NOT_REVERSIBLE): void the document instead. A second time: 409 ALREADY_REVERSED.',
    permission: 'journal.post',
    command: journalCommands.reverseEntry,
    pathToInput: { id: 'entry_id' },
    respondWith: entry,
    returns: entryView,
  }),
];
