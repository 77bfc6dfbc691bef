/**
 * Profit and loss, balance sheet and cash flow: as JSON with a link behind every figure, as a spreadsheet, as a PDF.
 */
import { readAccountingSettings } from '../../../db/journal/books.read.ts';
import { readCash, sumJournalLines } from '../../../db/journal/journal-lines.read.ts';
import { readOrganization } from '../../../db/tenancy/organizations.read.ts';
import { addDays } from '../../../domain/days.ts';
import { decimal } from '../../../domain/decimal.ts';
import {
  besideEarlier,
  comparedPeriod,
  comparisons,
  type Comparison,
  type Period,
} from '../../../domain/journal/compared-reports.ts';
import {
  balanceSheet,
  cashFlow,
  profitAndLoss,
  reportKinds,
  type FinancialReport,
  type LinesBehind,
  type ReportKind,
  type ReportRow,
} from '../../../domain/journal/financial-reports.ts';
import { invalid } from '../../../domain/refusal.ts';
import * as s from '../../../queues/schema.ts';
import { query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { plainQuery } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';
import { reportCsv } from './financial-report-csv.ts';
import { linesPath } from './journal-lines.ts';

const amount = () => s.decimalNumber({ places: 4, below: 1e15 });
const linesUrl = () => s.described(s.text(1_000), 'The journal lines that add up to it.');
const compared = () => s.nullable(amount(), 'The same of the compared period; null without one.');
const figure = () => ({
  amount: amount(),
  compared: compared(),
  journal_lines: linesUrl(),
  compared_journal_lines: s.nullable(s.text(1_000), 'The journal lines that the compared figure adds up.'),
});

const reportView = s.object({
  report: s.choice(...reportKinds),
  from: s.nullable(s.date()),
  to: s.date(),
  compared: s.nullable(
    s.object({ from: s.nullable(s.date()), to: s.date() }),
    'The period that `compare` sets beside it.',
  ),
  currency: s.currency(),
  merchant_id: s.nullable(s.uuid()),
  sections: s.listOf(
    s.object({
      key: s.text(40),
      name: s.text(100),
      total: amount(),
      compared: compared(),
      rows: s.listOf(
        s.object({
          account_id: s.nullable(s.uuid()),
          code: s.nullable(s.text(20)),
          name: s.text(150),
          ...figure(),
          merchants: s.described(
            s.listOf(
              s.object({
                merchant_id: s.nullable(s.uuid()),
                name: s.nullable(s.text(200)),
                ...figure(),
              }),
            ),
            'With by=merchant; a null merchant stands for lines that name none.',
          ),
        }),
      ),
    }),
  ),
  totals: s.listOf(s.object({ key: s.text(40), name: s.text(100), amount: amount(), compared: compared() })),
});

interface Asked {
  from?: string;
  to?: string;
  as_of?: string;
  merchant_id?: string;
  by?: 'merchant';
  compare?: Comparison;
  format?: 'json' | 'csv' | 'pdf';
}

const titles: Record<ReportKind, string> = {
  'profit-and-loss': 'Profit and loss',
  'balance-sheet': 'Balance sheet',
  'cash-flow': 'Cash flow',
};

async function read(
  { tx }: Call<Asked>,
  kind: ReportKind,
  { from, to }: Period,
  merchantId: string | undefined,
): Promise<FinancialReport> {
  const filter = {
    date_to: to,
    ...(from ? { date_from: from } : {}),
    ...(merchantId ? { merchant_id: merchantId } : {}),
  };
  if (kind === 'balance-sheet') return balanceSheet(await sumJournalLines(tx, filter));
  if (kind === 'profit-and-loss')
    return profitAndLoss(await sumJournalLines(tx, { ...filter, without_closing: true }));
  const moved = await sumJournalLines(tx, { ...filter, beside_cash: true });
  const before = from ? await readCash(tx, addDays(from, -1), merchantId) : '0';
  const after = await readCash(tx, to, merchantId);
  return cashFlow(moved, decimal(before), decimal(after));
}

async function report(call: Call<Asked>, kind: ReportKind) {
  const { tx, organizationId, query: asked } = call;
  const { baseCurrency, today } = await readAccountingSettings(tx);
  const to = asked.as_of ?? asked.to ?? today;
  // The year to date if nothing else is given.
  const from = kind === 'balance-sheet' ? null : (asked.from ?? `${to.slice(0, 4)}-01-01`);
  if (from !== null && from > to) throw invalid('from', 'range', 'from must not be after to');
  const period: Period = { from, to };
  const earlier = asked.compare ? comparedPeriod(period, asked.compare) : null;
  const own = await read(call, kind, period, asked.merchant_id);
  const found = earlier ? besideEarlier(own, await read(call, kind, earlier, asked.merchant_id)) : own;
  const isSplit = asked.by === 'merchant';
  const heading = { title: titles[kind], currency: baseCurrency, isSplit, earlier, ...period };
  if (asked.format === 'csv') return reportCsv(heading, found);
  if (asked.format === 'pdf') {
    const { name } = await readOrganization(tx);
    const { reportPdf } = await import('./financial-report-pdf.ts');
    return async () => reportPdf(organizationId, name, heading, found);
  }
  const link: Link = (lines, days) =>
    linkOf(kind, days, { ...lines, ...ofMerchant(asked.merchant_id, lines) });
  const links = (lines: LinesBehind) => ({
    journal_lines: link(lines, period),
    compared_journal_lines: earlier && link(lines, earlier),
  });
  return present(reportView, {
    report: kind,
    ...period,
    compared: earlier,
    currency: baseCurrency,
    merchant_id: asked.merchant_id ?? null,
    sections: found.sections.map((section) => ({
      ...section,
      rows: section.rows.map((row) => shownRow(row, isSplit, links)),
    })),
    totals: found.totals,
  });
}

const ofMerchant = (id: string | undefined, lines: LinesBehind): LinesBehind =>
  id === undefined || lines.merchant_id ? {} : { merchant_id: id };

type Link = (lines: LinesBehind, days: Period) => string;

function shownRow(
  { lines, merchants, ...row }: ReportRow,
  isSplit: boolean,
  links: (lines: LinesBehind) => { journal_lines: string; compared_journal_lines: string | null },
) {
  return {
    ...row,
    ...links(lines),
    merchants: isSplit
      ? merchants.map(({ lines: own, ...merchant }) => ({ ...merchant, ...links(own) }))
      : [],
  };
}

function linkOf(kind: ReportKind, { from, to }: Period, lines: LinesBehind): string {
  const words = {
    ...lines,
    ...(from ? { date_from: from } : {}),
    date_to: to,
    ...(kind === 'profit-and-loss' ? { without_closing: true } : {}),
  };
  return `${linesPath}?${new URLSearchParams(Object.entries(words).map(([name, value]): [string, string] => [name, String(value)])).toString()}`;
}

const shared = {
  merchant_id: s.described(s.uuid(), 'Only lines that name this merchant.'),
  by: s.described(s.choice('merchant'), 'Breaks every figure down by merchant.'),
  format: s.choice('json', 'csv', 'pdf'),
};
const compare = s.described(
  s.choice(...comparisons),
  'Sets an earlier period beside it: the same days a year before, or the period before, which is as many months if these are whole months, else as many days; for a balance sheet the end of the month before.',
);
const ofPeriod = plainQuery({ from: s.date(), to: s.date(), compare, ...shared });
const files = ['text/csv', 'application/pdf'];

export const financialReportEndpoints: readonly Endpoint[] = [
  query({
    path: '/api/accounting/reports/profit-and-loss',
    summary: 'Revenue less costs of a period, in the base currency',
    description: 'From the first of January to today by default. Year-end closing entries are left out.',
    permission: 'accounting.view',
    query: ofPeriod,
    returns: reportView,
    files,
    isReport: () => true,
    run: (call) => report(call, 'profit-and-loss'),
  }),
  query({
    path: '/api/accounting/reports/balance-sheet',
    summary: 'Assets, liabilities and equity at the end of a day, in the base currency',
    description:
      'Earnings that no closing entry has carried over are shown in equity. For a single merchant the sides need not agree, since bank accounts are not kept by merchant.',
    permission: 'accounting.view',
    query: plainQuery({ as_of: s.date(), compare, ...shared }),
    returns: reportView,
    files,
    isReport: () => true,
    run: (call) => report(call, 'balance-sheet'),
  }),
  query({
    path: '/api/accounting/reports/cash-flow',
    summary: 'Where money came from and went to in a period (direct method), in the base currency',
    description:
      'Positive is money in. Each figure is the sum of the opposite lines of entries that moved money, so all of them add up to the change in cash.',
    permission: 'accounting.view',
    query: ofPeriod,
    returns: reportView,
    files,
    isReport: () => true,
    run: (call) => report(call, 'cash-flow'),
  }),
];
