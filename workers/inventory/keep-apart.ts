/**
 * Keeps dangerous goods apart where goods are kept. Whoever brings some takes the places' rows of `location_space`, after
 * balances: of two who bring what is kept apart, the second sees what the first brought. It is thrown, so that of a group
 * each is judged by itself.
 */
import { hazardsAt } from '../../db/moves/hazards.read.ts';
import { enterSpace } from '../../db/moves/location-space.write.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { clashAmong, segregationRefusal, type Apart } from '../../domain/inventory/hazard-segregation.ts';

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
  if (brought.length === 0) return;
  const ids = brought.map(({ location_id: id }) => id);
  await enterSpace(tx, ids);
  for (const { location_id, code, classes } of await hazardsAt(tx, ids, moveIds)) {
    const goods = brought.filter((one) => one.location_id === location_id).map(({ apart }) => apart);
    const clash = clashAmong(goods, classes);
    if (clash) throw segregationRefusal(`${code} keeps`, clash, { location_id, location: code });
  }
}
