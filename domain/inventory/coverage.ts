/**
 * What stock covers which lines. Pure arithmetic over figures read under the lock of the items' promises:
 * ATP(item) = supply - promises - safety stock; ATP(item, warehouse) = its supply - the promises bound to it.
 */
import { decimal, toJsonNumber, zero, type Decimal } from '../decimal.ts';
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

/** Supply and promises of one item in one warehouse; `warehouse_id` null holds the promises that are not bound yet. */
export interface StockFigure {
  item_id: string;
  warehouse_id: string | null;
  supply: string;
  promised: string;
}

export interface Coverage {
  /** What may still be promised of an item, over all warehouses. Never below zero. */
  atp(itemId: string): Decimal;
  /** What a warehouse may still promise of an item. Never below zero. */
  atpIn(warehouseId: string, itemId: string): Decimal;
  /** Warehouses that hold anything of these items. */
  warehouseIds: string[];
}

/** A promise an order holds already, or what another one before it in its group took (below zero). */
export interface OwnPromise {
  item_id: string;
  warehouse_id: string | null;
  qty: Decimal;
}

/** `own` are promises of the asking order itself: they do not stand in its way. */
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
  const positive = (value: Decimal): Decimal => (value.gt(zero) ? value : zero);
  return {
    atp: (itemId) => positive((byItem.get(itemId) ?? zero).minus(safety)),
    atpIn: (warehouseId, itemId) => positive(byPlace.get(`${warehouseId}/${itemId}`) ?? zero),
    warehouseIds: [...warehouseIds].sort(),
  };
}

/** Coverage for orders that are decided one after another under one lock: each sees what those before it took. */
export interface CoverageInTurn {
  /** What covers these items now; `own` are promises of the asking order itself. */
  of(itemIds: readonly string[], own?: readonly OwnPromise[]): Coverage;
  /** What a decision changes: above zero is free again, below zero is taken. */
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

/** Serves the lines in order from what is there; answers what each gets. Two lines of one item share its stock. */
export function serve(lines: readonly DemandLine[], available: (itemId: string) => Decimal): Decimal[] {
  const left = new Map<string, Decimal>();
  return lines.map(({ item_id: itemId, qty }) => {
    const there = left.get(itemId) ?? available(itemId);
    const served = there.lt(qty) ? there : qty;
    left.set(itemId, there.minus(served));
    return served;
  });
}

/** The lines that are not covered in full, with what each would need and get. Empty when all are. */
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
