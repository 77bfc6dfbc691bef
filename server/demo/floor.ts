/**
 * Three things that go differently in a warehouse: a short pick that is recovered, a cancellation after picking, a load
 * with its bill of lading.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../../client/src/calls.ts';
import type { PlatformClient } from '../../client/src/client.ts';
import type { DemoOrganization } from './data.ts';
import { StartError } from '../start-error.ts';
import { runImport } from './import-csv.ts';
import { path } from './journey/journey.ts';
import { chapter, say } from './say.ts';

type Order = Answer<'/api/oms/orders/{id}', 'get'>;

export async function theFloor(
  api: PlatformClient,
  demo: DemoOrganization,
  tag: string,
  dataDir: string,
): Promise<void> {
  chapter('On the floor');
  const sku = `F${tag}`;
  await runImport(api, 'items', `sku,name,weight_kg\n${sku},Floor item,1.2`);
  // Locations of its own: the one with the short pick stays locked until it is counted.
  const [near, far] = [`${tag}-01`, `${tag}-02`];
  await runImport(
    api,
    'locations',
    ['warehouse,code,type', `EAST,${near},storage`, `EAST,${far},storage`].join('\n'),
  );
  await runImport(
    api,
    'stock',
    ['warehouse,location,sku,qty', `EAST,${near},${sku},20`, `EAST,${far},${sku},60`].join('\n'),
  );
  const [item] = await api.get('/api/wms/items', { params: { query: { q: sku } } });
  const push = (qty: number): Promise<Order> => pushedOrder(api, demo, item!.id, qty);
  await shortPick(api, demo, await push(5));
  await cancelAfterPicking(api, await push(4));
  await shipLoad(api, demo, await Promise.all([push(6), push(7), push(8)]), dataDir);
}

async function pushedOrder(
  api: PlatformClient,
  demo: DemoOrganization,
  itemId: string,
  qty: number,
): Promise<Order> {
  const { id } = await api.post('/api/oms/orders', {
    body: {
      customer_id: demo.customer_id,
      ship_to: { name: 'Ada Lovelace', city: 'Springfield', country: 'US' },
      lines: [{ product_id: itemId, qty, price: 15 }],
    },
  });
  for (const action of ['submit', 'approve'] as const)
    await api.patch('/api/oms/orders/{id}', { ...path(id), body: { action } });
  await api.post('/api/oms/orders/{id}/push-to-wms', {
    ...path(id),
    body: { warehouse_id: demo.warehouse_id },
  });
  return api.get('/api/oms/orders/{id}', path(id));
}

async function shortPick(api: PlatformClient, demo: DemoOrganization, order: Order): Promise<void> {
  const shipmentId = order.wms_shipments[0]!.id;
  const wave = await api.post('/api/wms/waves', {
    body: { warehouse_id: demo.warehouse_id, ship_mode: 'parcel', shipment_ids: [shipmentId] },
  });
  await api.patch('/api/wms/waves/{id}', { ...path(wave.id), body: { action: 'release' } });
  const tasks = () => api.get('/api/wms/pick-tasks', { params: { query: { wave_id: wave.id } } });
  const [first] = await tasks();
  const task = '/api/wms/pick-tasks/{id}';
  await api.patch(task, { ...path(first!.id), body: { action: 'claim' } });
  await api.patch(task, { ...path(first!.id), body: { action: 'short', picked_qty: 2 } });
  const open = (await tasks()).filter(({ status }) => status === 'open');
  for (const { id } of open) {
    await api.patch(task, { ...path(id), body: { action: 'claim' } });
    await api.patch(task, { ...path(id), body: { action: 'confirm' } });
  }
  const shipment = await api.get('/api/wms/shipments/{id}', path(shipmentId));
  say(
    `${order.order_no}: 2 of 5 found, the location is counted, the rest came from ${open.map(({ location }) => location).join(', ')}; shipment ${shipment.status}`,
  );
  if (open.length === 0 || shipment.status !== 'picked')
    throw new StartError('The short pick was not recovered.');
}

async function cancelAfterPicking(api: PlatformClient, order: Order): Promise<void> {
  await api.patch('/api/wms/shipments/{id}', {
    ...path(order.wms_shipments[0]!.id),
    body: { action: 'pick' },
  });
  await api.post('/api/oms/orders/{id}/cancel-request', {
    ...path(order.id),
    body: { reason: 'The customer changed their mind.' },
  });
  const { status } = await api.get('/api/oms/orders/{id}', path(order.id));
  const putBacks = await api.get('/api/wms/put-back-tasks');
  say(
    `${order.order_no}: cancelled after picking; the order is ${status}, ${putBacks.length} put-back task is waiting`,
  );
}

async function shipLoad(
  api: PlatformClient,
  demo: DemoOrganization,
  orders: readonly Order[],
  dataDir: string,
): Promise<void> {
  const load = await api.post('/api/wms/loads', {
    body: {
      warehouse_id: demo.warehouse_id,
      carrier_id: demo.carrier_id,
      trailer_no: 'TR-4711',
      shipment_ids: orders.map((order) => order.wms_shipments[0]!.id),
    },
  });
  const shipped = await api.patch('/api/wms/loads/{id}', { ...path(load.id), body: { action: 'ship' } });
  const bill = await api.post('/api/wms/loads/{id}/bill-of-lading', path(load.id));
  const file = join(dataDir, 'demo-bill-of-lading.pdf');
  const { bytes } = await api.download('/api/wms/documents/{id}', 'application/pdf', path(bill.id));
  writeFileSync(file, bytes);
  say(
    `a load of ${orders.length} orders is ${shipped.status} under bill of lading ${shipped.bol_number}: ${file}`,
  );
}
