/**
 * What holds keep of a warehouse's stock of one lot: those of a kind, and that of the lot itself. A log of what came on
 * hold and left it, in plain integers: what no hold keeps leaves first, and what a vendor's return took and gave back never
 * left. It knows nothing of how the platform reckons that.
 */
import { type Book, isHeld, sum } from './book.ts';
import type { Allocation, Seen } from './seen.ts';
import { ok, type Site } from './site.ts';
import { assertSame } from './same.ts';

/** A key of stock on hold: warehouse, item and lot. */
export interface HeldKey {
  warehouse_id: string;
  item_id: string;
  lot_no: string;
}

/** What a step placed for a hold, or lifted of it. */
export interface Placed extends HeldKey {
  hold: string;
  qty: number;
}

interface Happened {
  delta: number;
  /** Of which hold it was placed or lifted; else anybody's. */
  hold?: string;
  /** Which vendor's return took it. */
  shipment?: string;
}

const nameOf = ({ warehouse_id, item_id, lot_no }: HeldKey): string =>
  [warehouse_id, item_id, lot_no].join('|');

const total = (log: readonly Happened[]): number => log.reduce((all, { delta }) => all + delta, 0);

export class Kinds {
  private readonly logs = new Map<string, Happened[]>();

  /** What one hold keeps now, or all of these together. */
  kept(key: HeldKey, isOf: (hold: string) => boolean): number {
    let [held, placed, lowest, hasBegun] = [0, 0, 0, false];
    for (const { delta, hold } of this.logs.get(nameOf(key)) ?? []) {
      held += delta;
      if (hold !== undefined && isOf(hold)) [placed, hasBegun] = [placed + delta, true];
      if (hasBegun) lowest = Math.min(lowest, held - placed);
    }
    return placed + lowest;
  }

  /** After a step: what it placed and lifted, what vendors' returns took and gave back, and all else that left or came. */
  settle(
    site: Site,
    book: Book,
    { placed, before, after }: { placed: readonly Placed[]; before: readonly Allocation[]; after: Seen },
  ): void {
    for (const { hold, qty, ...key } of placed) this.log(key).push({ delta: qty, hold });
    const was = new Map(before.map((one) => [one.id, one]));
    for (const one of after.allocations.filter(({ stock_status: status }) => status === 'hold')) {
      const key = { ...one, warehouse_id: site.warehouseOf.get(one.location_id)! };
      const known = was.get(one.id);
      if (!known && isHeld(one)) this.log(key).push({ delta: -one.qty, shipment: one.shipment_id });
      // One that was split off a held one and released is new, and gives back what the other has lost.
      if (one.status === 'released' && (!known || isHeld(known))) this.giveBack(key, one);
    }
    const held = this.heldIn(site, book);
    for (const [name, qty] of held) {
      const log = this.logs.get(name) ?? [];
      this.logs.set(name, log);
      if (qty !== total(log)) log.push({ delta: qty - total(log) });
    }
  }

  /** The platform's list of holds says the same. */
  async compare(site: Site): Promise<void> {
    const rows: any[] = ok(await site.client.get('/api/wms/inventory/holds?page_size=200'));
    const shown = new Map<string, number>(
      rows.map((one) => [`${nameOf({ ...one, lot_no: one.lot_no ?? '' })}|${one.kind}`, one.qty]),
    );
    for (const [name, log] of this.logs) {
      const [warehouse_id, item_id, lot_no] = name.split('|') as [string, string, string];
      for (const kind of new Set(log.map(({ hold }) => hold).filter(isKind))) {
        const kept = this.kept({ warehouse_id, item_id, lot_no }, (hold) => hold === kind);
        const item = site.words.get(item_id) ?? item_id;
        assertSame(`${item} ${lot_no} kept for ${kind}`, shown.get(`${name}|${kind}`) ?? 0, kept);
        if (kept < 0 || kept > total(log))
          throw new Error(`${kept} kept for ${kind} of ${total(log)} on hold`);
        shown.delete(`${name}|${kind}`);
      }
    }
    assertSame('holds that nobody placed', [...shown.keys()].join(' '), '');
  }

  private heldIn(site: Site, book: Book): Map<string, number> {
    const held = new Map([...this.logs.keys()].map((name) => [name, 0]));
    for (const one of book.stock.values()) {
      if (one.status !== 'hold') continue;
      const name = nameOf({ ...one, warehouse_id: site.warehouseOf.get(one.location_id)! });
      held.set(name, (held.get(name) ?? 0) + one.qty);
    }
    return held;
  }

  private giveBack(key: HeldKey, { shipment_id: shipment, qty }: Allocation): void {
    const taken = this.log(key).filter((one) => one.shipment === shipment);
    let open = qty;
    for (const one of taken) {
      const part = Math.min(open, -one.delta);
      one.delta += part;
      open -= part;
    }
    assertSame('given back by a return to a vendor that did not take it', open, 0);
  }

  private log(key: HeldKey): Happened[] {
    const name = nameOf(key);
    const log = this.logs.get(name) ?? [];
    this.logs.set(name, log);
    return log;
  }
}

/** A hold of a lot goes by its id. */
export const isKind = (hold: string | undefined): hold is string =>
  hold !== undefined && !hold.startsWith('lot ');

/** What is on hold of a key, and what of it waits for something that frees it. */
export function heldAndWaiting(site: Site, seen: Seen, key: HeldKey): { held: number; waiting: number } {
  const isOf = (one: HeldKey): boolean => nameOf(one) === nameOf(key);
  const held = seen.stock.filter(
    (one) => one.status === 'hold' && isOf({ ...one, warehouse_id: site.warehouseOf.get(one.location_id)! }),
  );
  return { held: sum(held), waiting: sum(seen.waiting.filter(isOf)) };
}
