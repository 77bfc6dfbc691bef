/** Reads a storefront's orders: the ids in a window page by page, and single orders in full. */
import type { LookedBy } from '../../domain/channels/gap-search.ts';
import { idText, memberText, parseExactly } from '../../domain/integration/exact-json.ts';
import type { Send } from '../outside/outbound-http.ts';
import type { SpokenFault } from '../outside/spoken.ts';
import { speak, type Store } from './storefront.ts';

const ordersPerPage = 250;
// A store that lists more than requested is not trusted.
const idsPerPageMax = 1_000;
const pageBytesMax = 4 * 1024 * 1024;
// As much as a webhook may carry.
const orderBytesMax = 2 * 1024 * 1024;

export interface OrderWindow {
  looked_by: LookedBy;
  since: Date;
  until: Date;
  /** Where the list continues; null at its start. */
  cursor: string | null;
}

export interface OrderPage {
  ids: string[];
  /** Where the list continues; null at its end. */
  next: string | null;
}

/**
 * A page of a window: ids only, since most orders arrived long ago. Each missing order is fetched separately in full.
 */
export async function listOrderIds(
  send: Send,
  store: Store,
  { looked_by: by, since, until, cursor }: OrderWindow,
  timeoutMs: number,
): Promise<{ kind: 'ok'; answer: OrderPage } | SpokenFault> {
  const query = new URLSearchParams({
    fields: 'id',
    limit: String(ordersPerPage),
    // A cursor already stands for its window.
    ...(cursor === null
      ? {
          status: 'any',
          [`${by}_at_min`]: since.toISOString(),
          [`${by}_at_max`]: until.toISOString(),
        }
      : { page_info: cursor }),
  });
  const asked = {
    method: 'GET' as const,
    path: `orders.json?${query.toString()}`,
    answerBytesMax: pageBytesMax,
    timeoutMs,
  };
  const spoken = await speak(send, store, asked);
  if (spoken.kind !== 'ok') return spoken;
  const { body, headers } = spoken.answer;
  const ids = idsOf(body);
  if (!ids) return { kind: 'refused', error: 'The store answered something that is no list of orders.' };
  const next = nextCursor(headers['link']);
  // Taken for the end of the list, the orders behind it would never be looked for again.
  if (next === undefined)
    return { kind: 'refused', error: 'The store has a next page but names no page_info of it we can use.' };
  return { kind: 'ok', answer: { ids, next } };
}

function idsOf(text: string): string[] | undefined {
  let body: unknown;
  try {
    body = parseExactly(text);
  } catch {
    return undefined;
  }
  const orders = (body as { orders?: unknown } | null)?.orders;
  if (!Array.isArray(orders) || orders.length > idsPerPageMax) return undefined;
  const ids = orders.map((order) => idText((order as { id?: unknown } | null)?.id));
  return ids.every((id) => id !== undefined) ? [...new Set(ids)] : undefined;
}

const cursorCharactersMax = 1_000;

/**
 * The page_info of `<...>; rel="next"`: null where there is no next page, undefined where it has none. Nothing else of
 * that URL is used: we call the store we know.
 */
export function nextCursor(link: string | string[] | undefined): string | null | undefined {
  for (const [, url = '', parameters = ''] of String(link ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    const relations = /;\s*rel\s*=\s*"?([^";,]*)/i.exec(parameters)?.[1] ?? '';
    if (!relations.toLowerCase().split(/\s+/).includes('next')) continue;
    // It may be relative.
    const cursor = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]).get('page_info') ?? '';
    const isUsable = cursor !== '' && cursor.length <= cursorCharactersMax && !cursor.includes('\u0000');
    return isUsable ? cursor : undefined;
  }
  return null;
}

export type FetchedOrder = { kind: 'order'; text: string } | { kind: 'gone' } | { kind: 'unreadable' };

/**
 * One order as its webhook would have delivered it: the text of the order itself, every digit as the store wrote it.
 */
export async function readOrder(
  send: Send,
  store: Store,
  id: string,
  timeoutMs: number,
): Promise<{ kind: 'ok'; answer: FetchedOrder } | SpokenFault> {
  const spoken = await speak(send, store, {
    method: 'GET',
    path: `orders/${encodeURIComponent(id)}.json`,
    answerBytesMax: orderBytesMax,
    timeoutMs,
  });
  if ('status' in spoken && (spoken.status === 404 || spoken.status === 410))
    return { kind: 'ok', answer: { kind: 'gone' } };
  if (spoken.kind !== 'ok') return spoken;
  const text = memberText(spoken.answer.body, 'order');
  if (text === undefined || idText((parseExactly(text) as { id?: unknown } | null)?.id) !== id)
    return { kind: 'ok', answer: { kind: 'unreadable' } };
  return { kind: 'ok', answer: { kind: 'order', text } };
}
