/** A financial report as a PDF. */
import type { FinancialReport } from '../../../domain/journal/financial-reports.ts';
import type { FileAnswer } from '../../http/endpoint.ts';
import { money } from '../documents/pdf-amounts.ts';
import type { Column } from '../files/draw-pages.ts';
import { PdfPages } from '../files/pdf-pages.ts';
import { fileName, noMerchant, type ReportHeading } from './financial-report-csv.ts';

const columns: Column[] = [
  { title: 'Code', width: 0.12 },
  { title: 'Account', width: 0.6 },
  { title: 'Amount', width: 0.28, align: 'right' },
];

export async function reportPdf(
  organizationId: string,
  operator: string,
  heading: ReportHeading,
  { sections, totals }: FinancialReport,
): Promise<FileAnswer> {
  const { title, from, to, currency, isSplit } = heading;
  const pages = new PdfPages(organizationId, `${title} ${to}`);
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
    pages.table(columns, lines, ['', `Total ${section.toLowerCase()}`, money(total, currency)]);
  }
  pages.sums(totals.map(({ name, amount }) => ({ name, value: money(amount, currency), strong: true })));
  return {
    file: await pages.finish(`${title} ${to}`),
    content_type: 'application/pdf',
    filename: fileName(heading, 'pdf'),
    inline: true,
  };
}
