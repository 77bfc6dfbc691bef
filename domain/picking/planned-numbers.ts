/** The SSCCs of planned cartons: reserved with the plan, on the carton before anything is in it. */
import type { PlanCarton } from './pack-plan.ts';

/** Planned anew, cartons keep the numbers of those before them of the same type: such a box may stand on a cart already. */
export function keepNumbers(cartons: readonly PlanCarton[], before: readonly PlanCarton[]): PlanCarton[] {
  const left = before.filter(({ sscc }) => sscc !== null);
  return cartons.map((carton) => {
    const at = left.findIndex((one) => isAlike(one, carton));
    return at < 0 ? carton : { ...carton, sscc: left.splice(at, 1)[0]!.sscc };
  });
}

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
