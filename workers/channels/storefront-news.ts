/**
 * What a storefront is told of its orders: that a shipment left, later that it has another tracking number, that an order
 * or a part of it was cancelled, that goods came back. Each has a `reference` of ours, by which the store is asked for
 * it: the number of the shipment or the order, and for what came back the id of its disposition, or of the return's line
 * if nobody inspects it.
 */
import { isDeepStrictEqual } from 'node:util';
import type { OtherShipment } from '../../db/channels/other-shipments.read.ts';
import type { OrderPushKind, PushKind } from '../../domain/channels/push-kinds.ts';
import { idText, parseExactly } from '../../domain/integration/exact-json.ts';
import type { Outcome } from '../outside/define-call.ts';
import type { Send } from '../outside/outbound-http.ts';
import { asObject, type Spoken } from '../outside/spoken.ts';
import {
  fulfillmentOf,
  fulfillmentSays,
  isOurFulfillment,
  isTrackedOtherwise,
  trackingOf,
} from './fulfillments.ts';
import { nextCursor } from './storefront-orders.ts';
import { readShop, speak, type Asked, type Says, type Store } from './storefront.ts';

type Facts = Record<string, unknown>;
interface SoldLine {
  sku: string;
  qty: number;
}

export interface OrderNews {
  kind: OrderPushKind;
  external_order_id: string;
  wanted: Facts;
  /** What the store said when it was told before. */
  said?: Says;
  /** It was to be told with other tracking numbers before. */
  isNewer?: boolean;
  /** The store was told nothing of it yet, nor may it have been. */
  isFirst?: boolean;
  /** What else left of its order. */
  others?: readonly OtherShipment[];
}

/** How news of a kind is told, and asked for. */
interface Way {
  tellAt: string;
  body(wanted: Facts): object;
  askAt: string;
  /** What the store says of it when it was told. */
  taken(said: Facts | undefined): Says;
  /** What it says of it when it is asked; undefined when that cannot be read. */
  known(said: Facts | undefined, news: OrderNews): Says | 'absent' | undefined;
}

const timeoutMs = 10_000;
const answerBytesMax = 1024 * 1024;

const ways: Readonly<Record<OrderPushKind, Way>> = {
  shipment: {
    tellAt: '/fulfillments.json',
    body: fulfillmentOf,
    askAt: '/fulfillments.json',
    taken: (said) => fulfillmentSays(said?.['fulfillment']),
    known: (said, news) =>
      among(said?.['fulfillments'], (one) => isOurFulfillment(one, news), fulfillmentSays),
  },
  cancellation: {
    tellAt: '/cancel.json',
    body: ({ order_no, cancelled_at }) => ({ reference: order_no, cancelled_at }),
    askAt: '.json',
    taken: () => ({ cancelled: true }),
    known: (said) => {
      const order = said?.['order'] as Says | undefined;
      if (typeof order !== 'object' || order === null) return undefined;
      return order['cancelled_at'] ? { cancelled: true } : 'absent';
    },
  },
  return: {
    tellAt: '/refunds.json',
    body: refundOf,
    askAt: '/refunds.json',
    taken: (said) => refundSays(said?.['refund']),
    known: (said, { wanted }) =>
      among(said?.['refunds'], (one) => one['reference'] === wanted['reference'], refundUnits),
  },
};

/** The rest has left, so its order stands there: these units are paid back, and none of them is on its way back. */
const partCancelled: Way = {
  ...ways.return,
  body: ({ order_no: reference, cancelled_at: decided_at, lines }) => ({
    refund: {
      reference,
      reason: 'cancelled',
      refund_percent: 100,
      restocking_fee: 0,
      decided_at,
      refund_line_items: (lines as readonly SoldLine[]).map(({ sku, qty }) => ({
        sku,
        quantity: qty,
        restock_quantity: 0,
      })),
    },
  }),
  known: (said, { wanted }) =>
    among(
      said?.['refunds'],
      (one) =>
        one['reference'] === wanted['order_no'] || isByHand(one, wanted['lines'] as readonly SoldLine[]),
      refundSays,
    ),
};

