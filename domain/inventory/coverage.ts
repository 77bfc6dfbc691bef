/**
 * How much of each line stock can cover. Pure arithmetic over figures read while the items' promises are locked:
 * ATP(item) = supply - promises - safety stock; ATP(item, warehouse) = its supply - the promises bound to it.
 */
import { atLeastZero, decimal, toJsonNumber, zero, type Decimal } from '../decimal.ts';
import { groupBy } from '../group-by.ts';

export interface DemandLine {
  line_id: string;
  item_id: string;
  qty: Decimal;
}

export interface LineShortage {
  line_id: string;
  item_id: string;
  required: number;
  available: number;
  short: number;
}

/**
 * Supply and promises of one item in one warehouse. The row with a null `warehouse_id` holds promises not bound to a
 * warehouse yet.
 */
export interface StockFigure {
  item_id: string;
  warehouse_id: string | null;
  supply: string;
  promised: string;
}

export interface Coverage {
  /** What can still be promised of an item across all warehouses. Never below zero. */
  atp(itemId: string): Decimal;
  /** What a warehouse can still promise of an item. Never below zero. */
  atpIn(warehouseId: string, itemId: string): Decimal;
  /** Warehouses that hold any of these items. */
  warehouseIds: string[];
}

/** A promise the order already holds, or (below zero) what an earlier order of its group took. */
export interface OwnPromise {
  item_id: string;
  warehouse_id: string | null;
  qty: Decimal;
}

/** `own` are the asking order's own promises, which must not count against it. */
export function coverageOf(
  figures: readonly StockFigure[],
  safetyStock: string,
  own: readonly OwnPromise[] = [],
): Coverage {
  const byItem = new Map<string, Decimal>();
  const byPlace = new Map<string, Decimal>();
  const warehouseIds = new Set<string>();
  const add = (map: Map<string, Decimal>, key: string, value: Decimal): void => {
    map.set(key, (map.get(key) ?? zero).plus(value));
  };
  const count = (itemId: string, warehouseId: string | null, free: Decimal): void => {
    add(byItem, itemId, free);
    if (warehouseId) add(byPlace, `${warehouseId}/${itemId}`, free);
  };
  for (const { item_id: itemId, warehouse_id: warehouseId, supply, promised } of figures) {
    if (warehouseId) warehouseIds.add(warehouseId);
    count(itemId, warehouseId, decimal(supply).minus(decimal(promised)));
  }
  for (const { item_id: itemId, warehouse_id: warehouseId, qty } of own) count(itemId, warehouseId, qty);
  const safety = decimal(safetyStock);
  return {
    atp: (itemId) => atLeastZero((byItem.get(itemId) ?? zero).minus(safety)),
    atpIn: (warehouseId, itemId) => atLeastZero(byPlace.get(`${warehouseId}/${itemId}`) ?? zero),
    warehouseIds: [...warehouseIds].sort(),
  };
}

/** Coverage for orders decided one after another under one lock: each sees what the orders before it took. */
export interface CoverageInTurn {
  /** Coverage of these items as of now; `own` are the asking order's own promises. */
  of(itemIds: readonly string[], own?: readonly OwnPromise[]): Coverage;
  /** Records a decision: a positive quantity is freed, a negative one is taken. */
  change(changes: readonly OwnPromise[]): void;
}

export function coverageInTurn(figures: readonly StockFigure[], safetyStock: string): CoverageInTurn {
  const figuresOf = groupBy(figures, ({ item_id: itemId }) => itemId);
  const changed = new Map<string, OwnPromise[]>();
  const distinct = (itemIds: readonly string[]): string[] => [...new Set(itemIds)];
  return {
    of: (itemIds, own = []) =>
      coverageOf(
        distinct(itemIds).flatMap((itemId) => figuresOf.get(itemId) ?? []),
        safetyStock,
        [...distinct(itemIds).flatMap((itemId) => changed.get(itemId) ?? []), ...own],
      ),
    change: (changes) => {
      for (const one of changes) changed.set(one.item_id, [...(changed.get(one.item_id) ?? []), one]);
    },
  };
}

/**
 * Allots the available stock to the lines in order and returns what each gets. Lines of the same item share its stock.
 */
export function serve(lines: readonly DemandLine[], available: (itemId: string) => Decimal): Decimal[] {
  const left = new Map<string, Decimal>();
  return lines.map(({ item_id: itemId, qty }) => {
    const there = left.get(itemId) ?? available(itemId);
    const served = there.lt(qty) ? there : qty;
    left.set(itemId, there.minus(served));
    return served;
  });
}

/** The lines that are not fully covered, with what each needs and would get. Empty when all are covered. */
export function shortages(
  lines: readonly DemandLine[],
  available: (itemId: string) => Decimal,
): LineShortage[] {
  const served = serve(lines, available);
  return lines.flatMap(({ line_id: lineId, item_id: itemId, qty }, index) => {
    const got = served[index]!;
    if (got.eq(qty)) return [];
    const short = qty.minus(got);
    return [
      {
        line_id: lineId,
        item_id: itemId,
        required: toJsonNumber(qty),
        available: toJsonNumber(got),
        short: toJsonNumber(short),
      },
    ];
  });
}
