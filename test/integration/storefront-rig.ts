/** A storefront as tests simulate it: its order, its signature, its connection and a published flow. */
import { readFileSync } from 'node:fs';
import { webhookSignature } from '../../domain/integration/webhook-signature.ts';
import type { Answer, Client } from '../helpers/client.ts';
import { until } from '../helpers/wait.ts';

const sampleFile = new URL('../../../test/integration/samples/orders-create.json', import.meta.url);

/** The storefront's own sample, byte for byte. */
export const sampleOrder: string = readFileSync(sampleFile, 'utf8');

/** The sample with another id and number: another order. Written as text, so that ids stay exact. */
export function anotherOrder(id: string, number: string): string {
  return sampleOrder
    .replace('"id": 820982911946154508', `"id": ${id}`)
    .replace('"order_number": 1234', `"order_number": ${number}`);
}

export const secret = 'hush-of-the-storefront';
export const shop = 'apple.example.test';

export interface Sent {
  body: string;
  /** Null omits the header. */
  signature?: string | null;
  domain?: string;
  topic?: string;
  code?: string;
}

export async function send(
  url: string,
  sent: Sent,
): Promise<{ status: number; body: any; headers: Headers }> {
  const { body, domain = shop, topic = 'orders/create', code = 'storefront' } = sent;
  const signature =
    sent.signature === undefined ? webhookSignature(secret, Buffer.from(body)) : sent.signature;
  const answer = await fetch(`${url}/api/integration/webhooks/${code}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-storefront-topic': topic,
      'x-storefront-shop-domain': domain,
      ...(signature === null ? {} : { 'x-storefront-hmac-sha256': signature }),
    },
    body,
  });
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}

const made = (answer: Answer): any => {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body.data;
};

export async function connect(client: Client, more: object = {}): Promise<any> {
  return made(
    await client.post('/api/integration/connections', {
      connector: 'storefront',
      store_domain: shop,
      ...more,
    }),
  );
}

export async function publish(client: Client, steps: readonly object[], more: object = {}): Promise<any> {
  const flow = made(
    await client.post('/api/integration/flows', {
      name: 'Orders in',
      trigger: { type: 'webhook', connector: 'storefront', webhook_secret: secret },
      steps,
      ...more,
    }),
  );
  return made(await client.post(`/api/integration/flows/${flow.id}/publish`));
}

/** The event once its flow has finished or is waiting. */
export function settledEvent(client: Client, id: string): Promise<any> {
  return until(`the event ${id} is worked on`, async () => {
    const { body } = await client.get(`/api/integration/events/${id}`);
    return body.data.processed_at !== null && body.data;
  });
}

export async function ordersOfStore(client: Client, number: string): Promise<any[]> {
  const { body } = await client.get(`/api/oms/orders?q=${number}`);
  const found = (body.data as any[]).filter((order) => order.channel_order_no === number);
  return Promise.all(found.map(async ({ id }) => (await client.get(`/api/oms/orders/${id}`)).body.data));
}
