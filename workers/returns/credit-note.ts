/** The lines of a credit note for returned units, and its tax: what the invoice says of them, shared out. */
import type { CreditableLine, InvoicedLine } from '../../db/returns/return-credit.write.ts';
import { decimal, sum, toJsonNumber, zero, type Decimal } from '../../domain/decimal.ts';
import type { NewInvoiceLine } from '../../domain/documents/invoice-lines.ts';
import type { MoneyRules } from '../../domain/money/money.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import { assertWithinReturned, creditShare, shareDue } from '../../domain/returns/return-credit.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { returnCommands } from '../../queues/returns/returns.ts';

type AskedLine = NonNullable<InputOf<typeof returnCommands.creditReturn>['lines']>[number];
type SoldLine = CreditableLine & { order_line_id: string };

/** Units of a line to be credited, at a percentage of their price. */
export interface UnitsToCredit {
  line: SoldLine;
  qty: Decimal;
  percent: Decimal;
}

export interface CreditNote {
  lines: NewInvoiceLine[];
  tax: Decimal;
  total: Decimal;
}

/**
 * The units asked for; without any, all that were inspected, are to be refunded and are not credited yet. Refuses 409
 * CREDIT_EXCEEDS_RETURNED when there are none, or fewer than asked for.
 */
export function unitsToCredit(
  asked: readonly AskedLine[] | undefined,
  lines: readonly CreditableLine[],
): UnitsToCredit[] {
  if (asked) {
    const ids = asked.map((one) => one.return_line_id);
    const twice = ids.findIndex((id, index) => ids.indexOf(id) < index);
    if (twice >= 0) {
      const path = `lines.${twice}.return_line_id`;
      throw invalid(path, 'duplicate', `${path} is named twice`);
    }
    return asked.map((one, index) => unitsOf(one, lines, `lines.${index}.return_line_id`));
  }
  const due = lines.filter(isSold).filter((line) => line.wanted === 'refund' && leftOf(line).gt(zero));
  if (due.length > 0) return due.map((line) => ({ line, qty: leftOf(line), percent: decimal(wholePrice) }));
  const message = 'Nothing of this return was inspected, is to be refunded and is not credited yet.';
  throw new Refusal('CREDIT_EXCEEDS_RETURNED', message, {
    lines: lines.map(({ return_line_id, wanted, inspected, credited }) => ({
      return_line_id,
      wanted,
      inspected: toJsonNumber(inspected),
      credited: toJsonNumber(credited),
    })),
  });
}

const wholePrice = 100;

function unitsOf(
  { return_line_id: id, qty, credit_percent: percent }: AskedLine,
  lines: readonly CreditableLine[],
  path: string,
): UnitsToCredit {
  const line = lines.find((one) => one.return_line_id === id);
  if (!line) throw unknownReference(path, 'line of this return');
  if (!isSold(line))
    throw invalid(path, 'not_sold', `${path} names no order line: nothing was invoiced for it`);
  const left = leftOf(line);
  const units = qty ? decimal(qty) : left;
  assertWithinReturned(line, units.gt(zero) ? units : decimal(1));
  return { line, qty: units, percent: decimal(percent ?? wholePrice) };
}

const leftOf = ({ inspected, credited }: CreditableLine): Decimal =>
  decimal(inspected).minus(decimal(credited));
const isSold = (line: CreditableLine): line is SoldLine => line.order_line_id !== null;

/** The credit note of these units. Two of them may be of one order line: each finds what those before it took. */
export function creditNoteOf(
  units: readonly UnitsToCredit[],
  invoiced: readonly InvoicedLine[],
  tax: { tax: string; credited: string },
  rules: MoneyRules,
): CreditNote {
  const credited = new Map(invoiced.map((line) => [line, creditedOf(line)]));
  const netBefore = sum([...credited.values()].map(({ net }) => net));
  const lines = units.map(({ line, qty, percent }): NewInvoiceLine => {
    const sold = invoiced.find((one) => one.order_line_id === line.order_line_id);
    if (!sold) throw new Error(`order line ${line.order_line_id} is not on its order's invoice`);
    const { amount, discount, after } = creditShare(
      wholeOf(sold),
      credited.get(sold)!,
      { qty, percent },
      rules,
    );
    credited.set(sold, after);
    return {
      account_id: sold.account_id,
      warehouse_id: sold.warehouse_id,
      description: sold.description,
      uom: sold.uom,
      quantity: qty.toFixed(),
      unit_price: decimal(sold.unit_price).times(percent).div(decimal(wholePrice)).round(6, 1).toFixed(),
      amount: amount.toFixed(),
      discount: discount.toFixed(),
      source: 'return',
      order_line_id: line.order_line_id,
      return_line_id: line.return_line_id,
      credit_percent: percent.toFixed(),
    };
  });
  const net = sum([...credited.values()].map((one) => one.net));
  const whole = sum(invoiced.map((line) => decimal(line.amount).minus(decimal(line.discount))));
  const taxBack = whole.gt(zero)
    ? shareDue(decimal(tax.tax), { part: net, of: whole, given: decimal(tax.credited) }, rules)
    : zero;
  return { lines, tax: taxBack, total: net.minus(netBefore).plus(taxBack) };
}

const wholeOf = ({ quantity, amount, discount }: InvoicedLine) => ({
  quantity: decimal(quantity),
  amount: decimal(amount),
  discount: decimal(discount),
});

const creditedOf = (line: InvoicedLine) => ({
  units: decimal(line.credited_units),
  net: decimal(line.credited_net),
  discount: decimal(line.credited_discount),
});
