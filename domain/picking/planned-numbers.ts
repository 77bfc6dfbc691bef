/** The SSCCs of planned cartons: reserved with the plan, on the carton before anything is in it. */
import type { PlanCarton } from './pack-plan.ts';

/**
 * Planned anew, cartons keep the numbers of those before them of the same type: such a box may stand on a cart already. One
 * with the same goods has its own first: it may have a label.
 */
export function keepNumbers(cartons: readonly PlanCarton[], before: readonly PlanCarton[]): PlanCarton[] {
  const left = before.filter(({ sscc }) => sscc !== null);
  const take = (at: number): string | null => (at < 0 ? null : left.splice(at, 1)[0]!.sscc);
  const own = cartons.map((carton) => take(left.findIndex((one) => isSame(one, carton))));
  return cartons.map((carton, index) => {
    const sscc = own[index] ?? take(left.findIndex((one) => isAlike(one, carton)));
    return sscc === null ? carton : { ...carton, sscc };
  });
}

/** The numbers of cartons that are no more in a plan, hold other goods there, or weigh or measure otherwise. */
export function changedNumbers(
  before: readonly PlanCarton[],
  now: readonly PlanCarton[],
  numbers: readonly string[],
): string[] {
  const of = (cartons: readonly PlanCarton[], number: string) => cartons.find(({ sscc }) => sscc === number);
  return numbers.filter((number) => {
    const [was, is] = [of(before, number), of(now, number)];
    return !was || !is || !isSame(was, is) || !isAsLarge(was, is);
  });
}

const isAsLarge = (one: PlanCarton, other: PlanCarton): boolean =>
  (['weight_kg', 'length_cm', 'width_cm', 'height_cm'] as const).every((side) => one[side] === other[side]);

const isSame = (one: PlanCarton, other: PlanCarton): boolean =>
  one.carton_type_id === other.carton_type_id && goodsOf(one) === goodsOf(other);

const goodsOf = ({ lines }: PlanCarton): string =>
  lines
    .map(({ item_id: item, lot_no: lot, qty }) => JSON.stringify([item, lot, qty]))
    .sort()
    .join();

/** Goods that are their own carton are alike where they are the same. */
const isAlike = (one: PlanCarton, other: PlanCarton): boolean =>
  one.carton_type_id === other.carton_type_id &&
  (one.carton_type_id !== null || one.lines[0]?.item_id === other.lines[0]?.item_id);

/** The planned cartons with a number that goods of this item and lot go into. */
export function numberedFor(
  cartons: readonly PlanCarton[],
  { item_id: itemId, lot_no: lot }: { item_id: string; lot_no: string },
): (PlanCarton & { sscc: string })[] {
  return cartons.filter(
    (carton): carton is PlanCarton & { sscc: string } =>
      carton.sscc !== null &&
      carton.lines.some((line) => line.item_id === itemId && (line.lot_no ?? '') === lot),
  );
}
