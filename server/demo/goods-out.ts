/** Orders go out: 60 orders of mixed size over two warehouses, from draft to delivered; and something comes back. */
import type { Answer } from '../../client/src/calls.ts';
import type { PlatformClient } from '../../client/src/client.ts';
import type { DemoOrganization } from './data.ts';
import { StartError } from '../start-error.ts';
import { goodsBack } from './goods-back.ts';
import { chapter, say, table } from './say.ts';
import { runImport } from './import-csv.ts';
import { path } from './journey/journey.ts';

const orderCount = 60;
const skuCount = 12;
const stockPerSku = 400;

type Order = Answer<'/api/oms/orders/{id}', 'get'>;
type Item = Answer<'/api/wms/items', 'get'>[number];

export async function goodsOut(api: PlatformClient, demo: DemoOrganization, tag: string): Promise<void> {
  chapter('Orders go out');
  const items = await prepareStock(api, demo, tag);
  const orders = await createOrders(api, demo, items, tag);
  await drive(api, orders);
  await showAnOrder(api, orders[0]!);
  await goodsBack(api, orders[0]!.id, placesOf(tag)[0]!);
}

/** The locations that each warehouse gets. */
const placesOf = (tag: string): string[] => Array.from({ length: 4 }, (_, index) => `O${tag}-${index + 1}`);

async function prepareStock(api: PlatformClient, demo: DemoOrganization, tag: string): Promise<Item[]> {
  const west = await api.post('/api/wms/warehouses', {
    body: {
      code: `W${tag}`.slice(0, 32),
      name: 'West warehouse',
      time_zone: 'America/Los_Angeles',
      priority: 50,
    },
  });
  const east = await api.get('/api/wms/warehouses/{id}', path(demo.warehouse_id));
  const skus = Array.from({ length: skuCount }, (_, index) => `O${tag}-${index + 1}`);
  const places = placesOf(tag);
  await runImport(
    api,
    'items',
    ['sku,name,weight_kg,units_per_carton', ...skus.map((sku) => `${sku},Order item ${sku},0.5,12`)].join(
      '\n',
    ),
  );
  const codes = [east.code, west.code];
  await runImport(
    api,
    'locations',
    [
      'warehouse,code,type,zone',
      ...codes.flatMap((code) => places.map((place) => `${code},${place},storage,O`)),
    ].join('\n'),
  );
  const stock = codes.flatMap((code) =>
    skus.map((sku, index) => `${code},${places[index % places.length]},${sku},${stockPerSku}`),
  );
  await runImport(api, 'stock', ['warehouse,location,sku,qty', ...stock].join('\n'));
  const items = await api.get('/api/wms/items', { params: { query: { q: `O${tag}-`, page_size: 200 } } });
  say(`${skus.length} items with ${stockPerSku} units in each of two warehouses, ${codes.join(' and ')}`);
  return items;
}

/** Sizes rotate: one line, three, six; every tenth order is as large as a pallet. */
async function createOrders(
  api: PlatformClient,
  demo: DemoOrganization,
  items: readonly Item[],
  tag: string,
): Promise<Order[]> {
  const sizes = [1, 3, 6];
  const orders = await Promise.all(
    Array.from({ length: orderCount }, (_, index) =>
      api.post('/api/oms/orders', {
        body: {
          customer_id: demo.customer_id,
          channel_id: demo.channel_id,
          channel_order_no: `${tag}-${index + 1}`,
          ship_to: {
            name: 'Ada Lovelace',
            address: '12 Analytical Way',
            city: 'Springfield',
            state: 'MA',
            postal: '01101',
            country: 'US',
          },
          shipping_fee: 4.9,
          tax: 1.23,
          discount: index % 4 === 0 ? 2 : 0,
          lines: Array.from({ length: sizes[index % sizes.length]! }, (_line, line) => ({
            product_id: items[(index + line) % items.length]!.id,
            qty: index % 10 === 9 ? 20 : 1 + (line % 3),
            price: 9.99,
          })),
        },
      }),
    ),
  );
  const numbers = orders.map(({ order_no }) => order_no).toSorted();
  say(
    `${orders.length} drafts, ${numbers[0]} to ${numbers.at(-1)}; one of them comes to ${orders[0]!.total}`,
  );
  return orders;
}

async function drive(api: PlatformClient, orders: readonly Order[]): Promise<void> {
  const startedAt = performance.now();
  for (const action of ['submit', 'approve'] as const) {
    await inBatches(orders, (order) =>
      api.patch('/api/oms/orders/{id}', { ...path(order.id), body: { action } }),
    );
  }
  await inBatches(orders, (order) =>
    api.post('/api/oms/orders/{id}/push-to-wms', { ...path(order.id), body: {} }),
  );
  say(`submitted, approved, pushed: ${orders.length} orders in ${seconds(startedAt)} s`);
  for (const action of ['pick', 'pack', 'ship', 'deliver'] as const) {
    await inBatches(orders, async (order) => {
      const { wms_shipments: shipments } = await api.get('/api/oms/orders/{id}', path(order.id));
      for (const shipment of shipments) {
        const more = action === 'ship' ? { tracking_no: `1Z${shipment.id.slice(0, 8).toUpperCase()}` } : {};
        await api.patch('/api/wms/shipments/{id}', { ...path(shipment.id), body: { action, ...more } });
      }
    });
  }
  const done = await Promise.all(orders.map((order) => api.get('/api/oms/orders/{id}', path(order.id))));
  const delivered = done.filter(({ status }) => status === 'delivered').length;
  say(
    `picked, packed, shipped, delivered: ${delivered} of ${orders.length} orders are delivered after ${seconds(startedAt)} s`,
  );
  if (delivered !== orders.length) throw new StartError('An order did not reach delivered.');
}

async function showAnOrder(api: PlatformClient, order: Order): Promise<void> {
  const events = await api.get('/api/oms/orders/{id}/events', path(order.id));
  say(`what happened to ${order.order_no}:`);
  table(events.map(({ order_seq, type, occurred_at }) => ({ '#': order_seq, event: type, at: occurred_at })));
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

// About as many as people in a warehouse, so that the demo also shows the platform under a little load.
const atOnce = 12;

async function inBatches<T>(values: readonly T[], work: (value: T) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < values.length; from += atOnce) {
    await Promise.all(values.slice(from, from + atOnce).map(work));
  }
}
