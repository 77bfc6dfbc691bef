/**
 * Searches stores for orders that never arrived: calls to the outside that only read. Each asks for one page of the list
 * or one missing order, whose answer is recorded before the next. A missing order is processed as its webhook would have
 * been, under the same key, so a late webhook and a fetched order are one.
 */
import {
  claimSearches,
  recordFetched,
  recordPage,
  restSearch,
  type ClaimedSearch,
  type SearchRest,
} from '../../db/channels/gap-searches.write.ts';
import { keepFirsts, keepRepeats } from '../../db/integration/inbox.write.ts';
import { newId } from '../../domain/new-id.ts';
import type { NextTry } from '../../domain/outside/backoff.ts';
import { integrationCommands } from '../../queues/integration/commands.ts';
import { defineCall, type Call, type Failure, type Outcome, type Outward } from '../outside/define-call.ts';
import { isDenied } from '../outside/spoken.ts';
import { listOrderIds, readOrder, type FetchedOrder, type OrderPage } from './storefront-orders.ts';
import { storeOf } from './store-of.ts';

const topic = 'orders/create';
const timeoutMs = 10_000;
const pagesMax = 200;

type Found =
  | { what: 'page'; page: OrderPage }
  | { what: 'order'; id: string; order: FetchedOrder }
  /** No missing order is left to ask for. */
  | { what: 'all' };

export function startGapSearches(parts: Outward): Call {
  return defineCall<ClaimedSearch, Found>(
    {
      name: 'search for missing orders',
      farSide: 'deduplicates',
      wake: 'gap_searches',
      atOnce: 4,
      atOnceOfOne: 2,
      claimSeconds: 60,
      backoff: { delaysSeconds: [5, 15, 45, 135, 405] },
      claim: async (room, seconds) => {
        const claimed = await claimSearches(parts.database, room, seconds);
        return { claimed, isMore: claimed.length > 0 };
      },
      send: (search) => askNext(parts, search),
      settle: (search, outcome, next) =>
        outcome.kind === 'ok'
          ? record(parts, search, outcome.answer)
          : restSearch(parts.database, search, restAfter(outcome, next)),
    },
    parts,
  );
}

async function askNext({ keys, send }: Outward, search: ClaimedSearch): Promise<Outcome<Found>> {
  const store = storeOf(keys, search.organization_id, search.connection_id, search);
  if (typeof store === 'string') return { kind: 'unsent', error: store, isFinal: true };
  if (!search.is_listed) {
    if (search.pages >= pagesMax) {
      const error = `The window has more than ${pagesMax} pages of orders; look through a shorter one.`;
      return { kind: 'unsent', error, isFinal: true };
    }
    const listed = await listOrderIds(send, store, { ...search, cursor: search.page_cursor }, timeoutMs);
    return listed.kind === 'ok'
      ? { kind: 'ok', answer: { what: 'page', page: listed.answer } }
      : { ...listed, isFinal: isDenied(listed) };
  }
  const id = search.next_order;
  if (id === null) return { kind: 'ok', answer: { what: 'all' } };
  const read = await readOrder(send, store, id, timeoutMs);
  return read.kind === 'ok'
    ? { kind: 'ok', answer: { what: 'order', id, order: read.answer } }
    : { ...read, isFinal: isDenied(read) };
}

const goOn: SearchRest = { status: 'running', next_try_ms: 0, error: null, attempts: 0, is_pause: false };

async function record(parts: Outward, search: ClaimedSearch, found: Found): Promise<void> {
  const { database } = parts;
  if (found.what === 'page') return recordPage(database, search, { ...found.page, topic });
  if (found.what === 'all') return restSearch(database, search, { ...goOn, status: 'done' });
  const { id, order } = found;
  if (order.kind === 'order') {
    const { event_id: eventId, duplicate } = await take(parts, search, id, order.text);
    await recordFetched(database, search, id, duplicate ? 'came_meanwhile' : 'fetched', eventId);
  } else await recordFetched(database, search, id, order.kind, null);
  return restSearch(database, search, goOn);
}

/** Processes an order like a webhook: stored with the command that processes it, then dispatched. */
async function take(
  { database, producer }: Outward,
  { organization_id, connection_id, merchant_id, connector, store_domain, id: searchId }: ClaimedSearch,
  externalId: string,
  text: string,
): Promise<{ event_id: string; duplicate: boolean }> {
  const webhook = {
    id: newId(),
    command_id: newId(),
    organization_id,
    connection_id,
    merchant_id,
    connector,
    topic,
    external_id: externalId,
    status: 'received' as const,
    reason: null,
    routed_by: 'gap_search' as const,
    shop_domain: store_domain ?? '',
    delivery_id: null,
    is_signed: false,
    raw_body: Buffer.from(text),
    request_id: searchId,
    ip: null,
  };
  const { name } = integrationCommands.processEvent;
  const isFirst = (await keepFirsts(database, [webhook], name)).has(webhook.id);
  if (!isFirst) {
    const first = (await keepRepeats(database, [webhook])).get(webhook.id)!;
    return { event_id: first, duplicate: true };
  }
  const { command_id, command_id: job_id } = webhook;
  await producer.dispatch([{ organization_id, command_id, name, queue: 'integration', job_id }]);
  return { event_id: webhook.id, duplicate: false };
}

/** When rate-limited, the whole connection pauses for as long as the store says. */
function restAfter({ error, waitMs }: Failure<Found>, { attempts, ms }: NextTry): SearchRest {
  if (ms === undefined) return { ...goOn, status: 'failed', error };
  return { ...goOn, next_try_ms: ms, error, attempts, is_pause: waitMs !== undefined };
}
