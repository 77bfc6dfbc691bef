/**
 * Searches stores for orders that never arrived. Every worker process runs this, woken by the command that started a
 * search: a search is claimed, the store is called outside of any transaction, one request at a time, and each answer
 * is recorded before the next request. A missing order is processed as its webhook would have been, under the same key,
 * so a late webhook and a fetched order are one.
 */
import type { Logger } from 'pino';
import {
  claimSearches,
  ordersToFetch,
  recordFetched,
  recordPage,
  restSearch,
  type ClaimedSearch,
  type SearchRest,
} from '../../db/channels/gap-searches.write.ts';
import type { Database } from '../../db/database.ts';
import { keepFirsts, keepRepeats } from '../../db/integration/inbox.write.ts';
import { newId } from '../../domain/new-id.ts';
import type { KeyRing } from '../../domain/secrets/platform-keys.ts';
import { integrationCommands } from '../../queues/integration/commands.ts';
import type { Producer } from '../../queues/engine/producer.ts';
import type { WakeHearer } from '../../queues/engine/wakes.ts';
import type { Send } from '../outside/outbound-http.ts';
import { claimTerm, recorded } from '../outside/recorded.ts';
import { woken } from '../engine/woken.ts';
import { listOrderIds, readOrder } from './storefront-orders.ts';
import type { Store, StoreFault } from './storefront.ts';
import { storeOf } from './store-of.ts';

export interface SearchParts {
  database: Database;
  producer: Producer;
  keys: KeyRing;
  send: Send;
  wakes: WakeHearer;
  log: Logger;
}

const topic = 'orders/create';
const searchesAtOnce = { limit: 4, ofOneMax: 2 };
const timeoutMs = 10_000;
// A turn ends after this many requests; the claim outlasts all of them.
const requestsPerTurn = 20;
const claimSeconds = (requestsPerTurn * timeoutMs) / 1000 + 60;
const afterFaultMs = 1_000;
const pagesMax = 200;
const triesMax = 6;

export function startGapSearches(parts: SearchParts): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  const work = async (search: ClaimedSearch): Promise<void> => {
    const term = claimTerm(claimSeconds, stopping.signal);
    const rest = await takeTurn(parts, search, isStopping).catch((fault: unknown) => {
      parts.log.warn({ err: fault, search_id: search.id }, 'a turn of a search broke off and will go on');
      return { ...goOn, next_try_ms: afterFaultMs, attempts: search.attempts };
    });
    await recorded(() => restSearch(parts.database, search, rest), term);
    if (rest.status === 'running') searching.wakeIn(rest.next_try_ms);
  };
  const searching = woken(
    async () => {
      if (isStopping()) return 'done';
      const claimed = await claimSearches(parts.database, searchesAtOnce, claimSeconds);
      await Promise.all(claimed.map(work));
      return claimed.length > 0 ? 'again' : 'done';
    },
    (fault) => parts.log.warn({ err: fault }, 'stores could not be asked for missing orders and will be'),
  );
  parts.wakes.on('gap_searches', searching.wake);
  return {
    stop: () => {
      stopping.abort();
      return searching.stop();
    },
  };
}

const goOn: SearchRest = { status: 'running', next_try_ms: 0, error: null, attempts: 0, is_pause: false };
const failed = (error: string): SearchRest => ({ ...goOn, status: 'failed', error });

async function takeTurn(
  parts: SearchParts,
  search: ClaimedSearch,
  isStopping: () => boolean,
): Promise<SearchRest> {
  const store = storeOf(parts.keys, search.organization_id, search.connection_id, search);
  if (typeof store === 'string') return failed(store);
  const state = { ...search };
  for (let requests = 0; requests < requestsPerTurn && !isStopping(); requests += 1) {
    const rest = state.is_listed ? await fetchNext(parts, state, store) : await listNext(parts, state, store);
    if (rest) return rest;
    state.attempts = 0;
  }
  return goOn;
}

/** Requests a page of the list. Returns only what ends the turn. */
async function listNext(
  { database, send }: SearchParts,
  search: ClaimedSearch,
  store: Store,
): Promise<SearchRest | undefined> {
  if (search.pages >= pagesMax)
    return failed(`The window has more than ${pagesMax} pages of orders; look through a shorter one.`);
  const page = await listOrderIds(send, store, { ...search, cursor: search.page_cursor }, timeoutMs);
  if (page.kind !== 'page') return restAfter(search, page);
  if (!(await recordPage(database, search, { ...page, topic }))) return goOn;
  search.pages += 1;
  search.page_cursor = page.next;
  search.is_listed = page.next === null;
  return undefined;
}

async function fetchNext(
  parts: SearchParts,
  search: ClaimedSearch,
  store: Store,
): Promise<SearchRest | undefined> {
  const { database, send } = parts;
  const [id] = await ordersToFetch(database, search, 1);
  if (id === undefined) return { ...goOn, status: 'done' };
  const found = await readOrder(send, store, id, timeoutMs);
  if (found.kind === 'gone' || found.kind === 'unreadable') {
    await recordFetched(database, search, id, found.kind, null);
    return undefined;
  }
  if (found.kind !== 'order') return restAfter(search, found);
  const { event_id: eventId, duplicate } = await take(parts, search, id, found.text);
  await recordFetched(database, search, id, duplicate ? 'came_meanwhile' : 'fetched', eventId);
  return undefined;
}

/** Processes an order like a webhook: stored with the command that processes it, then dispatched. */
async function take(
  { database, producer }: SearchParts,
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

/**
 * When rate-limited, the connection pauses for as long as the store says; other failures are retried with growing
 * delays.
 */
function restAfter({ attempts: before }: ClaimedSearch, fault: StoreFault): SearchRest {
  if (fault.kind === 'too_much') {
    const error = `The store is asked too much; again in ${fault.retryMs} ms.`;
    return { ...goOn, next_try_ms: fault.retryMs, error, attempts: before, is_pause: true };
  }
  const attempts = before + 1;
  if (fault.kind === 'denied' || attempts >= triesMax) return failed(fault.error);
  return { ...goOn, next_try_ms: 5_000 * 3 ** before, error: fault.error, attempts };
}
