/** Client for the storefront's API. Whatever it answers is an outcome, and the caller decides what follows. */
import type { Failure, Outcome } from '../outside/define-call.ts';
import { OutboundFault, type OutboundAnswer, type Send } from '../outside/outbound-http.ts';
import { retryAfterMs } from '../outside/retry-after.ts';

export interface Store {
  api_url: string;
  access_token: string;
}

/** What the store says of what it took. */
export type Says = Record<string, unknown> | null;

/** Why the store did not do or return what was asked; with its status, where it answered. */
export type StoreFault = Failure<never> & { status?: number };

const retryAfterMsDefault = 2_000;

export async function readShop(
  send: Send,
  store: Store,
  timeoutMs: number,
): Promise<{ kind: 'ok' } | StoreFault> {
  return taken(await speak(send, store, { method: 'GET', path: 'shop.json', timeoutMs }));
}

/** Sets the quantity the store may sell of a SKU, with its version. */
export async function putInventory(
  send: Send,
  store: Store,
  sku: string,
  body: object,
  timeoutMs: number,
): Promise<Outcome<Says>> {
  const path = `inventory/${encodeURIComponent(sku)}.json`;
  return taken(await speak(send, store, { method: 'PUT', path, body, timeoutMs }));
}

export async function putProduct(
  send: Send,
  store: Store,
  sku: string,
  body: object,
  timeoutMs: number,
): Promise<Outcome<Says>> {
  const path = `products/${encodeURIComponent(sku)}.json`;
  return taken(await speak(send, store, { method: 'PUT', path, body, timeoutMs }));
}

export interface Asked {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: object;
  answerBytesMax?: number;
  timeoutMs: number;
}

export type Spoken = { kind: 'ok'; answer: OutboundAnswer } | StoreFault;

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
    if (fault instanceof OutboundFault)
      return { kind: fault.isUnsent ? 'unsent' : 'unknown', error: `${fault.code}: ${fault.message}` };
    throw fault;
  }
}

function judge(answer: OutboundAnswer): Spoken {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return { kind: 'ok', answer };
  if (status === 429) {
    const waitMs = retryAfterMs(headers['retry-after']) ?? retryAfterMsDefault;
    return { kind: 'refused', status, error: `The store is asked too much; again in ${waitMs} ms.`, waitMs };
  }
  return { kind: status >= 500 ? 'unknown' : 'refused', status, error: `The store answered ${status}.` };
}

/** Whether the store does not know us, or not any more. */
export const isDenied = ({ status }: StoreFault): boolean => status === 401 || status === 403;

function taken(spoken: Spoken): { kind: 'ok'; answer: Says } | StoreFault {
  return spoken.kind === 'ok' ? { kind: 'ok', answer: asObject(spoken.answer.body) } : spoken;
}

// NUL and lone surrogates, as JSON text spells them: no column can store them.
const unstorable = /\\u(0000|d[89a-f])/i;

/** What the store says, where that is an object we can store. */
export function asObject(text: string): Says {
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
