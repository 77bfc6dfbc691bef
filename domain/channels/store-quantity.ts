/** What a store is told it may sell. */
import { decimal, zero, type Decimal } from '../decimal.ts';

/** Whole units of what can be promised, less what is kept back; never below nothing. */
export function storeQuantity(atp: Decimal, buffer: string): number {
  const rest = atp.minus(decimal(buffer));
  return rest.lte(zero) ? 0 : Number(rest.round(0, 0).toString());
}
