/**
 * Creates a count task. It locks its locations (409 LOCATION_LOCKED when one is already being counted) and plans a line
 * for everything there, unless `lock` says that it does so when somebody stands there, or counts beside the work.
 */
import { assertReference, knownIds } from '../../db/records.read.ts';
import { knownLocations } from '../../db/counting/counts.read.ts';
import { countLocationsMax, locationsOfItems } from '../../db/counting/counts.write.ts';
import { openCount } from '../../db/counting/open-count.write.ts';
import { assertAllFound, invalid } from '../../domain/refusal.ts';
import type { countCommands } from '../../queues/counting/counts.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';

export const createCountTask: Handler<typeof countCommands.createCountTask> = async (work, input) => {
  assertOperator(work);
  const { tx } = work;
  const { warehouse_id: warehouseId, item_ids: itemIds, lock = 'creation', ...about } = input;
  await assertReference(tx, 'warehouses', warehouseId, 'warehouse_id');
  if (about.assignee_id) await assertReference(tx, 'members', about.assignee_id, 'assignee_id');
  const locationIds = itemIds
    ? await locationsOf(work, warehouseId, itemIds)
    : await known(work, warehouseId, input.location_ids ?? []);
  const count = { kind: 'manual', lock, warehouse_id: warehouseId, item_ids: itemIds } as const;
  return { id: await openCount(work, { ...about, ...count, location_ids: locationIds }) };
};

async function known({ tx }: Work, warehouseId: string, locationIds: string[]): Promise<string[]> {
  const found = await knownLocations(tx, warehouseId, locationIds);
  assertAllFound('location_ids', locationIds, found, 'location of that warehouse');
  return [...new Set(locationIds)];
}

async function locationsOf({ tx }: Work, warehouseId: string, itemIds: string[]): Promise<string[]> {
  assertAllFound('item_ids', itemIds, await knownIds(tx, 'items', itemIds), 'item');
  const locationIds = await locationsOfItems(tx, warehouseId, itemIds);
  if (locationIds.length === 0)
    throw invalid('item_ids', 'no_stock', 'none of item_ids is in stock in that warehouse');
  if (locationIds.length > countLocationsMax) {
    throw invalid(
      'item_ids',
      'too_many_locations',
      `item_ids are at more than ${countLocationsMax} locations; count by location_ids`,
    );
  }
  return locationIds;
}
