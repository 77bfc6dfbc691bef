/** A financial report as a spreadsheet. */
import { toJsonNumber } from '../../../domain/decimal.ts';
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
