/**
 * Which stock fills lines when wholes go first: whole license plates and pallets, then whole cases, both from reserve,
 * and the rest in single units from a pick face. What expires first still goes first: stock of one expiry date is used up
 * before the next is touched.
 */
import { decimal, least, zero, type Decimal } from '../decimal.ts';

export const wholes = ['plate', 'pallet', 'case', 'each'] as const;
export type Whole = (typeof wholes)[number];

/** One piece of stock, in the order of the strategy. */
export interface WholeSupply {
  qty: string;
  expiry_date: string | null;
  is_face: boolean;
  /** It is all that is on its license plate. */
  is_whole_plate: boolean;
}

/** How many base units are in one; null where nobody said. */
export interface WholeUnits {
  in_case: string | null;
  on_pallet: string | null;
}

/** What a line takes of a piece of stock, and in which wholes. */
export interface WholeTake<S> {
  line: number;
  supply: S;
  qty: Decimal;
  split: { unit: Whole; qty: Decimal }[];
}

interface Left<S> {
  supply: S;
  qty: Decimal;
  isUntouched: boolean;
}

/**
 * Fills the lines one after the other, all of one item, from its stock in the strategy's order. Lines are filled as far as
 * there is stock: only then is one short.
 */
export function takeWholes<S extends WholeSupply>(
  lines: readonly Decimal[],
  supplies: readonly S[],
  units: WholeUnits,
  isByExpiry: boolean,
): WholeTake<S>[] {
  const left = supplies.map((supply): Left<S> => ({ supply, qty: decimal(supply.qty), isUntouched: true }));
  const dates = isByExpiry ? [...new Set(supplies.map((supply) => supply.expiry_date))] : [undefined];
  return lines.flatMap((wanted, line) => {
    const takes = new Map<S, WholeTake<S>>();
    let rest = wanted;
    const take = (from: Left<S>, unit: Whole, qty: Decimal): void => {
      if (qty.lte(zero)) return;
      const before = takes.get(from.supply) ?? { line, supply: from.supply, qty: zero, split: [] };
      const split = [...before.split, { unit, qty }];
      takes.set(from.supply, { ...before, qty: before.qty.plus(qty), split });
      from.qty = from.qty.minus(qty);
      from.isUntouched = false;
      rest = rest.minus(qty);
    };
    for (const date of dates) {
      const group = left.filter(
        ({ supply, qty }) => qty.gt(zero) && (!isByExpiry || supply.expiry_date === date),
      );
      takeFrom(group, units, () => rest, take);
    }
    return [...takes.values()];
  });
}

/** What is a pallet goes as one: a plate that fits, and is no less than a pallet where one is known. */
function takeFrom<S extends WholeSupply>(
  group: readonly Left<S>[],
  { in_case: inCase, on_pallet: onPallet }: WholeUnits,
  rest: () => Decimal,
  take: (from: Left<S>, unit: Whole, qty: Decimal) => void,
): void {
  const reserve = group.filter(({ supply }) => !supply.is_face);
  const faces = group.filter(({ supply }) => supply.is_face);
  for (const from of reserve) {
    const isPallet = onPallet === null || from.qty.gte(decimal(onPallet));
    if (from.supply.is_whole_plate && from.isUntouched && isPallet && from.qty.lte(rest()))
      take(from, 'plate', from.qty);
  }
  if (onPallet !== null)
    for (const from of reserve) take(from, 'pallet', wholeOf(least(from.qty, rest()), onPallet));
  if (inCase !== null)
    for (const from of [...reserve, ...faces]) take(from, 'case', wholeOf(least(from.qty, rest()), inCase));
  for (const from of [...faces, ...reserve]) take(from, 'each', least(from.qty, rest()));
}

function wholeOf(qty: Decimal, unit: string): Decimal {
  const each = decimal(unit);
  return qty.div(each).round(0, 0).times(each);
}
