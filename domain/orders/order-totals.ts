/** Order totals: exact decimals, rounded once per line to the currency's exponent. */
import type { LineInUnit } from '../catalog/line-units.ts';
import { currencyExponents } from '../money/currency.ts';
import { roundMoney, type RoundingMode } from '../money/money.ts';
import { decimal, sum, type Decimal } from '../decimal.ts';
import { invalid, Refusal, type ValidationProblem } from '../refusal.ts';

export interface OrderMoney {
  discount: string | number;
  shipping_fee: string | number;
  tax: string | number;
}

export interface Totals {
  amounts: string[];
  subtotal: string;
  discount: string;
  shipping_fee: string;
  tax: string;
  total: string;
}

// A JSON number carries fifteen digits exactly.
const totalMax = decimal('100000000000');

/**
 * Line amounts, each its price times what was asked for in its unit, and total = sum of lines - discount + shipping_fee
 * + tax. Refuses 400 VALIDATION_FAILED when a fee has more decimals than the currency, when the discount exceeds what it
 * is taken from, or when the total exceeds 100 billion.
 */
export function orderTotals(
  lines: readonly (LineInUnit & { price: string | number })[],
  money: OrderMoney,
  currency: string,
  rounding: RoundingMode,
): Totals {
  const exponent = currencyExponents.get(currency);
  if (exponent === undefined) throw invalid('currency', 'unknown', `currency ${currency} is not one we know`);
  const problems: ValidationProblem[] = [];
  const fee = (name: keyof OrderMoney): Decimal => {
    const value = decimal(money[name]);
    if (!value.eq(value.round(exponent))) {
      problems.push({
        path: name,
        code: 'places',
        message: `${name} must have at most ${exponent} decimals in ${currency}`,
      });
    }
    return value;
  };
  const [discount, shippingFee, tax] = [fee('discount'), fee('shipping_fee'), fee('tax')];
  const amounts = lines.map(({ qty, uom_qty: asked, price }) =>
    roundMoney(decimal(asked ?? qty).times(decimal(price)), { exponent, mode: rounding }),
  );
  const subtotal = sum(amounts);
  const total = subtotal.minus(discount).plus(shippingFee).plus(tax);
  if (discount.gt(subtotal)) {
    problems.push({
      path: 'discount',
      code: 'too_large',
      message: 'discount must not exceed the sum of the lines',
    });
  }
  if (subtotal.gte(totalMax) || total.gte(totalMax)) {
    problems.push({
      path: 'lines',
      code: 'too_large',
      message: 'the order must total less than 100,000,000,000',
    });
  }
  if (problems.length > 0) throw new Refusal('VALIDATION_FAILED', `${problems[0]!.message}.`, problems);
  return {
    amounts: amounts.map(String),
    subtotal: String(subtotal),
    discount: String(discount),
    shipping_fee: String(shippingFee),
    tax: String(tax),
    total: String(total),
  };
}
