/**
 * A store as tests simulate it: it has orders, lists their ids page by page over real HTTP, and returns each in full.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anotherOrder } from '../integration/storefront-rig.ts';

export const token = 'shpat_of_the_test';

export interface StoredOrder {
  id: string;
  created_at: string;
  updated_at: string;
  /** The order as the store would send it. */
  text: string;
}

export interface OrderStore {
  url: string;
  orders: StoredOrder[];
  /** Paths requested, in order. */
  asked: string[];
  /** The most requests it handled at one time. */
  atOnceMax: number;
  /** Answers before the default; undefined passes the request on. */
  before(path: string): { status: number; headers?: Record<string, string>; body?: string } | undefined;
  pageSize: number;
}

/** The sample as an open order with this id, created and last changed at these times. */
export function storedOrder(id: string, number: string, createdAt: Date, updatedAt = createdAt): StoredOrder {
  const [created_at, updated_at] = [createdAt.toISOString(), updatedAt.toISOString()];
  // The sample was cancelled.
  const text = anotherOrder(id, number).replace(/"cancelled_at": "[^"]*"/, '"cancelled_at": null');
  return { id, created_at, updated_at, text };
}

export async function startOrderStore(t: { teardown(stop: () => void): void }): Promise<OrderStore> {
  const store: OrderStore = {
    url: '',
    orders: [],
    asked: [],
    atOnceMax: 0,
    before: () => undefined,
    pageSize: 2,
  };
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    store.atOnceMax = Math.max(store.atOnceMax, open);
    response.once('close', () => (open -= 1));
    answer(store, request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  store.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/api`;
  return store;
}

function answer(store: OrderStore, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url!, store.url);
  store.asked.push(request.url!);
  const early = store.before(request.url!);
  if (early) return void response.writeHead(early.status, early.headers).end(early.body ?? '{}');
  if (request.headers['x-storefront-access-token'] !== token) return void response.writeHead(401).end('{}');
  if (pathname.endsWith('/shop.json')) return void response.end('{"shop": {"name": "Apple"}}');
  const one = /\/orders\/(.+)\.json$/.exec(pathname)?.[1];
  if (one !== undefined) {
    const found = store.orders.find(({ id }) => id === decodeURIComponent(one));
    if (!found) return void response.writeHead(404).end('{}');
    return void response.end(`{"order": ${found.text}}`);
  }
  if (!pathname.endsWith('/orders.json')) return void response.writeHead(404).end('{}');
  listPage(store, searchParams, response);
}

/** As storefronts page: a cursor for the window and the position in it, in a Link header. */
function listPage(store: OrderStore, asked: URLSearchParams, response: ServerResponse): void {
  const cursor = asked.get('page_info');
  const { by, min, max, from } = cursor
    ? (JSON.parse(Buffer.from(cursor, 'base64url').toString()) as any)
    : windowOf(asked);
  const inside = store.orders
    .filter((order) => {
      const at = by === 'created' ? order.created_at : order.updated_at;
      return at >= min && at <= max;
    })
    .slice(from, from + store.pageSize + 1);
  const headers: Record<string, string> = {};
  if (inside.length > store.pageSize) {
    const next = Buffer.from(JSON.stringify({ by, min, max, from: from + store.pageSize })).toString(
      'base64url',
    );
    // Only the cursor of this address may be used: otherwise elsewhere.test would be sent the credentials.
    headers['link'] = `<https://elsewhere.test/orders.json?page_info=${next}>; rel="next"`;
  }
  const ids = inside.slice(0, store.pageSize).map(({ id }) => `{"id": ${id}}`);
  response.writeHead(200, headers).end(`{"orders": [${ids.join()}]}`);
}

function windowOf(asked: URLSearchParams): { by: string; min: string; max: string; from: number } {
  const by = asked.has('updated_at_min') ? 'updated' : 'created';
  return { by, min: asked.get(`${by}_at_min`) ?? '', max: asked.get(`${by}_at_max`) ?? '', from: 0 };
}
