/** Orders a store has that never arrived: searches for them, and what was found. */
import { findGapSearch, listGapOrders, listGapSearches } from '../../../db/channels/gap-searches.read.ts';
import { gapOutcomes, gapSearchStatuses, lookedBys } from '../../../domain/channels/gap-search.ts';
import { channelCommands as commands } from '../../../queues/channels/channels.ts';
import {
  choice,
  described,
  flag,
  freeText,
  instant,
  integer,
  nullable,
  object,
  optional,
  text,
  uuid,
} from '../../../queues/schema.ts';
import { command, list, query, type Endpoint } from '../../http/endpoint.ts';
import { byId, oneOf, pageOf } from '../../http/reads.ts';
import { shownAs } from '../../http/present.ts';
import { pagedQuery } from '../../http/query-fields.ts';

const count = () => integer({ min: 0, max: 1_000_000 });

const searchView = object({
  id: uuid(),
  connection_id: uuid(),
  merchant_id: uuid(),
  is_scheduled: described(flag(), 'Started by the schedule.'),
  looked_by: choice(...lookedBys),
  since: instant(),
  until: instant(),
  status: choice(...gapSearchStatuses),
  orders_seen: described(count(), 'Orders the store has in the window, as far as it was searched.'),
  orders_missing: described(count(), 'How many of those had never arrived.'),
  orders_fetched: described(count(), 'How many of those were fetched and went to the inbox.'),
  last_error: nullable(freeText()),
  created_at: instant(),
  ended_at: nullable(instant()),
});

const orderView = object({
  search_id: uuid(),
  connection_id: uuid(),
  external_id: freeText(),
  outcome: choice(...gapOutcomes),
  event_id: nullable(uuid()),
  found_at: instant(),
  ended_at: nullable(instant()),
});

const search = oneOf('gap search', findGapSearch, shownAs(searchView));

const path = '/api/integration/gap-searches';

export const gapSearchEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Searches for orders that never arrived, newest first',
    permission: 'integration.view',
    query: pagedQuery({ connection_id: uuid(), status: choice(...gapSearchStatuses) }),
    returns: searchView,
    run: pageOf(listGapSearches, shownAs(searchView)),
  }),
  command({
    method: 'POST',
    path,
    summary: "Search a store's orders of a time window for those that never arrived, and fetch them",
    description:
      'A fetched order is processed like its webhook and counts as the same event, should the webhook still arrive. The search runs by itself every hour for each active connection that takes orders (sync_scopes empty, or with orders). One search per connection at a time.',
    permission: 'integration.manage',
    command: commands.findGaps,
    body: object({
      connection_id: uuid(),
      since: described(instant(), 'At most 31 days before until.'),
      until: optional(described(instant(), 'Now by default.')),
      looked_by: optional(
        described(choice(...lookedBys), "Which of an order's timestamps to search by; created by default."),
      ),
    }),
    input: (_call, { until, looked_by, ...body }) => ({
      ...body,
      until: until ?? new Date().toISOString(),
      looked_by: looked_by ?? 'created',
      is_scheduled: false,
    }),
    respondWith: search,
    returns: searchView,
    status: 201,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One search for orders that never arrived',
    permission: 'integration.view',
    returns: searchView,
    run: byId(search),
  }),
  list({
    path: '/api/integration/gap-orders',
    summary: 'Orders that had never arrived, and what became of each',
    permission: 'integration.view',
    query: pagedQuery({
      search_id: uuid(),
      connection_id: uuid(),
      outcome: choice(...gapOutcomes),
      external_id: text(200),
    }),
    returns: orderView,
    run: pageOf(listGapOrders, shownAs(orderView)),
  }),
];
