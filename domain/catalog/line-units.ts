/** Lines asked for in a unit of their item: `qty` is kept in base units, beside what was asked for. */
import { decimal, isShownExactly } from '../decimal.ts';
import { invalid } from '../refusal.ts';

/** How a line was asked for; all null, or left out, in base units. */
export interface AskedUnit {
  uom?: string | null;
  uom_qty?: number | string | null;
  uom_factor?: string | null;
}

export interface LineInUnit extends AskedUnit {
  qty: number | string;
}

const qtyBelow = decimal(1e9);

/**
 * A line as it was read: its quantity in base units, and how many of the unit that is. Refuses 400 VALIDATION_FAILED
 * `qty_differs` where they disagree, as when the unit is another one by now.
 */
export function asRead(
  { qty, uom_qty: asked }: { qty: number; uom_qty: number },
  { uom, uom_factor: factor }: { uom: string; uom_factor: string },
  path: string,
): LineInUnit {
  if (!decimal(asked).times(decimal(factor)).eq(decimal(qty)))
    throw invalid(
      `${path}.uom_qty`,
      'qty_differs',
      `${path}.uom_qty of ${uom} is not qty in base units, of which there are ${decimal(factor).toString()} in one`,
    );
  return { qty: decimal(qty).toFixed(), uom, uom_qty: asked, uom_factor: factor };
}

/** So many of a unit, in base units. Refuses 400 VALIDATION_FAILED for what no quantity can say exactly. */
export function inBaseUnits(
  qty: number,
  { uom, uom_factor: factor }: { uom: string; uom_factor: string },
  path: string,
): LineInUnit {
  const base = decimal(qty).times(decimal(factor));
  if (base.gte(qtyBelow) || !isShownExactly(base.toFixed()))
    throw invalid(path, 'too_large', `${path} comes to too many base units`);
  if (!base.eq(base.round(6)))
    throw invalid(path, 'places', `${path} times ${factor} has more than 6 decimals`);
  return { qty: base.toFixed(), uom, uom_qty: qty, uom_factor: factor };
}