/** Whether a person paid these very units back at the store. */
function isByHand({ reference, refund_line_items: refunded }: Facts, lines: readonly SoldLine[]): boolean {
  if (typeof reference === 'string' || !Array.isArray(refunded)) return false;
  const units = (each: readonly Facts[]): string[] =>
    each.map((one) => `${String(one?.['quantity'])} ${String(one?.['sku'])}`).toSorted();
  const wanted = lines.map(({ sku, qty: quantity }) => ({ sku, quantity }));
  return isDeepStrictEqual(units(refunded as readonly Facts[]), units(wanted));
}

const isOfPart = ({ kind, wanted }: { kind: PushKind; wanted: Facts }): boolean =>
  kind === 'cancellation' && Boolean(wanted['lines']);

/**
 * Of what left, and of a part that was cancelled, the store is asked before it is told at all: a person, or who ran the
 * warehouse before, may have entered it there.
 */
export const isAskedFirst = (news: { kind: PushKind; wanted: Facts }): boolean =>
  news.kind === 'shipment' || isOfPart(news);

const wayOf = (news: OrderNews): Way => (isOfPart(news) ? partCancelled : ways[news.kind]);

/** Tells it, and returns what the store says of it. Units whose count was taken back are nothing to be told of. */
export async function tellOfOrder(send: Send, store: Store, news: OrderNews): Promise<Outcome<Says>> {
  if (news.kind === 'return' && news.wanted['qty'] === 0) return { kind: 'ok', answer: null };
  const way = wayOf(news);
  const asked = { ...at(news, way.tellAt), method: 'POST', body: way.body(news.wanted) } as const;
  const spoken = await speak(send, store, asked);
  if (await isGone(send, store, news, spoken)) return gone;
  if (spoken.kind !== 'ok') return spoken;
  return { kind: 'ok', answer: way.taken(readObject(spoken.answer.body)) };
}

/** Asks whether the store knows it already; what it knows with former tracking numbers it is given the present ones of. */
export async function askOfOrder(
  send: Send,
  store: Store,
  news: OrderNews,
): Promise<Outcome<Says> | 'absent'> {
  const way = wayOf(news);
  const { spoken, known } = await askPages(send, store, news, way);
  if (await isGone(send, store, news, spoken)) return gone;
  // Whose API cannot say it is told all the same, once.
  if (news.isFirst && isAmong(spoken, [...notFound, ...notOffered]) && (await hasOrder(send, store, news)))
    return 'absent';
  // That it could not be asked says nothing of what it was told before.
  if (spoken.kind !== 'ok') return { ...spoken, kind: 'unsent' };
  if (known === undefined) return unreadable;
  if (known === 'absent') return known;
  const isFormer = news.isNewer && isTrackedOtherwise(known, news.wanted);
  return isFormer ? renumber(send, store, news, known) : { kind: 'ok', answer: known };
}

// More than an order has; whatever lists on may list without end.
const pagesMax = 5;

/** Asks page by page, where it lists so, until it knows it. What cannot be read, to its end, says nothing. */
async function askPages(
  send: Send,
  store: Store,
  news: OrderNews,
  way: Way,
): Promise<{ spoken: Spoken; known?: Says | 'absent' | undefined }> {
  let query = '';
  for (let page = 1; ; page += 1) {
    const spoken = await speak(send, store, { ...at(news, `${way.askAt}${query}`), method: 'GET' });
    if (spoken.kind !== 'ok') return { spoken };
    const known = way.known(readObject(spoken.answer.body), news);
    const next = nextCursor(spoken.answer.headers['link']);
    if (known !== 'absent' || next === null) return { spoken, known };
    if (next === undefined || page === pagesMax) return { spoken };
    query = `?page_info=${encodeURIComponent(next)}`;
  }
}

/** Gives a fulfillment that the store has its present numbers. One that cannot be changed there keeps what it has. */
async function renumber(send: Send, store: Store, news: OrderNews, known: Says): Promise<Outcome<Says>> {
  const kept: Outcome<Says> = { kind: 'ok', answer: { ...known, tracking_no: known?.['tracking_no'] ?? '' } };
  const id = known?.['fulfillment_id'];
  if (typeof id !== 'string') return kept;
  const body = { fulfillment: trackingOf(news.wanted) };
  const path = `/fulfillments/${encodeURIComponent(id)}.json`;
  const spoken = await speak(send, store, { ...at(news, path), method: 'PUT', body });
  if (spoken.kind === 'ok')
    return { kind: 'ok', answer: fulfillmentSays(readObject(spoken.answer.body)?.['fulfillment']) };
  if (!isAmong(spoken, [...notFound, ...notOffered])) return spoken;
  const isThere = await hasOrder(send, store, news);
  if (isThere === undefined) return spoken;
  return isThere ? kept : gone;
}

