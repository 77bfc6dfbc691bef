/**
 * Prices of a store that shows them with their tax, without it: an order's lines are revenue, its tax is owed to the tax
 * office, and both come to what the customer paid, to the cent.
 */
import { decimal, sum, zero, type Decimal } from '../decimal.ts';
import { roundMoney, type MoneyRules } from '../money/money.ts';

/** A line as the store says it: its tax and its share of the discount for all its units. */
export interface TaxedLine {
  qty: Decimal;
  price: Decimal;
  tax: Decimal;
  discount: Decimal;
}

export interface TaxedOrder {
  lines: readonly TaxedLine[];
  /** Of the goods; the shipping is as paid. */
  discount: Decimal;
  shipping: Decimal;
  shipping_tax: Decimal;
  tax: Decimal;
}

export interface Untaxed {
  prices: Decimal[];
  discount: Decimal;
  shipping: Decimal;
  tax: Decimal;
}

/**
 * Lines, discount and shipping without the tax they contain. Where the store does not say what is whose, each bears its
 * share of it. What contains none stays as it is, as does an order whose tax is no part of what was paid.
 */
export function withoutTax(order: TaxedOrder, exponent: number): Untaxed {
  const { lines, discount, shipping, tax } = order;
  const rules: MoneyRules = { exponent, mode: 'half_up' };
  const goods = sum(lines.map(({ qty, price }) => qty.times(price)));
  const paid = goods.minus(discount).plus(shipping);
  const asShown = { prices: lines.map(({ price }) => price), discount, shipping, tax: zero };
  if (tax.lte(zero) || tax.gte(paid)) return asShown;
  const share = tax.div(paid);
  // Of an edited order a line bears its part of what was told, and may be a part of a cent.
  const isTold = sum(lines.map((line) => roundMoney(line.tax, rules)))
    .plus(order.shipping_tax)
    .eq(tax);
  const shippingTax = isTold ? order.shipping_tax : roundMoney(shipping.times(share), rules);
  const net = goods.minus(discount).minus(tax).plus(shippingTax);
  if (net.lt(zero) || shippingTax.gt(shipping)) return asShown;
  const amounts = lines.map((line) => roundMoney(netAmount(line, share, isTold), rules));
  const excess = sum(amounts).minus(net);
  // Without a discount, or where rounding ate it, the dearest line bears what rounding left.
  const isAbsorbed = discount.gt(zero) && excess.gte(zero);
  const bearing = isAbsorbed ? -1 : dearest(amounts);
  return {
    prices: amounts.map((amount, at) =>
      (at === bearing ? amount.minus(excess) : amount).div(lines[at]!.qty).round(6),
    ),
    discount: isAbsorbed ? excess : zero,
    shipping: shipping.minus(shippingTax),
    tax,
  };
}

/** What a line would cost without its discount. The tax it says is of what was paid for it; else it bears its share. */
function netAmount({ qty, price, tax, discount }: TaxedLine, share: Decimal, isTold: boolean): Decimal {
  const gross = qty.times(price);
  const paid = gross.minus(discount);
  const part = isTold && paid.gt(zero) ? tax.div(paid) : share;
  return gross.times(decimal(1).minus(part));
}

function dearest(amounts: readonly Decimal[]): number {
  return amounts.reduce((best, amount, at) => (amount.gt(amounts[best]!) ? at : best), 0);
}
