/** Which stock of a lot its release frees. Pure. */
import { least, zero, type Decimal } from '../decimal.ts';

interface Piece {
  warehouse_id: string;
  location_id: string;
  qty: Decimal;
}

/**
 * Of each warehouse as much as its limit, in the order given: first what is more at a location than waits there, then
 * whatever is left of the limit, since what waits may have been moved.
 */
export function piecesToFree<P extends Piece>(
  pieces: readonly P[],
  limits: ReadonlyMap<string, Decimal>,
  waiting: ReadonlyMap<string, Decimal>,
): P[] {
  const left = new Map(limits);
  const spare = new Map<string, Decimal>();
  for (const { location_id: at, qty } of pieces)
    spare.set(at, (spare.get(at) ?? zero.minus(waiting.get(at) ?? zero)).plus(qty));
  const freed = pieces.map(() => zero);
  const take = (mostOf: (index: number) => Decimal): void => {
    for (const [index, { warehouse_id: warehouse, location_id: at }] of pieces.entries()) {
      const part = least(mostOf(index), left.get(warehouse) ?? zero);
      if (part.lte(zero)) continue;
      freed[index] = freed[index]!.plus(part);
      left.set(warehouse, left.get(warehouse)!.minus(part));
      spare.set(at, spare.get(at)!.minus(part));
    }
  };
  take((index) => least(pieces[index]!.qty, spare.get(pieces[index]!.location_id)!));
  take((index) => pieces[index]!.qty.minus(freed[index]!));
  return pieces.flatMap((piece, index) => (freed[index]!.gt(zero) ? [{ ...piece, qty: freed[index]! }] : []));
}
