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
import {
  choice,
  currency,
  date,
  decimalNumber,
  described,
  freeText,
  instant,
  integer,
  listOf,
  moneySum,
  nullable,
  object,
  text,
  uuid,
} from '../../../queues/schema.ts';
import { command, list, query, type Call, type Endpoint, type FileAnswer } from '../../http/endpoint.ts';
import { byId, oneOf, shownPage } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { shownAs } from '../../http/present.ts';
import { journalCsv, journalHledger } from './journal-files.ts';

const path = '/api/accounting/journal-entries';
// A file is built in memory; a year of a large company comes in parts.
const exportLinesMax = 100_000;

export const entrySourceType = () =>
  choice('invoice', 'bill', 'payment', 'manual', 'accrual', 'fx_revaluation', 'opening', 'closing');
const baseAmount = () => decimalNumber({ places: 4, below: 1e15 });

const entryView = object({
  id: uuid(),
  entry_no: text(40),
  entry_date: date(),
  source_type: entrySourceType(),
  source_id: uuid(),
  source_no: described(nullable(text(40)), 'The number of the document that posted it.'),
  event: choice('issue', 'void', 'receive', 'pay', 'reverse', 'write_off', 'post', 'accrue', 'revalue'),
  reverses_id: nullable(uuid()),
  reversed_by_id: nullable(uuid()),
  description: freeText(),
  posted_by: freeText(),
  created_at: instant(),
  chain_seq: described(
    nullable(integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
    "Its position in the journal's hash chain; null for up to a minute until it joins.",
  ),
  chain_hash: described(nullable(text(64)), 'SHA-256 over the entry and the previous hash, in hex.'),
  account_amount: described(
    nullable(baseAmount()),
    'For the account filtered by: debit minus credit, base currency.',
  ),
  running_balance: described(nullable(baseAmount()), 'For the account filtered by, after this entry.'),
  lines: listOf(
    object({
      entry_id: uuid(),
      line_no: integer({ min: 1, max: 1_000_000 }),
      account_id: uuid(),
      account_code: text(20),
      account_name: text(150),
      currency: currency(),
      debit: moneySum(),
      credit: moneySum(),
      exchange_rate: decimalNumber({ places: 8, below: 1e10 }),
      base_debit: baseAmount(),
      base_credit: baseAmount(),
      merchant_id: nullable(uuid()),
      customer_id: nullable(uuid()),
      vendor_id: nullable(uuid()),
      carrier_id: nullable(uuid()),
      warehouse_id: nullable(uuid()),
      invoice_line_id: nullable(uuid()),
      bill_line_id: nullable(uuid()),
      memo: freeText(),
    }),
  ),
});

const entry = oneOf('journal entry', findEntry, shownAs(entryView));

async function journalFile(
  { tx, organizationId }: Call,
  filters: JournalFilters,
  format: 'csv' | 'hledger',
): Promise<FileAnswer> {
  const lines = await exportLines(tx, organizationId, filters, exportLinesMax);
  if (lines.length > exportLinesMax) {
    throw new Refusal(
      'EXPORT_TOO_LARGE',
      `More than ${exportLinesMax} lines match; narrow date_from and date_to.`,
      { lines_max: exportLinesMax },
    );
  }
  if (format === 'hledger')
    return journalHledger(lines, (await readAccountingSettings(tx, organizationId)).baseCurrency);
  const { account_id: accountId, date_from: from } = filters;
  if (!accountId) return journalCsv(lines);
  return journalCsv(lines, from ? await balanceBefore(tx, organizationId, accountId, from) : '0');
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
      account_id: uuid(),
      source_type: entrySourceType(),
      source_id: uuid(),
      merchant_id: uuid(),
      date_from: date(),
      date_to: date(),
      format: choice('json', 'csv', 'hledger'),
    }),
    returns: entryView,
    files: ['text/csv', 'text/plain'],
    run: async (call) => {
      const { format = 'json', ...filters } = call.query;
      if (format !== 'json') return journalFile(call, filters, format);
      return shownPage(await listEntries(call.tx, call.organizationId, filters), shownAs(entryView));
    },
  }),
  command({
    method: 'POST',
    path,
    summary: 'Post a manual entry',
    description:
      'Debits must equal credits (400 UNBALANCED_ENTRY); receivables and payables accounts are refused (400 CONTROL_ACCOUNT).',
    permission: 'journal.post',
    command: journalCommands.postManualEntry,
    respondWith: entry,
    returns: entryView,
    status: 201,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One journal entry with its lines',
    permission: 'accounting.view',
    returns: entryView,
    run: byId(entry),
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/reverse`,
    summary: 'Reverse a manual entry, once',
    description:
      'Entries of documents are refused (400 NOT_REVERSIBLE): void the document instead. A second time: 409 ALREADY_REVERSED.',
    permission: 'journal.post',
    command: journalCommands.reverseEntry,
    pathToInput: { id: 'entry_id' },
    respondWith: entry,
    returns: entryView,
    status: 201,
  }),
];
