/** Client for the storefront's API. Its answer is one of four results, and the caller decides what follows. */
import { OutboundFault, type OutboundAnswer, type Send } from '../outside/outbound-http.ts';
import { retryAfterMs } from '../outside/retry-after.ts';

export interface Store {
  api_url: string;
  access_token: string;
}

/** Why the store did not do or return what was asked. */
export type StoreFault =
  | { kind: 'too_much'; retryMs: number }
  | { kind: 'denied'; error: string }
  | { kind: 'failed'; error: string; status?: number };

export type StoreAnswer = { kind: 'taken'; says: Record<string, unknown> | null } | StoreFault;

const retryAfterMsDefault = 2_000;

export async function readShop(send: Send, store: Store, timeoutMs: number): Promise<StoreAnswer> {
  return taken(await speak(send, store, { method: 'GET', path: 'shop.json', timeoutMs }));
}

/** Sets the quantity the store may sell of a SKU, with its version. */
export async function putInventory(
  send: Send,
  store: Store,
  sku: string,
  body: object,
  timeoutMs: number,
): Promise<StoreAnswer> {
  const path = `inventory/${encodeURIComponent(sku)}.json`;
  return taken(await speak(send, store, { method: 'PUT', path, body, timeoutMs }));
}

export async function putProduct(
  send: Send,
  store: Store,
  sku: string,
  body: object,
  timeoutMs: number,
): Promise<StoreAnswer> {
  const path = `products/${encodeURIComponent(sku)}.json`;
  return taken(await speak(send, store, { method: 'PUT', path, body, timeoutMs }));
}

export interface Asked {
  method: 'GET' | 'PUT';
  path: string;
  body?: object;
  answerBytesMax?: number;
  timeoutMs: number;
}

export type Spoken = { kind: 'answered'; answer: OutboundAnswer } | StoreFault;

/** Calls the store only below its own address: its credentials go to no other host it may name. */
export async function speak(
  send: Send,
  { api_url: base, access_token: token }: Store,
  { path, body, ...asked }: Asked,
): Promise<Spoken> {
  try {
    const answer = await send({
      ...asked,
      url: `${base.replace(/\/+$/, '')}/${path}`,
      headers: {
        accept: 'application/json',
        'x-storefront-access-token': token,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return judge(answer);
  } catch (fault) {
    if (fault instanceof OutboundFault) return { kind: 'failed', error: `${fault.code}: ${fault.message}` };
    throw fault;
  }
}

function judge(answer: OutboundAnswer): Spoken {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return { kind: 'answered', answer };
  if (status === 429)
    return { kind: 'too_much', retryMs: retryAfterMs(headers['retry-after']) ?? retryAfterMsDefault };
  const error = `The store answered ${status}.`;
  return status === 401 || status === 403 ? { kind: 'denied', error } : { kind: 'failed', error, status };
}

function taken(spoken: Spoken): StoreAnswer {
  return spoken.kind === 'answered' ? { kind: 'taken', says: asObject(spoken.answer.body) } : spoken;
}

// NUL and lone surrogates, as JSON text spells them: no column can store them.
const unstorable = /\\u(0000|d[89a-f])/i;

/** What the store says, where that is an object we can store. */
function asObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      !unstorable.test(JSON.stringify(value))
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
