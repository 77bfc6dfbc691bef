/** Commands that call stores or arrange for that. */
import { lookedBys } from '../../domain/channels/gap-search.ts';
import { connectionStatuses } from '../../domain/integration/event-states.ts';
import { defineCommand } from '../engine/define-command.ts';
import {
  choice,
  described,
  flag,
  instant,
  integer,
  list,
  listOf,
  object,
  optional,
  text,
  uuid,
} from '../schema.ts';

const connection = { connection_id: uuid() };
const count = () => integer({ min: 0, max: 1e9 });
const queued = () =>
  object({
    ...connection,
    queued: described(count(), 'SKUs that changed and are queued by this request.'),
    unchanged: described(count(), 'SKUs for which nothing new was queued.'),
    pending: described(
      count(),
      'SKUs that the store has not been told yet as they are now, the queued included.',
    ),
    unmapped: count(),
  });

export const channelCommands = {
  testConnection: defineCommand({
    name: 'channels.test_connection',
    runs: 'integration',
    summary: 'Tests a connection and reports the result of each step.',
    input: object(connection),
    result: object({
      ...connection,
      status: choice(...connectionStatuses),
      ok: flag(),
      steps: listOf(object({ step: text(), ok: flag(), message: text(500) })),
    }),
  }),
  syncInventory: defineCommand({
    name: 'channels.sync_inventory',
    runs: 'integration',
    summary: 'Queues changes in available-to-promise for a store.',
    input: object(connection),
    result: queued(),
  }),
  syncProducts: defineCommand({
    name: 'channels.sync_products',
    runs: 'integration',
    summary: 'Queues product changes for a store.',
    input: object({ ...connection, product_ids: optional(list(uuid(), { min: 1, max: 1_000 })) }),
    result: queued(),
  }),
  findGaps: defineCommand({
    name: 'channels.find_gaps',
    runs: 'integration',
    summary: "Searches a window of a store's orders for those that never arrived, and fetches them.",
    input: object({
      ...connection,
      since: instant(),
      until: instant(),
      looked_by: choice(...lookedBys),
      is_scheduled: flag(),
    }),
    result: object({ id: uuid() }),
  }),
};
