/** Which warehouses fulfill an order: a single one if any can cover it all, otherwise the fewest that can together. */
import { zero, type Decimal } from '../decimal.ts';
import type { DemandLine } from '../inventory/coverage.ts';

/** One warehouse's part of the split. Parts come in order of preference. */
export interface PlanPart {
  warehouse_id: string;
  lines: DemandLine[];
}

// With more warehouses than this, only the most useful ones are searched for the smallest set.
const searchedMax = 12;

/**
 * The split with the fewest shipments, preferring warehouses earlier in the list; undefined when all of them together
 * cannot cover the lines.
 */
export function planSplit(
  lines: readonly DemandLine[],
  warehouseIds: readonly string[],
  atpIn: (warehouseId: string, itemId: string) => Decimal,
): PlanPart[] | undefined {
  const demand = new Map<string, Decimal>();
  for (const { item_id: itemId, qty } of lines) demand.set(itemId, (demand.get(itemId) ?? zero).plus(qty));
  const useful = mostUseful(demand, warehouseIds, atpIn);
  for (let size = 1; size <= useful.length; size += 1) {
    const chosen = firstCovering(demand, useful, size, atpIn);
    if (chosen) return distribute(lines, chosen, atpIn);
  }
  return undefined;
}

function mostUseful(
  demand: ReadonlyMap<string, Decimal>,
  warehouseIds: readonly string[],
  atpIn: (warehouseId: string, itemId: string) => Decimal,
): string[] {
  const ranked = warehouseIds.map((id, preference) => {
    const served = [...demand].filter(([itemId]) => atpIn(id, itemId).gt(zero)).length;
    return { id, preference, served };
  });
  return ranked
    .filter(({ served }) => served > 0)
    .sort((a, b) => (ranked.length > searchedMax ? b.served - a.served : 0) || a.preference - b.preference)
    .slice(0, searchedMax)
    .map(({ id }) => id);
}

function firstCovering(
  demand: ReadonlyMap<string, Decimal>,
  warehouseIds: readonly string[],
  size: number,
  atpIn: (warehouseId: string, itemId: string) => Decimal,
): string[] | undefined {
  const covers = (chosen: readonly string[]): boolean =>
    [...demand].every(([itemId, qty]) =>
      chosen.reduce((total, id) => total.plus(atpIn(id, itemId)), zero).gte(qty),
    );
  const search = (chosen: string[], from: number): string[] | undefined => {
    if (chosen.length === size) return covers(chosen) ? chosen : undefined;
    for (let index = from; index <= warehouseIds.length - (size - chosen.length); index += 1) {
      const found = search([...chosen, warehouseIds[index]!], index + 1);
      if (found) return found;
    }
    return undefined;
  };
  return search([], 0);
}

function distribute(
  lines: readonly DemandLine[],
  warehouseIds: readonly string[],
  atpIn: (warehouseId: string, itemId: string) => Decimal,
): PlanPart[] {
  let open = lines.map((line) => ({ ...line }));
  return warehouseIds.flatMap((warehouseId) => {
    const left = new Map<string, Decimal>();
    const taken: DemandLine[] = [];
    open = open.flatMap((line) => {
      const there = left.get(line.item_id) ?? atpIn(warehouseId, line.item_id);
      const qty = there.lt(line.qty) ? there : line.qty;
      left.set(line.item_id, there.minus(qty));
      if (qty.gt(zero)) taken.push({ ...line, qty });
      return line.qty.gt(qty) ? [{ ...line, qty: line.qty.minus(qty) }] : [];
    });
    return taken.length > 0 ? [{ warehouse_id: warehouseId, lines: taken }] : [];
  });
}
