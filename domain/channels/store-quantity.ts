/** The quantity a store is told it may sell. */
import { decimal, zero, type Decimal } from '../decimal.ts';

/** Available to promise less the buffer, in whole units and never below zero. */
export const storeQuantity = (atp: Decimal, buffer: string): number => wholeUnits(atp.minus(decimal(buffer)));

/**
 * The same by place: each no more than is there, and together no more than the store may sell of it all. What is held
 * back, or promised from nowhere in particular yet, is missing at the last of them.
 */
export function quantitiesByPlace(sellable: number, there: readonly Decimal[]): number[] {
  let left = sellable;
  return there.map((here) => {
    const told = Math.min(left, wholeUnits(here));
    left -= told;
    return told;
  });
}

function wholeUnits(qty: Decimal): number {
  return qty.lte(zero) ? 0 : Number(qty.round(0, 0).toString());
}
