/**
 * Goods of a transfer on their way to the receipt they are counted on, and which of them a count takes. Pure: a count
 * never takes more than is in transit, so that at every moment a unit is in one warehouse or between two.
 */
import { decimal, sum, toJsonNumber, zero, type Decimal } from '../decimal.ts';
import { Refusal } from '../refusal.ts';

/** What is in transit of one lot, loose or on one license plate. */
export interface TransitGoods {
  id: string;
  lot_no: string;
  lpn_id: string | null;
  lpn: string | null;
  /** The balance it is on. */
  location_id: string;
  /** What is still in transit, in base units. */
  qty: string;
}

/** A part of what is in transit, to be taken off it. */
export interface TakenGoods extends Omit<TransitGoods, 'qty'> {
  qty: Decimal;
}

export interface Arrival {
  item_id: string;
  /** '' means no lot. */
  lot_no: string;
  pallet_lpn: string | null;
  /** Units that enter stock, good and damaged, in base units. */
  qty: Decimal;
  /** All that was rejected on the line: it stays in transit. */
  rejected: Decimal;
}

/**
 * Takes from the plate the goods arrive on first, then loose goods, then other plates. Refuses 409 NOT_IN_TRANSIT. `left`
 * is what earlier counts of the group have left.
 */
export function takeInTransit(left: readonly TransitGoods[], arrival: Arrival): TakenGoods[] {
  const { item_id: itemId, lot_no: lotNo, pallet_lpn: lpn, qty, rejected } = arrival;
  const fitting = left.filter((one) => one.lot_no === lotNo);
  const inLot = total(fitting);
  if (qty.gt(inLot)) throw notInTransit(itemId, lotNo, inLot, qty);
  const remaining = total(left).minus(qty);
  if (rejected.gt(remaining)) throw notInTransit(itemId, lotNo, remaining, rejected);
  const rank = (one: TransitGoods): number => (one.lpn_id === null ? 1 : one.lpn === lpn ? 0 : 2);
  let open = qty;
  return fitting
    .toSorted((one, other) => rank(one) - rank(other) || (one.id < other.id ? -1 : 1))
    .flatMap((one) => {
      const part = open.lt(decimal(one.qty)) ? open : decimal(one.qty);
      open = open.minus(part);
      return part.gt(zero) ? [{ ...one, qty: part }] : [];
    });
}

/** What is left of goods once these were taken. */
export function leftInTransit(goods: readonly TransitGoods[], taken: readonly TakenGoods[]): TransitGoods[] {
  return goods.map((one) => ({
    ...one,
    qty: decimal(one.qty)
      .minus(sum(taken.filter(({ id }) => id === one.id).map(({ qty }) => qty)))
      .toFixed(),
  }));
}

const total = (goods: readonly TransitGoods[]): Decimal => sum(goods.map(({ qty }) => decimal(qty)));

function notInTransit(itemId: string, lotNo: string, inTransit: Decimal, asked: Decimal): Refusal {
  const words = lotNo === '' ? '' : ` of lot ${lotNo}`;
  return new Refusal(
    'NOT_IN_TRANSIT',
    `${inTransit.toString()}${words} are in transit to this line, not the ${asked.toString()} counted.`,
    {
      item_id: itemId,
      lot_no: lotNo || null,
      in_transit: toJsonNumber(inTransit),
      would_be: toJsonNumber(asked),
    },
  );
}
