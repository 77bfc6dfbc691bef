/**
 * Stock locked once for a group of commands: each command plans against what the earlier ones left and records its
 * changes. Pure.
 */
import { decimal, zero, type Decimal } from '../decimal.ts';
import type { StockAt } from './choose-stock.ts';

/** A balance as the API shows it: an item, lot and status at a location, summed over license plates. */
export interface StockRowKey {
  item_id: string;
  location_id: string;
  status: string;
  lot_no: string;
}

export function rowName({ item_id, location_id, status, lot_no }: StockRowKey): string {
  return [item_id, location_id, status, lot_no].join('/');
}

export interface StockChange {
  at: StockRowKey;
  lpn_id: string | null;
  /** Signed. */
  qty: Decimal;
}

export interface StockSoFar {
  /** What a balance holds now. */
  present(at: StockRowKey): readonly StockAt[];
  /**
   * Makes the changes and returns the number, from 0, of the statement they belong to. Stock that runs out and is
   * replenished counts as new stock with a new age, so the second change goes into the next statement and the balance
   * really passes through zero.
   */
  change(changes: readonly StockChange[]): number;
}

/** `locked`: what each balance held when it was locked, by key. */
export function stockInTurn(locked: ReadonlyMap<string, readonly StockAt[]>): StockSoFar {
  const rows = new Map(locked);
  const emptied = new Set<string>();
  let statement = 0;
  return {
    present: (at) => rows.get(rowName(at)) ?? [],
    change(changes) {
      const nameOf = ({ at, lpn_id: lpnId }: StockChange): string => `${rowName(at)}/${lpnId ?? ''}`;
      if (changes.some((one) => one.qty.gt(zero) && emptied.has(nameOf(one)))) {
        statement += 1;
        emptied.clear();
      }
      for (const one of changes) {
        const { at, lpn_id: lpnId, qty } = one;
        const others = (rows.get(rowName(at)) ?? []).filter((stock) => stock.lpn_id !== lpnId);
        const own = (rows.get(rowName(at)) ?? []).find((stock) => stock.lpn_id === lpnId);
        const left = decimal(own?.qty ?? '0').plus(qty);
        if (left.eq(zero)) emptied.add(nameOf(one));
        rows.set(rowName(at), [...others, { lpn_id: lpnId, qty: left.toFixed() }]);
      }
      return statement;
    },
  };
}
