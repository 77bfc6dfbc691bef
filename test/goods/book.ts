/**
 * Where every unit of goods should be, in plain integers: item, lot, place, license plate and status, and which serials
 * are in stock. It is written from what was asked and answered alone, and knows nothing of balances or of the ledger.
 */
import type { Allocation, Plate, Stock } from './seen.ts';

type Key = Omit<Stock, 'qty'>;

export const keyOf = ({ item_id, location_id, status, lot_no, lpn_id }: Key): string =>
  [item_id, location_id, status, lot_no, lpn_id ?? ''].join('|');

/** What the book knows of a license plate. */
export type Standing = Pick<Plate, 'id' | 'location_id' | 'parent_lpn_id'>;

export class Book {
  readonly stock = new Map<string, Stock>();
  readonly plates = new Map<string, Standing>();
  /** As they were after the last step. */
  allocations = new Map<string, Allocation>();
  /** Of the one item that is tracked by them, oldest first. */
  serials: string[] = [];

  /** Adds to one key, or takes from it. */
  put(key: Key, delta: number): void {
    const name = keyOf(key);
    const { item_id, location_id, status, lot_no, lpn_id } = key;
    const qty = (this.stock.get(name)?.qty ?? 0) + delta;
    if (qty < 0) throw new Error(`the model has ${qty - delta} of ${name}, and ${-delta} went from it`);
    if (qty === 0) this.stock.delete(name);
    else this.stock.set(name, { item_id, location_id, status, lot_no, lpn_id, qty });
  }

  /** Serials are in stock again: they keep their place among those that came before and after them. */
  bring(serials: readonly string[]): void {
    this.serials = [...this.serials, ...serials].sort((one, other) => one.localeCompare(other));
  }

  /** Takes from a balance that names no license plate: what lies loose first, then plates in the order of their ids. */
  take(row: Omit<Key, 'lpn_id'>, qty: number): Stock[] {
    const there = [...this.stock.values()]
      .filter((one) => keyOf({ ...one, lpn_id: null }) === keyOf({ ...row, lpn_id: null }))
      .sort((one, other) => ((one.lpn_id ?? '') < (other.lpn_id ?? '') ? -1 : 1));
    let missing = qty;
    const taken = there.flatMap((one) => {
      const part = Math.min(one.qty, missing);
      missing -= part;
      return part > 0 ? [{ ...one, qty: part }] : [];
    });
    if (missing > 0)
      throw new Error(`${qty} were taken from ${keyOf({ ...row, lpn_id: null })}, ${missing} too many`);
    for (const one of taken) this.put(one, -one.qty);
    return taken;
  }

  /** How much there is, on all license plates and none. */
  at(row: Omit<Key, 'lpn_id'>): number {
    const name = keyOf({ ...row, lpn_id: null });
    return sum([...this.stock.values()].filter((one) => keyOf({ ...one, lpn_id: null }) === name));
  }

  /** A license plate with everything on it goes elsewhere; what is allocated on it stays allocated. */
  carry(id: string, to: string): void {
    const going = [id, ...this.cartonsOn(id)];
    // What is still in transit with it comes on its own.
    for (const one of this.onPlates(going).filter(({ status }) => status !== 'in_transit')) {
      this.put(one, -one.qty);
      this.put({ ...one, location_id: to }, one.qty);
    }
    for (const held of this.allocations.values()) {
      if (isHeld(held) && going.includes(held.lpn_id ?? '')) held.location_id = to;
    }
    for (const plate of going) this.plates.get(plate)!.location_id = to;
    this.plates.get(id)!.parent_lpn_id = null;
  }

  /**
   * Which license plates leave whole when these pieces leave: a pallet with its cartons if nothing else is on any of
   * them, otherwise each carton for which that holds.
   */
  whole(pieces: readonly Pick<Stock, 'lpn_id' | 'qty'>[]): string[] {
    const rootOf = (id: string): string => this.plates.get(id)!.parent_lpn_id ?? id;
    const roots = new Set(pieces.flatMap(({ lpn_id: id }) => (id ? [rootOf(id)] : [])));
    const goes = (ids: readonly string[]): boolean => {
      const going = sum(pieces.filter(({ lpn_id: id }) => ids.includes(id ?? '')));
      return going > 0 && going === sum(this.onPlates(ids));
    };
    return [...roots].flatMap((root) => {
      const family = [root, ...this.cartonsOn(root)];
      return goes(family) ? family : family.filter((id) => id !== root && goes([id]));
    });
  }

  /** License plates leave for another warehouse, where they stand nowhere until something of theirs is counted in. */
  send(ids: readonly string[]): void {
    for (const id of ids) {
      const plate = this.plates.get(id)!;
      plate.location_id = null;
      if (!ids.includes(plate.parent_lpn_id ?? '')) plate.parent_lpn_id = null;
    }
  }

  /** License plates are put down at a place; a carton whose pallet stays behind is nested no longer. */
  place(ids: readonly string[], to: string): void {
    for (const id of ids) {
      const plate = this.plates.get(id)!;
      plate.location_id = to;
      if (!ids.includes(plate.parent_lpn_id ?? '')) plate.parent_lpn_id = null;
    }
  }

  /** A license plate that is received onto; a planned one comes with its pallet or its cartons. */
  arrive(id: string, at: string): void {
    const root = this.plates.get(id)!.parent_lpn_id ?? id;
    for (const one of [root, ...this.cartonsOn(root)]) this.plates.get(one)!.location_id ??= at;
  }

  /** All that is on a license plate goes onto another, and its cartons with it; what is allocated of it stays allocated. */
  pour(from: string, onto: string): void {
    const { location_id: to } = this.plates.get(onto)!;
    const cartons = this.cartonsOn(from);
    const there = (id: string | null): { lpn_id: string | null; location_id: string } => ({
      lpn_id: id === from ? onto : id,
      location_id: to!,
    });
    // What is still in transit with one comes on its own.
    const going = this.onPlates([from, ...cartons]).filter(({ status }) => status !== 'in_transit');
    for (const one of going) this.put(one, -one.qty);
    for (const one of going) this.put({ ...one, ...there(one.lpn_id) }, one.qty);
    for (const held of this.allocations.values())
      if (isHeld(held) && [from, ...cartons].includes(held.lpn_id ?? ''))
        Object.assign(held, there(held.lpn_id));
    for (const id of cartons) Object.assign(this.plates.get(id)!, { parent_lpn_id: onto, location_id: to });
  }

  cartonsOn(id: string): string[] {
    return [...this.plates.values()].filter(({ parent_lpn_id: on }) => on === id).map((plate) => plate.id);
  }

  private onPlates(ids: readonly string[]): Stock[] {
    return [...this.stock.values()].filter(({ lpn_id: id }) => ids.includes(id ?? ''));
  }
}

export const isHeld = ({ status }: Allocation): boolean => status === 'open' || status === 'picked';

export function sum(all: readonly { qty: number }[]): number {
  return all.reduce((total, { qty }) => total + qty, 0);
}
