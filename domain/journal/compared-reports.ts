/** A financial report beside the same report of an earlier period. */
import { addDays } from '../days.ts';
import { zero, type Decimal } from '../decimal.ts';
import type { FinancialReport, MerchantShare, ReportRow, ReportSection } from './financial-reports.ts';

export const comparisons = ['previous_period', 'previous_year'] as const;
export type Comparison = (typeof comparisons)[number];

/** The days a report covers; the balance sheet goes back to the first entry. */
export interface Period {
  from: string | null;
  to: string;
}

/**
 * The period to compare with. A year before: the same days. The period before: as many months if it is whole months, else
 * as many days. A balance sheet's is the end of the month before.
 */
export function comparedPeriod({ from, to }: Period, by: Comparison): Period {
  if (by === 'previous_year') return { from: from && monthsBefore(from, 12), to: monthsBefore(to, 12) };
  if (from === null) return { from, to: addDays(`${to.slice(0, 7)}-01`, -1) };
  const end = addDays(from, -1);
  if (!from.endsWith('-01') || !isMonthEnd(to)) {
    const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
    return { from: addDays(end, -days), to: end };
  }
  const months = monthNumber(to) - monthNumber(from) + 1;
  return { from: monthsBefore(from, months), to: end };
}

const isMonthEnd = (day: string): boolean => addDays(day, 1).endsWith('-01');
const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

/** The same day of an earlier month; the last day of a month stays the last. */
function monthsBefore(day: string, months: number): string {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() - months);
  const month = first.toISOString().slice(0, 7);
  first.setUTCMonth(first.getUTCMonth() + 1);
  const last = addDays(first.toISOString().slice(0, 10), -1);
  const same = `${month}-${day.slice(8)}`;
  return isMonthEnd(day) || same > last ? last : same;
}

/** The report with each figure of the earlier one beside it; what only the earlier one has stands there with zero. */
export function besideEarlier(report: FinancialReport, earlier: FinancialReport): FinancialReport {
  return {
    sections: report.sections.map((section, at): ReportSection => {
      const before = earlier.sections[at]!;
      return {
        ...section,
        compared: before.total,
        rows: paired(section.rows, before.rows, (row) => row.code ?? '\uffff').map(([row, old]) => ({
          ...pairOf(row, old),
          merchants: paired(row?.merchants ?? [], old?.merchants ?? [], (one) => one.name ?? '\uffff').map(
            ([share, oldShare]) => pairOf<MerchantShare>(share, oldShare),
          ),
        })),
      };
    }),
    totals: report.totals.map((one, at) => ({ ...one, compared: earlier.totals[at]!.amount })),
  };
}

type Figure = ReportRow | MerchantShare;
const keyOf = (figure: Figure): string => JSON.stringify(figure.lines);

/** Figures of the same lines, in one order. */
function paired<F extends Figure>(
  now: readonly F[],
  before: readonly F[],
  place: (figure: F) => string,
): [F | undefined, F | undefined][] {
  const old = new Map(before.map((figure) => [keyOf(figure), figure]));
  const names = new Set(now.map(keyOf));
  const pairs: [F | undefined, F | undefined][] = [
    ...now.map((figure): [F, F | undefined] => [figure, old.get(keyOf(figure))]),
    ...before
      .filter((figure) => !names.has(keyOf(figure)))
      .map((figure): [undefined, F] => [undefined, figure]),
  ];
  const at = ([figure, old_]: [F | undefined, F | undefined]): string => place((figure ?? old_)!);
  return pairs.sort((a, b) => (at(a) < at(b) ? -1 : at(a) > at(b) ? 1 : 0));
}

function pairOf<F extends Figure>(now: F | undefined, before: F | undefined): F {
  const amount: Decimal = now?.amount ?? zero;
  return { ...(now ?? before)!, amount, compared: before?.amount ?? zero };
}
