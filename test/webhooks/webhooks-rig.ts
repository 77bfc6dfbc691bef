/** An endpoint that hears, and an order it hears of. */
import type { ExecutionContext } from 'ava';
import type { Running } from '../fulfillment/outbound-rig.ts';
import { startReceiver } from './receiver.ts';

export const endpoints = '/api/tenancy/webhook-endpoints';

export async function subscribed(t: ExecutionContext, { client }: Pick<Running, 'client'>, types: string[]) {
  const receiver = await startReceiver();
  t.teardown(receiver.close);
  const made = await client.post(endpoints, { url: receiver.url, event_types: types });
  if (made.status !== 201) throw new Error(made.text);
  return { receiver, id: made.body.data.id as string, secret: made.body.data.secret as string };
}

export async function newOrder({ client, standard }: Pick<Running, 'client' | 'standard'>): Promise<string> {
  const lines = [{ product_id: standard.items['PLAIN'], qty: 1, price: 1 }];
  return (await client.post('/api/oms/orders', { lines })).body.data.id;
}
