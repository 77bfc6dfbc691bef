/** Invoice totals: each line is rounded once, and tax is computed once per tax code on the rounded base. */
import { decimal, sum, zero, type Decimal } from '../decimal.ts';
import { roundMoney, type MoneyRules } from '../money/money.ts';

export interface TotalsLine {
  amount: Decimal;
  discount: Decimal;
  tax_code: string;
  /** In percent. */
  tax_rate: Decimal;
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
  const groups = new Map<string, TaxAmount>();
  for (const { amount, discount, tax_code, tax_rate } of lines) {
    if (tax_rate.eq(zero)) continue;
    const key = `${tax_code}\n${tax_rate.toFixed()}`;
    const group = groups.get(key) ?? { tax_code, tax_rate, base: zero, tax: zero };
    groups.set(key, { ...group, base: group.base.plus(amount).minus(discount) });
  }
  return [...groups.values()].map((group) => ({
    ...group,
    tax: roundMoney(group.base.times(group.tax_rate).div(hundred), rules),
  }));
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
