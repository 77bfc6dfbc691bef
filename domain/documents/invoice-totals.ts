/** Invoice totals: each line is rounded once, and tax is computed once per tax code on the rounded base. */
import { decimal, sum, zero, type Decimal } from '../decimal.ts';
import { groupBy } from '../group-by.ts';
import { roundMoney, type MoneyRules } from '../money/money.ts';

export interface TotalsLine {
  amount: Decimal;
  discount: Decimal;
  tax_code: string;
  /** In percent. */
  tax_rate: Decimal;
  /** On a credit note: what of the invoice's tax the lines of this code and rate give back. */
  tax_given?: Decimal | null;
}

export interface TaxAmount {
  tax_code: string;
  tax_rate: Decimal;
  base: Decimal;
  tax: Decimal;
}

export interface InvoiceTotals {
  subtotal: Decimal;
  discount_total: Decimal;
  tax_total: Decimal;
  total: Decimal;
}

const hundred = decimal(100);

/** Tax per code and rate, each rounded once. Tax rounded per line would never agree with the vendor's own books. */
export function taxesOf(lines: readonly TotalsLine[], rules: MoneyRules): TaxAmount[] {
  const taxed = lines.filter(({ tax_rate: rate }) => !rate.eq(zero));
  const groups = groupBy(taxed, ({ tax_code: code, tax_rate: rate }) => `${code}\n${rate.toFixed()}`);
  return [...groups.values()].map((group) => {
    const { tax_code, tax_rate } = group[0]!;
    const base = sum(group.map(({ amount, discount }) => amount.minus(discount)));
    const given = group.flatMap(({ tax_given: tax }) => tax ?? []);
    const tax = given.length > 0 ? sum(given) : roundMoney(base.times(tax_rate).div(hundred), rules);
    return { tax_code, tax_rate, base, tax };
  });
}

/** The totals of an invoice. `taxGiven` is the tax of a sales order and is taken as given. */
export function totalsOf(
  lines: readonly TotalsLine[],
  rules: MoneyRules,
  taxGiven?: Decimal | null,
): InvoiceTotals {
  const subtotal = sum(lines.map(({ amount }) => amount));
  const discountTotal = sum(lines.map(({ discount }) => discount));
  const taxTotal = taxGiven ?? sum(taxesOf(lines, rules).map(({ tax }) => tax));
  return {
    subtotal,
    discount_total: discountTotal,
    tax_total: taxTotal,
    total: subtotal.minus(discountTotal).plus(taxTotal),
  };
}
