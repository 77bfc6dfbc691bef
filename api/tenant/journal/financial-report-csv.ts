/** A financial report as a spreadsheet. */
import { toJsonNumber, type Decimal } from '../../../domain/decimal.ts';
import type { FinancialReport } from '../../../domain/journal/financial-reports.ts';
import type { FileAnswer } from '../../http/endpoint.ts';
import { csvFile, type CsvCell } from '../files/csv.ts';

export interface ReportHeading {
  title: string;
  from: string | null;
  to: string;
  currency: string;
  /** With every figure by merchant as well. */
  isSplit: boolean;
  /** The period compared with. */
  earlier: { from: string | null; to: string } | null;
}

/** For lines that name no merchant. */
export const noMerchant = 'no merchant';
export const fileName = ({ title, to }: ReportHeading, ending: string): string =>
  `${title.toLowerCase().replaceAll(' ', '-')}-${to}.${ending}`;

/**
 * One row per figure; with merchants, one row per figure and merchant and no totals over them, so that a column adds
 * up.
 */
export function reportCsv(heading: ReportHeading, { sections, totals }: FinancialReport): FileAnswer {
  const { isSplit, currency, earlier } = heading;
  const figures = ({ amount, compared }: { amount: Decimal; compared: Decimal | null }): CsvCell[] => [
    toJsonNumber(amount),
    ...(compared ? [toJsonNumber(compared), toJsonNumber(amount.minus(compared))] : []),
  ];
  const rows: CsvCell[][] = sections.flatMap((section) =>
    section.rows.flatMap(({ code, name, merchants, ...row }) =>
      isSplit
        ? merchants.map((one) => [
            section.name,
            code,
            name,
            one.name ?? noMerchant,
            currency,
            ...figures(one),
            one.code,
          ])
        : [[section.name, code, name, '', currency, ...figures(row), null]],
    ),
  );
  const sums = isSplit
    ? []
    : totals.map(({ name, ...one }) => ['Total', '', name, '', currency, ...figures(one), null]);
  return csvFile(
    fileName(heading, 'csv'),
    [
      'section',
      'code',
      'name',
      'merchant',
      'currency',
      'amount',
      ...(earlier ? [`amount to ${earlier.to}`, 'change'] : []),
      'merchant_code',
    ],
    [...rows, ...sums],
  );
}
