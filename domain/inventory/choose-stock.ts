/** Chooses stock for a movement that names a balance but no license plate. */
import { decimal, zero, type Decimal } from '../decimal.ts';

export interface StockAt {
  lpn_id: string | null;
  qty: string;
}

export interface Taken {
  lpn_id: string | null;
  qty: Decimal;
}

/** The total quantity. */
export function stockOf(stock: readonly StockAt[]): Decimal {
  return stock.reduce((total, { qty }) => total.plus(decimal(qty)), zero);
}

/** Takes loose stock first, then license plates in the order given. Undefined when there is not enough. */
export function chooseStock(stock: readonly StockAt[], wanted: Decimal): Taken[] | undefined {
  const looseFirst = [
    ...stock.filter(({ lpn_id: lpn }) => lpn === null),
    ...stock.filter(({ lpn_id: lpn }) => lpn !== null),
  ];
  const taken: Taken[] = [];
  let missing = wanted;
  for (const { lpn_id: lpnId, qty } of looseFirst) {
    if (missing.lte(zero)) break;
    const part = decimal(qty).lt(missing) ? decimal(qty) : missing;
    if (part.lte(zero)) continue;
    taken.push({ lpn_id: lpnId, qty: part });
    missing = missing.minus(part);
  }
  return missing.gt(zero) ? undefined : taken;
}
