/** The demand an order places on stock. */
import { decimal, zero } from '../decimal.ts';
import { Refusal } from '../refusal.ts';
import type { DemandLine, LineShortage } from '../inventory/coverage.ts';

interface Line {
  id: string;
  item_id: string | null;
  qty: string;
  fulfilled_qty: string;
  backordered_qty: string;
  cancelled_qty: string;
  reserved_qty: string;
  reserved_warehouse_id: string | null;
}

/** Lines with a quantity above zero. */
function demandBy(lines: readonly Line[], qtyOf: (line: Line) => string): DemandLine[] {
  return lines.flatMap((line) => {
    const qty = decimal(qtyOf(line));
    return qty.gt(zero) && line.item_id ? [{ line_id: line.id, item_id: line.item_id, qty }] : [];
  });
}

/** Everything ordered: what approval has to cover. */
export const orderedDemand = (lines: readonly Line[]): DemandLine[] => demandBy(lines, (line) => line.qty);

/** The reserved quantities, which a release turns into allocations. */
export const reservedDemand = (lines: readonly Line[]): DemandLine[] =>
  demandBy(lines, (line) => line.reserved_qty);

/** The backordered quantities, which follow with the next push. */
export const backorderedDemand = (lines: readonly Line[]): DemandLine[] =>
  demandBy(lines, (line) => line.backordered_qty);

/**
 * What a push sends: the reserved quantities or, with none, what is open (confirmed) or backordered (partially
 * fulfilled).
 */
export function pushDemand(lines: readonly Line[], status: string): DemandLine[] {
  const reserved = reservedDemand(lines);
  if (reserved.length > 0) return reserved;
  if (status === 'partially_fulfilled') return backorderedDemand(lines);
  return demandBy(lines, (line) =>
    String(decimal(line.qty).minus(decimal(line.fulfilled_qty)).minus(decimal(line.cancelled_qty))),
  );
}

/** The order's own promises, which must not count against it. */
export const ownPromises = (lines: readonly Line[]) =>
  reservedDemand(lines).map((demand) => ({
    ...demand,
    warehouse_id: lines.find(({ id }) => id === demand.line_id)!.reserved_warehouse_id,
  }));

/** 409 INSUFFICIENT_ATP with every line that is short. */
export function insufficientAtp(lines: readonly LineShortage[], warehouseId?: string): Refusal {
  return new Refusal('INSUFFICIENT_ATP', `${lines.length} of the order's lines cannot be promised in full.`, {
    ...(warehouseId ? { warehouse_id: warehouseId } : {}),
    lines,
  });
}
