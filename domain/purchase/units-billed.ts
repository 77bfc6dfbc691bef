/** How many units of an order line are billed: what its bills took, less what was given back since. Pure. */
import { decimal, sum, zero, type Decimal } from '../decimal.ts';

/** A line of an approved bill or vendor credit. */
export interface BookedLine {
  bill_id: string;
  kind: 'bill' | 'vendor_credit';
  /** The bill that a credit corrects; null when it names none. */
  original_bill_id: string | null;
  currency: string;
  /** Decimals of the currency. */
  exponent: number;
  quantity: string;
  amount: string;
  /** The order's price. */
  agreed: string;
}

export interface BilledUnits {
  bill_id: string;
  units: Decimal;
}

/** Units of one bill: what one was billed at, and comes to after the corrections of its price. */
interface Taken {
  bill_id: string;
  currency: string;
  gross: Decimal;
  net: Decimal;
  quantity: Decimal;
}

/**
 * The units each line of one order line takes, or gives back (negative), in the order of their approval. A credit, or a
 * negative line of a bill, gives units back when it gives what they were billed at, then or after the corrections of
 * their price, or the order's price where none was billed. Whatever else it gives corrects the price, and the units stay
 * billed.
 */
export function unitsBilled(lines: readonly BookedLine[]): BilledUnits[] {
  const taken: Taken[] = [];
  return lines.map((line) => {
    const { bill_id, currency, kind } = line;
    const [quantity, amount] = [decimal(line.quantity), decimal(line.amount)];
    if (kind === 'bill' && quantity.gt(zero)) {
      const gross = amount.div(quantity);
      taken.push({ bill_id, currency, gross, net: gross, quantity });
      return { bill_id, units: quantity };
    }
    const isGiven = kind === 'vendor_credit';
    const given = isGiven ? { quantity, amount } : { quantity: quantity.neg(), amount: amount.neg() };
    return { bill_id, units: giveBack(given, line, taken).neg() };
  });
}

/** How many units that gives back; what is left of those taken, and their price, change accordingly. */
function giveBack(given: { quantity: Decimal; amount: Decimal }, line: BookedLine, taken: Taken[]): Decimal {
  const { quantity, amount } = given;
  const from = taken.filter(
    ({ bill_id: id, currency }) =>
      currency === line.currency && (line.original_bill_id === null || id === line.original_bill_id),
  );
  // Less than a cent apart is rounding, of both amounts.
  const cent = decimal(1).div(decimal(10).pow(line.exponent));
  const isPrice = (price: Decimal): boolean => amount.minus(quantity.times(price)).abs().lt(cent);
  if (from.length === 0) return isPrice(decimal(line.agreed)) ? quantity : zero;
  const source = from.find(({ gross, net }) => isPrice(net) || isPrice(gross));
  if (source) {
    source.quantity = source.quantity.minus(quantity);
    return quantity;
  }
  const left = sum(from.map((one) => one.quantity));
  if (left.gt(zero)) for (const one of from) one.net = one.net.minus(amount.div(left));
  return zero;
}
