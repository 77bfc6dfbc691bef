/**
 * What returned units are worth of what was invoiced. Each credit is the rounded total that should be credited by now,
 * less what is: shares of amount, discount and tax add up to the cent, whatever was credited or voided between. Pure.
 */
import { decimal, toJsonNumber, type Decimal } from '../decimal.ts';
import type { MoneyRules } from '../money/money.ts';
import { shareDue } from '../money/splits.ts';
import { Refusal } from '../refusal.ts';

/** Units of one order line as its invoice has them. */
export interface InvoicedUnits {
  quantity: Decimal;
  amount: Decimal;
  discount: Decimal;
}

/** What live credit notes give back of them. */
export interface CreditedUnits {
  /** Units times the percentage credited. */
  units: Decimal;
  net: Decimal;
  discount: Decimal;
}

export interface CreditShare {
  amount: Decimal;
  discount: Decimal;
  /** What is credited of the line with this share. */
  after: CreditedUnits;
}

const hundred = decimal(100);

/** The share of `qty` units at a percentage. The net is shared out, not the amount, so no discount exceeds its amount. */
export function creditShare(
  invoiced: InvoicedUnits,
  credited: CreditedUnits,
  { qty, percent }: { qty: Decimal; percent: Decimal },
  rules: MoneyRules,
): CreditShare {
  const units = credited.units.plus(qty.times(percent).div(hundred));
  const due = (whole: Decimal, given: Decimal): Decimal =>
    shareDue(whole, { part: units, of: invoiced.quantity, given }, rules);
  const discount = due(invoiced.discount, credited.discount);
  const net = due(invoiced.amount.minus(invoiced.discount), credited.net);
  return {
    amount: net.plus(discount),
    discount,
    after: { units, net: credited.net.plus(net), discount: credited.discount.plus(discount) },
  };
}

/** Refuses 409 CREDIT_EXCEEDS_RETURNED when more units are credited than came back: were inspected, or counted if nobody inspects them. */
export function assertWithinReturned(
  line: { return_line_id: string; inspection_id?: string | null; returned: string; credited: string },
  asked: Decimal,
): void {
  const wouldBe = decimal(line.credited).plus(asked);
  if (wouldBe.lte(decimal(line.returned))) return;
  throw new Refusal(
    'CREDIT_EXCEEDS_RETURNED',
    `${line.returned} of these units came back and were inspected, and ${line.credited} are credited already.`,
    {
      return_line_id: line.return_line_id,
      ...(line.inspection_id ? { inspection_id: line.inspection_id } : {}),
      returned: toJsonNumber(line.returned),
      credited: toJsonNumber(line.credited),
      would_be: toJsonNumber(wouldBe),
    },
  );
}
