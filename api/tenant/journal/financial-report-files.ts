/** A financial report as a spreadsheet and on paper. */
import { toJsonNumber } from '../../../domain/decimal.ts';
import type { FinancialReport } from '../../../domain/journal/financial-reports.ts';
import type { FileAnswer } from '../../http/endpoint.ts';
import { money } from '../documents/pdf-amounts.ts';
import { csvFile, type CsvCell } from '../files/csv.ts';
import { PdfPages, type Column } from '../files/pdf-pages.ts';

export interface ReportHeading {
  title: string;
  from: string | null;
  to: string;
  currency: string;
  /** Every figure by merchant as well. */
  isSplit: boolean;
}

const noMerchant = 'no merchant';
const fileName = ({ title, to }: ReportHeading, ending: string): string =>
  `${title.toLowerCase().replaceAll(' ', '-')}-${to}.${ending}`;

/** A row a figure; with merchants, a row a merchant and no sums of them, so that a column adds up. */
export function reportCsv(heading: ReportHeading, { sections, totals }: FinancialReport): FileAnswer {
  const { isSplit, currency } = heading;
  const rows: CsvCell[][] = sections.flatMap((section) =>
    section.rows.flatMap(({ code, name, amount, merchants }) =>
      isSplit
        ? merchants.map((one) => [
            section.name,
            code,
            name,
            one.name ?? noMerchant,
            currency,
            toJsonNumber(one.amount),
          ])
        : [[section.name, code, name, '', currency, toJsonNumber(amount)]],
    ),
  );
  const sums = isSplit
    ? []
    : totals.map(({ name, amount }) => ['Total', '', name, '', currency, toJsonNumber(amount)]);
  return csvFile(
    fileName(heading, 'csv'),
    ['section', 'code', 'name', 'merchant', 'currency', 'amount'],
    [...rows, ...sums],
  );
}

const columns: Column[] = [
  { title: 'Code', width: 0.12 },
  { title: 'Account', width: 0.6 },
  { title: 'Amount', width: 0.28, align: 'right' },
];

export async function reportPdf(
  operator: string,
  heading: ReportHeading,
  { sections, totals }: FinancialReport,
): Promise<FileAnswer> {
  const { title, from, to, currency, isSplit } = heading;
  const pages = new PdfPages(`${title} ${to}`);
  pages.heading(operator, title, [
    ...(from ? [['From', from] as const] : []),
    [from ? 'To' : 'As of', to],
    ['Currency', currency],
  ]);
  for (const { name: section, rows, total } of sections) {
    if (rows.length === 0) continue;
    pages.block(section, ['']);
    const lines = rows.flatMap(({ code, name, amount, merchants }) => [
      [code ?? '', name, money(amount, currency)],
      ...(isSplit
        ? merchants.map((one) => ['', `  ${one.name ?? noMerchant}`, money(one.amount, currency)])
        : []),
    ]);
    await pages.table(columns, lines, ['', `Total ${section.toLowerCase()}`, money(total, currency)]);
  }
  pages.sums(totals.map(({ name, amount }) => ({ name, value: money(amount, currency), strong: true })));
  return {
    file: await pages.finish(`${title} ${to}`),
    content_type: 'application/pdf',
    filename: fileName(heading, 'pdf'),
    inline: true,
  };
}
