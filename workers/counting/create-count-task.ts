/**
 * Creates a count task, locks its locations (409 LOCATION_LOCKED when one is already being counted) and plans a line
 * for everything there.
 */
import { assertReference, knownIds } from '../../db/records.read.ts';
import { knownLocations } from '../../db/counting/counts.read.ts';
import {
  enterLocationsAlone,
  insertCountTask,
  locationsOfItems,
  lockLocations,
  planCountLines,
} from '../../db/counting/counts.write.ts';
import { newId } from '../../domain/new-id.ts';
import { assertAllFound, invalid } from '../../domain/refusal.ts';
import type { countCommands } from '../../queues/counting/counts.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';

const locationsMax = 500;

export const createCountTask: Handler<typeof countCommands.createCountTask> = async (work, input) => {
  assertOperator(work);
  const { tx, actor, emit } = work;
  const {
    warehouse_id: warehouseId,
    item_ids: itemIds,
    is_blind: isBlind = true,
    assignee_id: assigneeId = null,
  } = input;
  await assertReference(tx, 'warehouses', warehouseId, 'warehouse_id');
  if (assigneeId) await assertReference(tx, 'members', assigneeId, 'assignee_id');
  const locationIds = itemIds
    ? await locationsOf(work, warehouseId, itemIds)
    : await known(work, warehouseId, input.location_ids ?? []);

  await enterLocationsAlone(tx, locationIds);

  const id = newId();
  const taskNo = await work.takeNumber('CNT');
  await insertCountTask(tx, {
    id,
    task_no: taskNo,
    warehouse_id: warehouseId,
    is_blind: isBlind,
    assignee_id: assigneeId,
    note: input.note ?? '',
    created_by: actor.name,
  });
  await lockLocations(tx, id, locationIds);
  await planCountLines(tx, id, itemIds);
  emit({ type: 'count_task.created', subject_type: 'count_task', subject_id: id, data: { task_no: taskNo } });
  emit({
    type: 'inventory.locked',
    subject_type: 'count_task',
    subject_id: id,
    data: { location_ids: locationIds },
  });
  return { id };
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
  if (locationIds.length > locationsMax) {
    throw invalid(
      'item_ids',
      'too_many_locations',
      `item_ids are at more than ${locationsMax} locations; count by location_ids`,
    );
  }
  return locationIds;
}
