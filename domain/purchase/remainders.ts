/** What is left of an order's lines, in units that divide evenly. Pure. */
import { decimal, toJsonNumber, zero, type Decimal } from '../decimal.ts';

export interface OrderedGoods {
  item_id: string;
  uom: string;
  uom_factor: string;
  base_uom: string;
}

export interface GoodsLeft {
  item_id: string;
  qty: number;
  uom: string;
  uom_factor: string;
}

// Quantities have six decimals.
const places = 6;

/** The quantity in the line's own unit, or in base units when that would not be exact. */
export function goodsLeft(line: OrderedGoods, base: Decimal): GoodsLeft | undefined {
  if (base.lte(zero)) return undefined;
  const factor = decimal(line.uom_factor);
  const qty = base.div(factor).round(places, 0);
  const { item_id, uom, uom_factor, base_uom } = line;
  if (qty.times(factor).eq(base)) return { item_id, qty: toJsonNumber(qty), uom, uom_factor };
  return { item_id, qty: toJsonNumber(base), uom: base_uom, uom_factor: '1' };
}

/** Base units converted to the line's unit, to six decimals. */
export function inUnit(base: string, factor: string): number {
  return toJsonNumber(decimal(base).div(decimal(factor)).round(places, 1));
}
