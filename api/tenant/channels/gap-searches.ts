/** Orders a store has that never arrived: searches for them, and what was found. */
import { findGapSearch, listGapOrders, listGapSearches } from '../../../db/channels/gap-searches.read.ts';
import { gapOutcomes, gapSearchStatuses, lookedBys } from '../../../domain/channels/gap-search.ts';
import { channelCommands as commands } from '../../../queues/channels/channels.ts';
import * as s from '../../../queues/schema.ts';
import { create, list, query, type Endpoint } from '../../http/endpoint.ts';
import { byId, oneOf, pageOf } from '../../http/reads.ts';
import { shownAs } from '../../http/present.ts';
import { pagedQuery } from '../../http/query-fields.ts';

const count = () => s.integer({ min: 0, max: 1_000_000 });

const searchView = s.object({
  id: s.uuid(),
  connection_id: s.uuid(),
  merchant_id: s.uuid(),
  is_scheduled: s.described(s.flag(), 'Started by the schedule.'),
  looked_by: s.choice(...lookedBys),
  since: s.instant(),
  until: s.instant(),
  status: s.choice(...gapSearchStatuses),
  orders_seen: s.described(count(), 'Orders the store has in the window, as far as it was searched.'),
  orders_missing: s.described(count(), 'How many of those had never arrived.'),
  orders_fetched: s.described(count(), 'How many of those were fetched and went to the inbox.'),
  last_error: s.nullable(s.freeText()),
  created_at: s.instant(),
  ended_at: s.nullable(s.instant()),
});

const orderView = s.object({
  search_id: s.uuid(),
  connection_id: s.uuid(),
  external_id: s.freeText(),
  outcome: s.choice(...gapOutcomes),
  event_id: s.nullable(s.uuid()),
  found_at: s.instant(),
  ended_at: s.nullable(s.instant()),
});

const search = oneOf('gap search', findGapSearch, shownAs(searchView));

const path = '/api/integration/gap-searches';

export const gapSearchEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Searches for orders that never arrived, newest first',
    permission: 'integration.view',
    query: pagedQuery({ connection_id: s.uuid(), status: s.choice(...gapSearchStatuses) }),
    returns: searchView,
    run: pageOf(listGapSearches, shownAs(searchView)),
  }),
  create({
    path,
    summary: "Search a store's orders of a time window for those that never arrived, and fetch them",
    description:
      'A fetched order is processed like its webhook and counts as the same event, should the webhook still arrive. The search runs by itself every hour for each active connection that takes orders (sync_scopes empty, or with orders). One search per connection at a time.',
    permission: 'integration.manage',
    command: commands.findGaps,
    body: s.object({
      connection_id: s.uuid(),
      since: s.described(s.instant(), 'At most 31 days before until.'),
      until: s.optional(s.instant(), 'Now by default.'),
      looked_by: s.optional(
        s.choice(...lookedBys),
        "Which of an order's timestamps to search by; created by default.",
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
      search_id: s.uuid(),
      connection_id: s.uuid(),
      outcome: s.choice(...gapOutcomes),
      external_id: s.text(200),
    }),
    returns: orderView,
    run: pageOf(listGapOrders, shownAs(orderView)),
  }),
];
