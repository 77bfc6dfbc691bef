/** Client for the storefront's API. Whatever it answers is an outcome, and the caller decides what follows. */
import type { HeaderNames } from '../../domain/integration/header-names.ts';
import type { Outcome } from '../outside/define-call.ts';
import type { Send } from '../outside/outbound-http.ts';
import { asObject, speakTo, type Spoken, type SpokenFault } from '../outside/spoken.ts';

export interface Store {
  api_url: string;
  header_names: HeaderNames;
  access_token: string;
}

/** What the store says of what it took. */
export type Says = Record<string, unknown> | null;

export async function readShop(
  send: Send,
  store: Store,
  timeoutMs: number,
): Promise<{ kind: 'ok' } | SpokenFault> {
  return taken(await speak(send, store, { method: 'GET', path: 'shop.json', timeoutMs }));
}

/** Sets what the store says of a SKU: the quantity it may sell, with its version, or the product. */
export async function putOfSku(
  send: Send,
  store: Store,
  of: 'inventory' | 'products',
  sku: string,
  body: object,
  timeoutMs: number,
): Promise<Outcome<Says>> {
  const path = `${of}/${encodeURIComponent(sku)}.json`;
  return taken(await speak(send, store, { method: 'PUT', path, body, timeoutMs }));
}

export interface Asked {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: object;
  answerBytesMax?: number;
  timeoutMs: number;
}

/** Calls the store only below its own address: its credentials go to no other host it may name. */
export function speak(
  send: Send,
  { api_url: base, header_names: names, access_token: token }: Store,
  { path, body, ...asked }: Asked,
): Promise<Spoken> {
  const request = {
    ...asked,
    url: `${base.replace(/\/+$/, '')}/${path}`,
    headers: {
      accept: 'application/json',
      [`x-${names}-access-token`]: token,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  };
  return speakTo(send, request, 'The store');
}

function taken(spoken: Spoken): { kind: 'ok'; answer: Says } | SpokenFault {
  return spoken.kind === 'ok' ? { kind: 'ok', answer: asObject(spoken.answer.body) } : spoken;
}
