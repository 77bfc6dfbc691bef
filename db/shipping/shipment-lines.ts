/** Arithmetic over allocations. */
import { decimal, zero, type Decimal } from '../../domain/decimal.ts';

/** The total per order line in these allocations; those of direct shipments have no order line. */
export function sumByLine(
  held: readonly { order_line_id: string | null; qty: string }[],
): [string, string][] {
  const sums = new Map<string, Decimal>();
  for (const { order_line_id: lineId, qty } of held) {
    if (lineId) sums.set(lineId, (sums.get(lineId) ?? zero).plus(decimal(qty)));
  }
  return [...sums].map(([lineId, qty]) => [lineId, String(qty)]);
}
