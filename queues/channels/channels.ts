/** Commands that call stores or arrange for that. */
import { lookedBys } from '../../domain/channels/gap-search.ts';
import { connectionStatuses } from '../../domain/integration/event-states.ts';
import { defineCommand } from '../engine/define-command.ts';
import * as s from '../schema.ts';

const connection = { connection_id: s.uuid() };
const count = () => s.integer({ min: 0, max: 1e9 });
const queued = () =>
  s.object({
    ...connection,
    queued: s.described(count(), 'SKUs that changed and are queued by this request.'),
    unchanged: s.described(count(), 'SKUs for which nothing new was queued.'),
    pending: s.described(
      count(),
      'SKUs that the store has not been told yet as they are now, the queued included.',
    ),
    unmapped: count(),
  });

const push = { push_id: s.uuid(), reason: s.text(500) };
const id = s.object({ id: s.uuid() });
const place = { location_id: s.uuid() };
const storeLocation = () =>
  s.described(s.text(200), "The store's own id of the place; warehouses with the same one fill it together.");

export const channelCommands = {
  testConnection: defineCommand({
    name: 'channels.test_connection',
    runs: 'integration',
    summary: 'Tests a connection and reports the result of each step.',
    input: s.object(connection),
    result: s.object({
      ...connection,
      status: s.choice(...connectionStatuses),
      ok: s.flag(),
      steps: s.listOf(s.object({ step: s.text(), ok: s.flag(), message: s.text(500) })),
    }),
  }),
  syncInventory: defineCommand({
    name: 'channels.sync_inventory',
    runs: 'integration',
    summary: 'Queues changes in available-to-promise for a store.',
    input: s.object(connection),
    result: queued(),
  }),
  syncProducts: defineCommand({
    name: 'channels.sync_products',
    runs: 'integration',
    summary: 'Queues product changes for a store.',
    input: s.object({ ...connection, product_ids: s.optional(s.list(s.uuid(), { min: 1, max: 1_000 })) }),
    result: queued(),
  }),
  createLocation: defineCommand({
    name: 'channels.create_location',
    runs: 'inline',
    summary: "Says which of a store's places a warehouse fills; its levels are then told by place.",
    input: s.object({ ...connection, warehouse_id: s.uuid(), store_location: storeLocation() }),
    result: id,
  }),
  updateLocation: defineCommand({
    name: 'channels.update_location',
    runs: 'inline',
    summary: 'Changes which place a warehouse fills.',
    input: s.object({ ...place, store_location: storeLocation() }),
    result: id,
  }),
  deleteLocation: defineCommand({
    name: 'channels.delete_location',
    runs: 'inline',
    summary: 'Takes a warehouse from the places of a store: a place without any has nothing to sell.',
    input: s.object(place),
    result: s.object({ id: s.uuid(), deleted: s.flag() }),
  }),
  retryPush: defineCommand({
    name: 'channels.retry_push',
    runs: 'inline',
    summary: 'Has a store told again at once, after its refusal was mended or where it shows something else.',
    input: s.object(push),
    result: id,
  }),
  giveUpPush: defineCommand({
    name: 'channels.give_up_push',
    runs: 'inline',
    summary: 'Has a store not told what it refuses; a newer quantity is told again.',
    input: s.object(push),
    result: id,
  }),
  findGaps: defineCommand({
    name: 'channels.find_gaps',
    runs: 'integration',
    summary: "Searches a window of a store's orders for those that never arrived, and fetches them.",
    input: s.object({
      ...connection,
      since: s.instant(),
      until: s.instant(),
      looked_by: s.choice(...lookedBys),
      is_scheduled: s.flag(),
    }),
    result: s.object({ id: s.uuid() }),
  }),
};
