/** A financial report as a PDF. */
import type { Decimal } from '../../../domain/decimal.ts';
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

const comparedColumns = (earlier: string): Column[] => [
  { title: 'Code', width: 0.1 },
  { title: 'Account', width: 0.36 },
  { title: 'Amount', width: 0.18, align: 'right' },
  { title: `To ${earlier}`, width: 0.18, align: 'right' },
  { title: 'Change', width: 0.18, align: 'right' },
];

export async function reportPdf(
  organizationId: string,
  operator: string,
  heading: ReportHeading,
  { sections, totals }: FinancialReport,
): Promise<FileAnswer> {
  const { title, from, to, currency, isSplit, earlier } = heading;
  const figures = ({ amount, compared }: { amount: Decimal; compared: Decimal | null }): string[] => [
    money(amount, currency),
    ...(compared ? [money(compared, currency), money(amount.minus(compared), currency)] : []),
  ];
  const pages = new PdfPages(organizationId, `${title} ${to}`);
  pages.heading(operator, title, [
    ...(from ? [['From', from] as const] : []),
    [from ? 'To' : 'As of', to],
    ...(earlier ? [['Compared with', [earlier.from, earlier.to].filter(Boolean).join(' - ')] as const] : []),
    ['Currency', currency],
  ]);
  const shown = earlier ? comparedColumns(earlier.to) : columns;
  for (const { name: section, rows, total, compared } of sections) {
    if (rows.length === 0) continue;
    pages.block(section, ['']);
    const lines = rows.flatMap(({ code, name, merchants, ...row }) => [
      [code ?? '', name, ...figures(row)],
      ...(isSplit ? merchants.map((one) => ['', `  ${one.name ?? noMerchant}`, ...figures(one)]) : []),
    ]);
    pages.table(shown, lines, [
      '',
      `Total ${section.toLowerCase()}`,
      ...figures({ amount: total, compared }),
    ]);
  }
  if (earlier)
    pages.table(
      shown,
      totals.map(({ name, ...one }) => ['', name, ...figures(one)]),
    );
  else pages.sums(totals.map(({ name, amount }) => ({ name, value: money(amount, currency), strong: true })));
  return {
    file: await pages.finish(`${title} ${to}`),
    content_type: 'application/pdf',
    filename: fileName(heading, 'pdf'),
    inline: true,
  };
}
