/** A storefront's order arrives by itself, and an endpoint is subscribed to hear about it. */
import { randomUUID } from 'node:crypto';
import { webhookSignature } from '../../../domain/integration/webhook-signature.ts';
import { chapter, say } from '../say.ts';
import { StartError } from '../../start-error.ts';
import { waitFor } from '../wait-for.ts';
import { path, type Goods, type Journey } from './journey.ts';

const secret = 'hush-of-the-storefront';

export async function fromTheStorefront(journey: Journey, { item, merchantId }: Goods): Promise<void> {
  chapter('From the storefront');
  const { api, baseUrl, demo, tag } = journey;
  const shop = `shop-${tag.toLowerCase()}.example.test`;
  await api.post('/api/tenancy/webhook-endpoints', {
    body: {
      url: `https://hooks.example.test/${tag}`,
      event_types: ['sales_order.*'],
      description: 'A subscriber',
    },
  });
  const connection = await api.post('/api/integration/connections', {
    body: {
      connector: 'storefront',
      name: shop,
      store_domain: shop,
      merchant_id: merchantId,
      header_names: 'shopify',
      webhook_secret: secret,
    },
  });
  await api.post('/api/integration/connection-locations', {
    body: { connection_id: connection.id, warehouse_id: demo.warehouse_id, store_location: '655441491' },
  });
  await publishFlow(journey);
  const body = JSON.stringify({
    id: Date.now(),
    order_number: Number.parseInt(tag, 36) % 1_000_000,
    currency: 'USD',
    total_price: '118.00',
    email: 'ada@example.test',
    line_items: [{ id: 1, sku: item.sku, title: item.name, quantity: 2, price: '59.00' }],
    shipping_address: {
      name: 'Ada Lovelace',
      address1: '12 Analytical Way',
      city: 'Springfield',
      country_code: 'US',
    },
  });
  const answer = await fetch(`${baseUrl}/api/integration/webhooks/storefront`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': 'orders/create',
      'x-shopify-shop-domain': shop,
      'x-shopify-hmac-sha256': webhookSignature(secret, Buffer.from(body)),
      'x-shopify-webhook-id': randomUUID(),
    },
    body,
  });
  if (!answer.ok) throw new StartError(`The storefront's order was refused: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: { event_id: string } };
  const event = await waitFor(
    "the storefront's order",
    () => api.get('/api/integration/events/{id}', path(data.event_id)),
    ({ processed_at: at }) => at !== null,
  );
  if (!event.order_id) throw new StartError(`No order was created from the storefront's: ${event.reason}`);
  const order = await api.get('/api/oms/orders/{id}', path(event.order_id));
  say(`${order.channel_order_no} of ${shop} arrived as ${order.order_no}: ${order.status}`);
  const [agreement] = await api.get('/api/integration/agreement/orders', {
    params: { query: { connection_id: connection.id } },
  });
  say(`The shop knows what became of it: ${agreement?.agrees ? 'yes' : 'not yet'}`);
}

/** A connector has one published flow at a time: an earlier run's is replaced. */
async function publishFlow({ api, tag }: Journey): Promise<void> {
  const flows = await api.get('/api/integration/flows', { params: { query: { status: 'published' } } });
  for (const { id } of flows) await api.post('/api/integration/flows/{id}/archive', path(id));
  const flow = await api.post('/api/integration/flows', {
    body: {
      name: `Orders in, ${tag}`,
      trigger: { type: 'webhook', connector: 'storefront', webhook_secret: secret },
      steps: [{ action: 'map_order' }, { action: 'create_order' }, { action: 'submit' }],
    },
  });
  await api.post('/api/integration/flows/{id}/publish', path(flow.id));
}
