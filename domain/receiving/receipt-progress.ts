/** Progress of a receipt: counted over expected, capped at 1 per line, with lines done and total. */
import { decimal, toJsonNumber } from '../decimal.ts';

/** The counters a receipt keeps, as the database sends them. */
export interface ProgressCounters {
  lines_total: number;
  lines_done: number;
  expected_qty: string;
  covered_qty: string;
  counted_qty: string;
}

export interface Progress {
  ratio: number;
  lines_done: number;
  lines_total: number;
  expected_qty: number;
  counted_qty: number;
}

/** When no quantity is expected (a blind receipt), the ratio is lines done over lines. Quantities are in base units. */
export function progressOf(counters: ProgressCounters): Progress {
  const { lines_done: done, lines_total: total } = counters;
  const expected = decimal(counters.expected_qty);
  const byLines = total === 0 ? 0 : done / total;
  const ratio = expected.eq(decimal(0))
    ? byLines
    : toJsonNumber(decimal(counters.covered_qty).div(expected).toFixed(6));
  return {
    ratio,
    lines_done: done,
    lines_total: total,
    expected_qty: toJsonNumber(counters.expected_qty),
    counted_qty: toJsonNumber(counters.counted_qty),
  };
}
