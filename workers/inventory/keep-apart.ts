/**
 * Keeps dangerous goods apart where goods are kept. Whoever brings some takes the places' rows of `location_space`, after
 * balances: of two who bring what is kept apart, the second sees what the first brought. It is thrown, so that of a group
 * each is judged by itself.
 */
import { hazardsAt } from '../../db/moves/hazards.read.ts';
import { enterSpace } from '../../db/moves/location-space.write.ts';
import { readStockItems } from '../../db/inventory/stock-references.read.ts';
import type { TenantTransaction } from '../../db/database.ts';
import {
  clashAmong,
  segregationRefusal,
  type Apart,
  type Clash,
} from '../../domain/inventory/hazard-segregation.ts';
import { isKeptAt } from '../../domain/inventory/location-types.ts';
import type { Refusal } from '../../domain/refusal.ts';

/** Goods, of a class that is kept apart from others, and the place where they are kept from now on. */
export interface BroughtApart {
  location_id: string;
  apart: Apart;
}

/** Refuses 409 HAZARD_SEGREGATION. `moveIds`: the planned moves that bring them. */
export async function keepApart(
  tx: TenantTransaction,
  brought: readonly BroughtApart[],
  moveIds: readonly string[] = [],
): Promise<void> {
  const [first] = await clashesOf(tx, brought, moveIds);
  if (first) throw refusalOf(first);
}

/** The same of goods that are posted by now, of which only the item is known. */
export async function keepItemsApart(
  tx: TenantTransaction,
  posted: readonly { location_id: string; item_id: string }[],
): Promise<void> {
  const items = await readStockItems(
    tx,
    posted.map(({ item_id: id }) => id),
  );
  await keepApart(
    tx,
    posted.flatMap(({ location_id, item_id: id }) => {
      const apart = items.get(id)?.apart;
      return apart ? [{ location_id, apart }] : [];
    }),
  );
}

interface Moving {
  item: { apart: Apart | null };
  source: { id: string };
  target: { id: string; type: string };
}

/** Asked of each of a group in turn: whether it comes to where others left, and so has to see that they are gone. */
export function comesWhereSomeLeft(): (one: Moving) => boolean {
  const left = new Set<string>();
  return ({ item, source, target }) => {
    if (!item.apart) return false;
    const comes = isKeptAt(target.type) && left.has(target.id);
    left.add(source.id);
    return comes;
  };
}

/** Goods at a place where they may not be. */
export type ClashAt = Clash & { location_id: string; location: string };

export const refusalOf = ({ location_id, location, ...clash }: ClashAt): Refusal =>
  segregationRefusal(`${location} keeps`, clash, { location_id, location });

/** Where they may not be. */
export async function clashesOf(
  tx: TenantTransaction,
  brought: readonly BroughtApart[],
  moveIds: readonly string[] = [],
): Promise<ClashAt[]> {
  if (brought.length === 0) return [];
  const ids = brought.map(({ location_id: id }) => id);
  await enterSpace(tx, ids);
  const found = await hazardsAt(tx, ids, moveIds);
  return found.flatMap(({ location_id, code, classes }) => {
    const goods = brought.filter((one) => one.location_id === location_id).map(({ apart }) => apart);
    const clash = clashAmong(goods, classes);
    return clash ? [{ ...clash, location_id, location: code }] : [];
  });
}
