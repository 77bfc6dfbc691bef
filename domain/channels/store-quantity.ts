/** The quantity a store is told it may sell. */
import { decimal, zero, type Decimal } from '../decimal.ts';

/** Available to promise less the buffer, in whole units and never below zero. */
export function storeQuantity(atp: Decimal, buffer: string): number {
  const rest = atp.minus(decimal(buffer));
  return rest.lte(zero) ? 0 : Number(rest.round(0, 0).toString());
}
