/** The tax report: by side, code and rate with a link to the lines behind each figure; as a spreadsheet also by document. */
import { readAccountingSettings } from '../../../db/journal/books.read.ts';
import {
  readTaxAccounts,
  readTaxedDocuments,
  readTaxSums,
  type TaxDays,
} from '../../../db/journal/tax-report.read.ts';
import { decimal, toJsonNumber, zero } from '../../../domain/decimal.ts';
import { taxReport, usual, type TaxReport, type TaxRow } from '../../../domain/journal/tax-report.ts';
import { invalid, Refusal } from '../../../domain/refusal.ts';
import * as s from '../../../queues/schema.ts';
import { query, type Call, type Endpoint, type FileAnswer } from '../../http/endpoint.ts';
import { plainQuery } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';
import { csvFile } from '../files/csv.ts';
import { linesPath } from './journal-lines.ts';
import { taxMark } from './tax-mark.ts';

// A file is built in memory; a year of a large company comes in parts.
const documentsMax = 100_000;

const amount = (words?: string) => {
  const field = s.decimalNumber({ places: 4, below: 1e15 });
  return words === undefined ? field : s.described(field, words);
};
const linesUrl = (words: string) => s.described(s.text(1_000), words);

const taxReportView = s.object({
  from: s.date(),
  to: s.date(),
  currency: s.described(s.currency(), 'The base currency of the books, which all figures are in.'),
  rows: s.listOf(
    s.object({
      tax_group: s.described(s.text(60), 'Names the row to /api/accounting/journal-lines.'),
      tax_side: s.choice('sales', 'purchases'),
      tax_code: taxMark.tax_code,
      tax_rate: taxMark.tax_rate,
      base: amount('What was taxed, without the tax; what credits and voids take back is negative.'),
      tax: amount(),
      journal_lines: linesUrl('The lines that base and tax add up, with the documents that posted them.'),
    }),
  ),
  totals: s.listOf(
    s.object({
      key: s.described(s.text(40), 'sales, output_tax, purchases, input_tax, payable.'),
      name: s.text(100),
      amount: amount(),
    }),
  ),
  accounts: s.described(
    s.listOf(
      s.object({
        account_id: s.uuid(),
        code: s.text(20),
        name: s.text(150),
        opening: amount('Before the period, debits positive.'),
        reported: amount('Moved by the documents of this report.'),
        other: amount('Moved otherwise: payments to the tax office, manual entries.'),
        closing: amount('At the end of the period.'),
        journal_lines: linesUrl('All lines of the account in the period.'),
      }),
    ),
    'The accounts that tax is posted to: opening + reported + other = closing, as in the trial balance.',
  ),
});

interface Asked {
  from?: string;
  to?: string;
  by?: 'document';
  format?: 'json' | 'csv';
}

async function report({ tx, query: asked }: Call<Asked>) {
  const { baseCurrency, today } = await readAccountingSettings(tx);
  const to = asked.to ?? today;
  const from = asked.from ?? `${to.slice(0, 4)}-01-01`;
  if (from > to) throw invalid('from', 'range', 'from must not be after to');
  if (asked.by && asked.format !== 'csv')
    throw invalid('by', 'not_allowed', 'by=document is a spreadsheet: it goes with format=csv');
  const days: TaxDays = { from, to };
  if (asked.by) return documentsCsv(await readTaxedDocuments(tx, days, documentsMax), days, baseCurrency);
  const found = taxReport(await readTaxSums(tx, days));
  if (asked.format === 'csv') return reportCsv(found, days, baseCurrency);
  const accounts = await readTaxAccounts(tx, days);
  return present(taxReportView, {
    from,
    to,
    currency: baseCurrency,
    rows: found.rows.map((row) => ({ ...row, journal_lines: linesOf(days, { tax_group: row.tax_group }) })),
    totals: found.totals,
    accounts: accounts.map((account) => {
      const { opening, reported, closing } = account;
      const other = decimal(closing).minus(decimal(opening)).minus(decimal(reported));
      return { ...account, other, journal_lines: linesOf(days, { account_id: account.account_id }) };
    }),
  });
}

function linesOf({ from, to }: TaxDays, words: Record<string, string>): string {
  return `${linesPath}?${new URLSearchParams({ ...words, date_from: from, date_to: to }).toString()}`;
}

const rateCell = (rate: string | null): number | null => (rate === null ? null : toJsonNumber(decimal(rate)));

function reportCsv({ rows, totals }: TaxReport, { to }: TaxDays, currency: string): FileAnswer {
  const lines = rows.map((row: TaxRow) => [
    row.tax_side,
    row.tax_code ?? '',
    rateCell(row.tax_rate),
    currency,
    toJsonNumber(row.base),
    toJsonNumber(row.tax),
  ]);
  const total = (key: string): number => toJsonNumber(totals.find((one) => one.key === key)?.amount ?? zero);
  return csvFile(
    `tax-${to}.csv`,
    ['side', 'tax_code', 'tax_rate', 'currency', 'base', 'tax'],
    [
      ...lines,
      ['total sales', '', null, currency, total('sales'), total('output_tax')],
      ['total purchases', '', null, currency, total('purchases'), total('input_tax')],
      ['payable', '', null, currency, null, total('payable')],
    ],
  );
}

function documentsCsv(
  documents: Awaited<ReturnType<typeof readTaxedDocuments>>,
  { to }: TaxDays,
  currency: string,
): FileAnswer {
  if (documents.length > documentsMax) {
    throw new Refusal('EXPORT_TOO_LARGE', `More than ${documentsMax} rows match; narrow from and to.`, {
      lines_max: documentsMax,
    });
  }
  const columns = [
    'date',
    'document_no',
    'event',
    'party',
    'party_vat_id',
    'side',
    'tax_code',
    'tax_rate',
    'currency',
    'base',
    'tax',
    'document_currency',
    'entry_no',
    'party_code',
  ];
  const lines = documents.map((one) => [
    one.entry_date,
    one.document_no,
    one.event,
    one.party_name,
    one.party_vat_id,
    one.tax_side,
    one.tax_code,
    rateCell(one.tax_rate),
    currency,
    toJsonNumber(usual(one.tax_side, decimal(one.base))),
    toJsonNumber(usual(one.tax_side, decimal(one.tax))),
    one.currency,
    one.entry_no,
    one.party_code,
  ]);
  return csvFile(`tax-documents-${to}.csv`, columns, lines);
}

export const taxReportEndpoints: readonly Endpoint[] = [
  query({
    path: '/api/accounting/reports/tax',
    isReport: () => true,
    summary: 'Tax on sales and on purchases of a period, by code and rate, in the base currency',
    description:
      'From the first of January to today by default. A document counts on its own date, and is taken back on the day it is voided. With format=csv and by=document, one row per document, code and rate.',
    permission: 'accounting.view',
    query: plainQuery({
      from: s.date(),
      to: s.date(),
      by: s.described(s.choice('document'), 'Each document by itself; with format=csv.'),
      format: s.choice('json', 'csv'),
    }),
    returns: taxReportView,
    files: ['text/csv'],
    run: report,
  }),
];
