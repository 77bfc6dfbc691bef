/**
 * What a credit note gives back of the lines and taxes of its invoice: the rounded share that is due by now, less what
 * live credit notes gave back before. However an invoice is split into credit notes, they come to it to the cent. Pure.
 */
import { decimal, sum, zero, type Decimal } from '../decimal.ts';
import type { MoneyRules } from '../money/money.ts';
import { shareDue } from '../money/splits.ts';
import { invalid } from '../refusal.ts';
import type { InvoiceLine, NewInvoiceLine } from './invoice-lines.ts';
import { taxesOf, type TaxAmount } from './invoice-totals.ts';

const hundred = decimal(100);

/** A line of an issued invoice. */
export interface CreditableLine {
  id: string;
  billing_item_id: string | null;
  account_id: string;
  description: string;
  quantity: string;
  uom: string;
  unit_price: string;
  amount: string;
  discount: string;
  tax_code: string;
  tax_rate: string;
  warehouse_id: string | null;
  service_from: string | null;
  service_to: string | null;
  order_line_id: string | null;
  credited: Credited;
}

/** What live credit notes give back of a line. */
export interface Credited {
  quantity: Decimal;
  /** What came back at a percentage counts by that. */
  units: Decimal;
  net: Decimal;
  discount: Decimal;
}

/**
 * The share of `qty` units of a line at a percentage: the rounded total that should be credited by now, less what is. The
 * net is shared out, not the amount, so no discount exceeds its amount. `after` is what is credited with it.
 */
export function creditShare(
  line: Pick<CreditableLine, 'quantity' | 'amount' | 'discount'>,
  credited: Credited,
  { qty, percent }: { qty: Decimal; percent: Decimal },
  rules: MoneyRules,
): { amount: Decimal; discount: Decimal; after: Credited } {
  const units = credited.units.plus(qty.times(percent).div(hundred));
  const due = (whole: Decimal, given: Decimal): Decimal =>
    shareDue(whole, { part: units, of: decimal(line.quantity), given }, rules);
  const discount = due(decimal(line.discount), credited.discount);
  const net = due(decimal(line.amount).minus(decimal(line.discount)), credited.net);
  const after = {
    quantity: credited.quantity.plus(qty),
    units,
    net: credited.net.plus(net),
    discount: credited.discount.plus(discount),
  };
  return { amount: net.plus(discount), discount, after };
}

/** What a line of a credit note says when it names the line it gives back. */
export interface NamedLine {
  original_line_id: string;
  /** All that is left of it when omitted. */
  quantity?: string | number | undefined;
  description?: string | undefined;
}

/** The credit of a line, which the next line of the note that names the same finds given. Refuses more than is left. */
export function creditLine(
  line: CreditableLine,
  named: NamedLine,
  path: string,
  rules: MoneyRules,
): NewInvoiceLine {
  const whole = decimal(line.quantity);
  const left = whole.minus(line.credited.quantity);
  const quantity = named.quantity === undefined ? left : decimal(named.quantity);
  const isOtherSign = quantity.eq(zero) || quantity.lt(zero) !== whole.lt(zero);
  if (isOtherSign || quantity.abs().gt(left.abs())) {
    const message = `${path}.quantity must be of what is left of the line, ${left.toFixed()} of ${whole.toFixed()}`;
    throw invalid(`${path}.quantity`, 'range', message);
  }
  const { amount, discount, after } = creditShare(
    line,
    line.credited,
    { qty: quantity, percent: hundred },
    rules,
  );
  line.credited = after;
  return {
    billing_item_id: line.billing_item_id,
    account_id: line.account_id,
    uom: line.uom,
    unit_price: line.unit_price,
    tax_code: line.tax_code,
    tax_rate: line.tax_rate,
    warehouse_id: line.warehouse_id,
    service_from: line.service_from,
    service_to: line.service_to,
    description: named.description ?? line.description,
    quantity: quantity.toFixed(),
    amount: amount.toFixed(),
    discount: discount.toFixed(),
    original_line_id: line.id,
  };
}

const isSameTax = (one: Taxed, other: Taxed): boolean =>
  one.tax_code === other.tax_code && one.tax_rate.eq(other.tax_rate);
type Taxed = Pick<TaxAmount, 'tax_code' | 'tax_rate'>;

/**
 * The lines of a credit note with the tax that each code and rate gives back, on the first line of it. A code and rate the
 * invoice does not have, or of which more would be credited than it has, is taxed by its lines alone; so is what a line
 * below zero takes off that, until all is credited: then the last note has what is left, and the notes come to the invoice.
 */
export function withTaxDue(
  lines: readonly InvoiceLine[],
  invoiced: readonly TaxAmount[],
  credited: readonly TaxAmount[],
  rules: MoneyRules,
): InvoiceLine[] {
  const due = new Map<InvoiceLine, Decimal>();
  for (const group of taxesOf(lines, rules)) {
    const whole = invoiced.find((one) => isSameTax(one, group));
    const before = credited.filter((one) => isSameTax(one, group));
    const base = sum(before.map((one) => one.base)).plus(group.base);
    const isAll = whole?.base.eq(base);
    const fits = whole && group.base.lt(zero) === whole.base.lt(zero) && base.abs().lte(whole.base.abs());
    if (!whole || (!isAll && !fits)) continue;
    const given = sum(before.map(({ tax }) => tax));
    const first = lines.find((line) => isSameTax(line, group))!;
    const share = { part: base, of: whole.base, given };
    due.set(first, isAll ? whole.tax.minus(given) : shareDue(whole.tax, share, rules));
  }
  return lines.map((line) => ({ ...line, tax_given: due.get(line) ?? null }));
}