const at = ({ external_order_id: id }: OrderNews, rest: string): Omit<Asked, 'method'> => ({
  path: `orders/${encodeURIComponent(id)}${rest}`,
  answerBytesMax,
  timeoutMs,
});

function among(
  list: unknown,
  isOurs: (one: Facts) => boolean,
  says: (one: unknown) => Says,
): Says | 'absent' | undefined {
  if (!Array.isArray(list)) return undefined;
  const found = list.find((one: unknown) => typeof one === 'object' && one !== null && isOurs(one as Facts));
  return found === undefined ? 'absent' : says(found);
}

/** What was paid the store knows; the share of it and the fee for each unit are ours, from the inspection. */
function refundOf(wanted: Facts): object {
  const { reference, return_no, channel_return_no, reason, refund_percent, restocking_fee } = wanted;
  const restocking_fee_currency = wanted['restocking_fee_currency'];
  const line = { sku: wanted['sku'], quantity: wanted['qty'], restock_quantity: wanted['restock_qty'] };
  return {
    refund: {
      reference,
      return_no,
      channel_return_no,
      reason,
      refund_percent,
      restocking_fee,
      restocking_fee_currency,
      disposition: wanted['disposition'],
      decided_at: wanted['decided_at'],
      refund_line_items: [line],
    },
  };
}

const gone: Outcome<Says> = { kind: 'ok', answer: { gone: true } };
// Nothing was told by it.
const unreadable: Outcome<Says> = {
  kind: 'unsent',
  error: 'The store answered something that does not say what it knows of the order.',
};

/** Whether the store no longer has the order, which ends it: nobody else is to be told. */
const isGone = async (send: Send, store: Store, news: OrderNews, spoken: Spoken): Promise<boolean> =>
  isAmong(spoken, notFound) && (await hasOrder(send, store, news)) === false;

/**
 * Whether the store has the order, and only lacks something of its API; undefined: nobody knows. A store that answers
 * "not found" to everything may have moved.
 */
async function hasOrder(send: Send, store: Store, news: OrderNews): Promise<boolean | undefined> {
  const order = await speak(send, store, { ...at(news, '.json'), method: 'GET' });
  if (order.kind === 'ok') return true;
  const isLost = isAmong(order, notFound) && (await readShop(send, store, timeoutMs)).kind === 'ok';
  return isLost ? false : undefined;
}

const notFound = [404, 410];
const notOffered = [405, 501];
const isAmong = (spoken: Spoken, statuses: readonly number[]): boolean =>
  'status' in spoken && statuses.includes(spoken.status!);

/** What we keep of a refund. */
function refundSays(refund: unknown): Says {
  const { id } = (refund as Says) ?? {};
  return { refund_id: idText(id) ?? null };
}

/** The same of one it is asked for, with its units: they may have been counted otherwise when it was told. */
function refundUnits(refund: unknown): Says {
  const { refund_line_items: lines } = (refund as Says) ?? {};
  const line: unknown = Array.isArray(lines) && lines.length === 1 ? lines[0] : null;
  const { quantity: qty, restock_quantity: restock } = (line as Says) ?? {};
  const units = {
    ...(typeof qty === 'number' ? { qty } : {}),
    ...(typeof restock === 'number' ? { restock_qty: restock } : {}),
  };
  return { ...refundSays(refund), units };
}

/** What the store was told: of goods that came back as many as it says, if it does. */
export const toldOf = (kind: PushKind, wanted: Facts, says: Says): Facts =>
  kind === 'return' ? { ...wanted, ...(says?.['units'] as Facts | undefined) } : wanted;

/** An answer that we can store, with its ids exact; undefined for anything else, as for one that is nested without end. */
function readObject(text: string): Record<string, unknown> | undefined {
  if (asObject(text) === null) return undefined;
  try {
    return parseExactly(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
