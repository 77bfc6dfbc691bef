/** Three-way match: what a vendor bills against what was ordered and received. Pure. */
import { decimal, sum, zero, type Decimal } from '../decimal.ts';

export const matchKinds = [
  'other_vendor',
  'other_currency',
  'not_ordered',
  'price',
  'not_received',
  'over_ordered',
] as const;
export type MatchKind = (typeof matchKinds)[number];

/** A difference. `line_id` is null when it concerns the bill as a whole. `amount` is money in the bill's currency. */
export interface MatchDifference {
  line_id: string | null;
  kind: MatchKind;
  expected: string | null;
  billed: string;
  amount: Decimal;
}

export interface MatchedBill {
  vendor_id: string | null;
  currency: string;
  /** Decimals of the currency. */
  exponent: number;
  total: string;
  lines: readonly BilledLine[];
}

export interface BilledLine {
  id: string;
  quantity: string;
  unit_cost: string;
  amount: string;
  /** The order line it bills; null when it names none. */
  ordered: OrderedLine | null;
}

export interface OrderedLine {
  id: string;
  price: string;
  qty: string;
  /** Net received, in the line's unit. */
  received: string;
  /** Billed on other approved bills, less the units that were given back. */
  billed_elsewhere: string;
}

/** Every difference, those of the whole bill first. Quantities are compared across all bills of an order line. */
export function matchBill(
  bill: MatchedBill,
  order: { vendor_id: string; currency: string },
): MatchDifference[] {
  const whole: MatchDifference[] = [];
  const total = decimal(bill.total);
  const onBill = { line_id: null, amount: total };
  if (bill.vendor_id !== order.vendor_id) {
    const billed = bill.vendor_id ?? '';
    whole.push({ ...onBill, kind: 'other_vendor', expected: order.vendor_id, billed });
  }
  if (bill.currency !== order.currency)
    whole.push({ ...onBill, kind: 'other_currency', expected: order.currency, billed: bill.currency });
  return [
    ...whole,
    ...bill.lines.flatMap((line, index) => differencesOf(line, bill.lines.slice(0, index), bill.exponent)),
  ];
}

function differencesOf(line: BilledLine, before: readonly BilledLine[], exponent: number): MatchDifference[] {
  const { id, ordered } = line;
  const amount = decimal(line.amount);
  if (!ordered) {
    return amount.eq(zero)
      ? []
      : [{ line_id: id, kind: 'not_ordered', expected: null, billed: line.amount, amount }];
  }
  const found: MatchDifference[] = [];
  const quantity = decimal(line.quantity);
  const agreed = quantity.times(decimal(ordered.price));
  // Half a cent, or half a yen, is rounding; anything more is a price difference. The amount says so alone: what a unit
  // costs of a line that gives its amount only is that amount divided, and never quite the price agreed.
  const half = decimal('0.5').div(decimal(10).pow(exponent));
  if (amount.minus(agreed).abs().gt(half)) {
    const difference = shown(amount.minus(agreed));
    found.push({
      line_id: id,
      kind: 'price',
      expected: ordered.price,
      billed: line.unit_cost,
      amount: difference,
    });
  }
  const sameLine = before.filter((other) => other.ordered?.id === ordered.id);
  const earlier = sum([
    decimal(ordered.billed_elsewhere),
    ...sameLine.map((other) => decimal(other.quantity)),
  ]);
  const billed = earlier.plus(quantity);
  for (const [kind, limit] of [
    ['not_received', decimal(ordered.received)],
    ['over_ordered', decimal(ordered.qty)],
  ] as const) {
    if (!billed.gt(limit)) continue;
    const over = billed.minus(limit).gt(quantity) ? quantity : billed.minus(limit);
    found.push({
      line_id: id,
      kind,
      expected: limit.toFixed(),
      billed: billed.toFixed(),
      amount: shown(over.times(decimal(ordered.price))),
    });
  }
  return found;
}

// Amounts are kept to four decimals.
const shown = (amount: Decimal): Decimal => amount.round(4, 1);

/** What somebody accepted on a bill: a difference of that kind and direction up to that amount. */
export interface Acceptance {
  line_id: string | null;
  kind: MatchKind;
  amount: string;
}

/** Whether a difference was accepted. If it has grown since, or turned the other way, it counts as new. */
export function isAccepted(
  { line_id, kind, amount }: MatchDifference,
  accepted: readonly Acceptance[],
): boolean {
  return accepted.some(
    (one) => one.line_id === line_id && one.kind === kind && covers(decimal(one.amount), amount),
  );
}

const covers = (accepted: Decimal, amount: Decimal): boolean =>
  amount.abs().lte(accepted.abs()) && amount.times(accepted).gte(zero);
