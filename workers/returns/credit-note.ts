/** The lines of a credit note for returned units, and its tax: what the invoice says of them, shared out. */
import type { CreditedSum } from '../../db/documents/credits/given-back.read.ts';
import type { CreditableUnits } from '../../db/returns/return-credit.write.ts';
import { decimal, sum, toJsonNumber, zero, type Decimal } from '../../domain/decimal.ts';
import { creditShare, type CreditableLine } from '../../domain/documents/credited-lines.ts';
import type { NewInvoiceLine } from '../../domain/documents/invoice-lines.ts';
import { roundMoney, type MoneyRules } from '../../domain/money/money.ts';
import { shareDue } from '../../domain/money/splits.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import { assertWithinReturned } from '../../domain/returns/return-credit.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { returnCommands } from '../../queues/returns/returns.ts';

const hundred = decimal(100);

type AskedLine = NonNullable<InputOf<typeof returnCommands.creditReturn>['lines']>[number];
type SoldUnits = CreditableUnits & { order_line_id: string };

/** Units of an inspection to be credited, at a percentage of their price. */
export interface UnitsToCredit {
  of: SoldUnits;
  qty: Decimal;
  percent: Decimal;
}

export interface CreditNote {
  lines: NewInvoiceLine[];
  tax: Decimal;
  total: Decimal;
  /** What the rules of the units keep back, by the billing item that says where it is booked. */
  fees: ReadonlyMap<string, Decimal>;
}

/**
 * The units asked for; without any, all that came back, did not go to the customer again, are to be refunded and are not
 * credited yet. Refuses 409 CREDIT_EXCEEDS_RETURNED when there are none, or fewer than asked for.
 */
export function unitsToCredit(
  asked: readonly AskedLine[] | undefined,
  all: readonly CreditableUnits[],
): UnitsToCredit[] {
  const due = all.filter(isSold).filter((units) => units.wanted === 'refund');
  const units = asked
    ? once(asked.map((one, index) => unitsOf(one, all, `lines.${index}.`)))
    : due.map((of) => ({
        of,
        qty: leftOf(of).minus(decimal(of.sent_back)),
        percent: decimal(of.credit_percent),
      }));
  const worth = units.filter(({ qty, percent }) => qty.gt(zero) && percent.gt(zero));
  if (worth.length > 0) return worth;
  const message =
    'Nothing of this return came back inspected, stayed, is to be refunded and is not credited yet.';
  throw new Refusal('CREDIT_EXCEEDS_RETURNED', message, {
    units: all.map((one) => ({
      return_line_id: one.return_line_id,
      inspection_id: one.inspection_id,
      wanted: one.wanted,
      returned: toJsonNumber(one.returned),
      sent_back: toJsonNumber(one.sent_back),
      credited: toJsonNumber(one.credited),
      credit_percent: toJsonNumber(one.credit_percent),
    })),
  });
}

/** All of them in one list. Refuses 400 for units that two lines of the request name. */
function once(found: readonly UnitsToCredit[][]): UnitsToCredit[] {
  const named = new Set<SoldUnits>();
  for (const [index, units] of found.entries()) {
    const path = `lines.${index}.return_line_id`;
    if (units.some(({ of }) => named.has(of))) throw invalid(path, 'duplicate', `${path} is named twice`);
    for (const { of } of units) named.add(of);
  }
  return found.flat();
}

