/**
 * The tax of a period, from the journal: what was taxed and the tax on it, on sales and on purchases, by code and rate.
 * A document counts on the day it is issued or approved, and once more, with the opposite sign, on the day it is voided.
 */
import { sum, zero, decimal, type Decimal } from '../decimal.ts';

export type TaxSide = 'sales' | 'purchases';

/** Sums of lines, debits positive, in base currency. */
export interface TaxSums {
  tax_group: string;
  tax_side: TaxSide;
  tax_code: string | null;
  /** In percent; null where tax was given as one sum. */
  tax_rate: string | null;
  base: string;
  tax: string;
}

/** A row of the report: on either side, what a document adds is positive and what a credit takes back is negative. */
export type TaxRow = Omit<TaxSums, 'base' | 'tax'> & { base: Decimal; tax: Decimal };

export interface TaxReport {
  rows: TaxRow[];
  totals: { key: string; name: string; amount: Decimal }[];
}

export function taxReport(sums: readonly TaxSums[]): TaxReport {
  const rows = sums.map((row) => ({
    ...row,
    base: usual(row.tax_side, decimal(row.base)),
    tax: usual(row.tax_side, decimal(row.tax)),
  }));
  const total = (side: TaxSide, figure: 'base' | 'tax'): Decimal =>
    sum(rows.filter((row) => row.tax_side === side).map((row) => row[figure]));
  const [output, input] = [total('sales', 'tax'), total('purchases', 'tax')];
  return {
    rows: rows.toSorted(inOrder),
    totals: [
      { key: 'sales', name: 'Sales', amount: total('sales', 'base') },
      { key: 'output_tax', name: 'Tax on sales', amount: output },
      { key: 'purchases', name: 'Purchases', amount: total('purchases', 'base') },
      { key: 'input_tax', name: 'Tax on purchases', amount: input },
      { key: 'payable', name: 'Tax to pay', amount: output.minus(input) },
    ],
  };
}

/** An amount as its side counts it: sales are credits, purchases debits. */
export function usual(side: TaxSide, amount: Decimal): Decimal {
  return side === 'purchases' || amount.eq(zero) ? amount : amount.times('-1');
}

// Sales first, by code, the highest rate first; what has no rate comes last.
function inOrder(a: TaxRow, b: TaxRow): number {
  if (a.tax_side !== b.tax_side) return a.tax_side === 'sales' ? -1 : 1;
  const [left, right] = [a.tax_code ?? '', b.tax_code ?? ''];
  if (left !== right) return left < right ? -1 : 1;
  return Number(b.tax_rate ?? -1) - Number(a.tax_rate ?? -1);
}
