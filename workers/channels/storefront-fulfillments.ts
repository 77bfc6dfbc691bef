/**
 * What a storefront is told of its orders: that a shipment left, that an order was cancelled. Shipments are told apart
 * by our shipment number, which goes as the fulfillment's `reference`.
 */
import type { OrderPushKind } from '../../domain/channels/push-kinds.ts';
import { idText, parseExactly } from '../../domain/integration/exact-json.ts';
import type { Outcome } from '../outside/define-call.ts';
import type { Send } from '../outside/outbound-http.ts';
import { asObject, type Spoken } from '../outside/spoken.ts';
import { readShop, speak, type Asked, type Says, type Store } from './storefront.ts';

export interface OrderNews {
  kind: OrderPushKind;
  external_order_id: string;
  wanted: Record<string, unknown>;
}

const timeoutMs = 10_000;
const answerBytesMax = 1024 * 1024;

/** Tells it, and returns what the store says of it. */
export async function tellOfOrder(send: Send, store: Store, news: OrderNews): Promise<Outcome<Says>> {
  const { kind, wanted } = news;
  const isShipment = kind === 'shipment';
  const spoken = await speak(send, store, {
    ...at(news, isShipment ? '/fulfillments.json' : '/cancel.json'),
    method: 'POST',
    body: isShipment
      ? fulfillmentOf(wanted)
      : { reference: wanted['order_no'], cancelled_at: wanted['cancelled_at'] },
  });
  if (await isGone(send, store, news, spoken)) return gone;
  if (spoken.kind !== 'ok') return spoken;
  const said = readObject(spoken.answer.body);
  return { kind: 'ok', answer: isShipment ? saysOf(said?.['fulfillment']) : { cancelled: true } };
}

/** Asks whether the store knows it already. */
export async function askOfOrder(
  send: Send,
  store: Store,
  news: OrderNews,
): Promise<Outcome<Says> | 'absent'> {
  const isShipment = news.kind === 'shipment';
  const spoken = await speak(send, store, {
    ...at(news, isShipment ? '/fulfillments.json' : '.json'),
    method: 'GET',
  });
  if (await isGone(send, store, news, spoken)) return gone;
  // That it could not be asked says nothing of what it was told before.
  if (spoken.kind !== 'ok') return { ...spoken, kind: 'unsent' };
  const said = readObject(spoken.answer.body);
  if (isShipment) {
    const list = said?.['fulfillments'];
    if (!Array.isArray(list)) return unreadable;
    const known = list.find((one) => isOurs(one as Says, news));
    return known === undefined ? 'absent' : { kind: 'ok', answer: saysOf(known) };
  }
  const order = said?.['order'] as Says | undefined;
  if (typeof order !== 'object' || order === null) return unreadable;
  return order['cancelled_at'] ? { kind: 'ok', answer: { cancelled: true } } : 'absent';
}

const at = ({ external_order_id: id }: OrderNews, rest: string): Omit<Asked, 'method'> => ({
  path: `orders/${encodeURIComponent(id)}${rest}`,
  answerBytesMax,
  timeoutMs,
});

function fulfillmentOf(wanted: Record<string, unknown>): object {
  const lines = wanted['lines'] as readonly { sku: string; qty: number }[];
  return {
    fulfillment: {
      reference: wanted['shipment_no'],
      tracking_number: wanted['tracking_no'],
      tracking_company: wanted['carrier_code'],
      service: wanted['service_code'],
      shipped_at: wanted['shipped_at'],
      line_items: lines.map(({ sku, qty }) => ({ sku, quantity: qty })),
    },
  };
}

const gone: Outcome<Says> = { kind: 'ok', answer: { gone: true } };
// Nothing was told by it.
const unreadable: Outcome<Says> = {
  kind: 'unsent',
  error: 'The store answered something that does not say what it knows of the order.',
};

/**
 * Whether the store no longer has the order, which ends it: nobody else is to be told. A store that answers "not found"
 * to everything may have moved, and one that has the order may only lack this of its API.
 */
async function isGone(send: Send, store: Store, news: OrderNews, spoken: Spoken): Promise<boolean> {
  if (!isNotFound(spoken)) return false;
  const order = await speak(send, store, { ...at(news, '.json'), method: 'GET' });
  return isNotFound(order) && (await readShop(send, store, timeoutMs)).kind === 'ok';
}

const isNotFound = (spoken: Spoken): boolean =>
  'status' in spoken && (spoken.status === 404 || spoken.status === 410);

/** One that a person entered at the store has no reference of ours, but may have its tracking number. */
function isOurs(fulfillment: Says, { wanted }: OrderNews): boolean {
  const { reference, tracking_number: tracking, status } = fulfillment ?? {};
  if (status === 'cancelled') return false;
  if (typeof reference === 'string') return reference === wanted['shipment_no'];
  return typeof tracking === 'string' && tracking !== '' && tracking === wanted['tracking_no'];
}

/** What we keep of a fulfillment. */
function saysOf(fulfillment: unknown): Says {
  const { id, tracking_number: tracking } = (fulfillment as Says) ?? {};
  return {
    fulfillment_id: idText(id) ?? null,
    tracking_no: typeof tracking === 'string' ? tracking.slice(0, 200) : null,
  };
}

/** An answer that we can store, with its ids exact; undefined for anything else. */
function readObject(text: string): Record<string, unknown> | undefined {
  return asObject(text) === null ? undefined : (parseExactly(text) as Record<string, unknown>);
}