function unitsOf(
  {
    return_line_id: lineId,
    inspection_id: inspectionId = null,
    qty = null,
    credit_percent: percent = null,
  }: AskedLine,
  all: readonly CreditableUnits[],
  path: string,
): UnitsToCredit[] {
  const ofLine = all.filter((one) => one.return_line_id === lineId);
  if (ofLine.length === 0) throw unknownReference(`${path}return_line_id`, 'line of this return');
  const sold = ofLine.filter(isSold);
  if (sold.length === 0) {
    const message = `${path}return_line_id names no order line: nothing was invoiced for it`;
    throw invalid(`${path}return_line_id`, 'not_sold', message);
  }
  const meant = inspectionId === null ? sold : sold.filter((one) => one.inspection_id === inspectionId);
  if (meant.length === 0) throw unknownReference(`${path}inspection_id`, 'inspection of this line');
  if (qty !== null && meant.length > 1) {
    const message = `${path}inspection_id is required: the line was inspected several times`;
    throw invalid(`${path}inspection_id`, 'required', message);
  }
  const left = meant.filter((one) => leftOf(one).gt(zero));
  return (left.length > 0 ? left : meant).map((of) => {
    const units = qty === null ? leftOf(of) : decimal(qty);
    assertWithinReturned(of, units.gt(zero) ? units : decimal(1));
    return { of, qty: units, percent: decimal(percent ?? of.credit_percent) };
  });
}

const leftOf = ({ returned, credited }: CreditableUnits): Decimal =>
  decimal(returned).minus(decimal(credited));
const isSold = (units: CreditableUnits): units is SoldUnits => units.order_line_id !== null;

/**
 * What the rules of the units keep back, in the currency of the note: a rule says it in the base currency, of which `rate`
 * buys one unit of the note's. Only units that were invoiced and not credited before bring a fee: one that is paid
 * nothing back costs nothing.
 */
function feesOf(
  units: readonly UnitsToCredit[],
  invoiced: readonly CreditableLine[],
  rate: Decimal,
  rules: MoneyRules,
): Map<string, Decimal> {
  const left = new Map(
    invoiced.map((line) => [line.order_line_id, decimal(line.quantity).minus(line.credited.quantity)]),
  );
  const fees = new Map<string, Decimal>();
  for (const { of, qty } of units) {
    const { fee_item_id: item, restocking_fee: each, order_line_id: lineId } = of;
    const open = left.get(lineId) ?? zero;
    left.set(lineId, open.minus(qty));
    const charged = qty.lt(open) ? qty : open;
    if (item === null || charged.lte(zero)) continue;
    const fee = roundMoney(charged.times(decimal(each)).div(rate), rules);
    fees.set(item, (fees.get(item) ?? zero).plus(fee));
  }
  return fees;
}

/** The credit note of these units. Two of them may be of one order line: each finds what those before it took. */
export function creditNoteOf(
  units: readonly UnitsToCredit[],
  invoiced: readonly CreditableLine[],
  { whole, rate }: { whole: CreditedSum; rate: Decimal },
  rules: MoneyRules,
): CreditNote {
  const credited = new Map(invoiced.map((line) => [line, line.credited]));
  const lines = units.map(({ of, qty, percent }): NewInvoiceLine => {
    const sold = invoiced.find((one) => one.order_line_id === of.order_line_id);
    if (!sold) throw new Error(`order line ${of.order_line_id} is not on its order's invoice`);
    const { amount, discount, after } = creditShare(sold, credited.get(sold)!, { qty, percent }, rules);
    credited.set(sold, after);
    return {
      account_id: sold.account_id,
      warehouse_id: sold.warehouse_id,
      description: sold.description,
      uom: sold.uom,
      quantity: qty.toFixed(),
      unit_price: decimal(sold.unit_price).times(percent).div(hundred).round(6, 1).toFixed(),
      amount: amount.toFixed(),
      discount: discount.toFixed(),
      source: 'return',
      order_line_id: of.order_line_id,
      original_line_id: sold.id,
      return_line_id: of.return_line_id,
      inspection_id: of.inspection_id,
      credit_percent: percent.toFixed(),
    };
  });
  const net = sum(lines.map((line) => decimal(line.amount!).minus(decimal(line.discount!))));
  const share = { part: whole.creditedNet.plus(net), of: whole.net, given: whole.creditedTax };
  const taxBack = whole.net.gt(zero) ? shareDue(whole.tax, share, rules) : zero;
  const total = net.plus(taxBack);
  return { lines, tax: taxBack, total, fees: feesOf(units, invoiced, rate, rules) };
}
