/** Searches for orders that never arrived, as a client of the platform asks for them. */
import type { Client } from '../helpers/client.ts';
import { until } from '../helpers/wait.ts';
import { connect } from '../integration/storefront-rig.ts';
import { startOrderStore, storedOrder, token, type OrderStore } from './order-store.ts';

export const path = '/api/integration/gap-searches';
const hour = 3_600_000;
export const ago = (hours: number): Date => new Date(Date.now() - hours * hour);

let shops = 0;
/** A store with its connection. */
export async function connected(client: Client, t: { teardown(stop: () => void): void }, more: object = {}) {
  const store = await startOrderStore(t);
  const domain = `gaps-${(shops += 1)}-${process.pid}.example.test`;
  const { id } = await connect(client, {
    store_domain: domain,
    api_url: store.url,
    credentials: { access_token: token },
    ...more,
  });
  return { store, id: id as string, domain };
}

export async function search(client: Client, id: string, more: object = {}): Promise<any> {
  const begun = await client.post(path, { connection_id: id, since: ago(24).toISOString(), ...more });
  if (begun.status !== 201) throw new Error(begun.text);
  return begun.body.data;
}

export const ended = (client: Client, id: string): Promise<any> =>
  until('the search ends', async () => {
    const { data } = (await client.get(`${path}/${id}`)).body;
    return data.ended_at !== null && data;
  });

/** Orders with ids beyond 2^53 and their own numbers. */
export function fill(store: OrderStore, first: number, count: number): string[] {
  const ids = Array.from({ length: count }, (_, at) => String(820_982_911_946_170_000n + BigInt(first + at)));
  for (const [at, id] of ids.entries()) store.orders.push(storedOrder(id, String(first + at), ago(2)));
  return ids;
}
