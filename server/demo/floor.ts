/** Three things that go differently on a floor: a short pick that heals, a cancel after picking, a load with its bill of lading. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DemoOrganization } from './data.ts';
import { StartError } from '../start-error.ts';
import type { DemoCaller } from './api-caller.ts';
import { runImport } from './import-csv.ts';
import { chapter, say } from './say.ts';

interface Order {
  id: string;
  order_no: string;
  status: string;
  wms_shipments: { id: string; status: string }[];
}

interface PickTask {
  id: string;
  status: string;
  location: string;
  qty: number;
}

export async function theFloor(
  api: DemoCaller,
  demo: DemoOrganization,
  tag: string,
  dataDir: string,
): Promise<void> {
  chapter('On the floor');
  const sku = `F${tag}`;
  await runImport(api, 'items', `sku,name,weight_kg\n${sku},Floor item,1.2`);
  // Shelves of its own: where the short pick happened stays closed until it is counted.
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
  const [item] = await api.get<{ id: string }[]>(`/api/wms/items?q=${sku}`);
  const push = (qty: number): Promise<Order> => pushedOrder(api, demo, item!.id, qty);
  await shortPick(api, demo, await push(5));
  await cancelAfterPicking(api, await push(4));
  await shipLoad(api, demo, await Promise.all([push(6), push(7), push(8)]), dataDir);
}

async function pushedOrder(
  api: DemoCaller,
  demo: DemoOrganization,
  itemId: string,
  qty: number,
): Promise<Order> {
  const { id } = await api.post<Order>('/api/oms/orders', {
    customer_id: demo.customer_id,
    ship_to: { name: 'Ada Lovelace', city: 'Springfield', country: 'US' },
    lines: [{ product_id: itemId, qty, price: 15 }],
  });
  for (const action of ['submit', 'approve']) await api.patch(`/api/oms/orders/${id}`, { action });
  await api.post(`/api/oms/orders/${id}/push-to-wms`, { warehouse_id: demo.warehouse_id });
  return api.get<Order>(`/api/oms/orders/${id}`);
}

async function shortPick(api: DemoCaller, demo: DemoOrganization, order: Order): Promise<void> {
  const shipmentId = order.wms_shipments[0]!.id;
  const wave = await api.post<{ id: string }>('/api/wms/waves', {
    warehouse_id: demo.warehouse_id,
    ship_mode: 'parcel',
    shipment_ids: [shipmentId],
  });
  await api.patch(`/api/wms/waves/${wave.id}`, { action: 'release' });
  const tasks = (): Promise<PickTask[]> => api.get(`/api/wms/pick-tasks?wave_id=${wave.id}`);
  const [first] = await tasks();
  await api.patch(`/api/wms/pick-tasks/${first!.id}`, { action: 'claim' });
  await api.patch(`/api/wms/pick-tasks/${first!.id}`, { action: 'short', picked_qty: 2 });
  const open = (await tasks()).filter(({ status }) => status === 'open');
  for (const task of open) {
    await api.patch(`/api/wms/pick-tasks/${task.id}`, { action: 'claim' });
    await api.patch(`/api/wms/pick-tasks/${task.id}`, { action: 'confirm' });
  }
  const shipment = await api.get<{ status: string }>(`/api/wms/shipments/${shipmentId}`);
  say(
    `${order.order_no}: 2 of 5 found, the location is counted, the rest came from ${open.map(({ location }) => location).join(', ')}; shipment ${shipment.status}`,
  );
  if (open.length === 0 || shipment.status !== 'picked') throw new StartError('The short pick did not heal.');
}

async function cancelAfterPicking(api: DemoCaller, order: Order): Promise<void> {
  await api.patch(`/api/wms/shipments/${order.wms_shipments[0]!.id}`, { action: 'pick' });
  await api.post(`/api/oms/orders/${order.id}/cancel-request`, {
    reason: 'The customer changed their mind.',
  });
  const { status } = await api.get<Order>(`/api/oms/orders/${order.id}`);
  const putBacks = await api.get<unknown[]>('/api/wms/put-back-tasks');
  say(
    `${order.order_no}: cancelled after picking; the order is ${status}, ${putBacks.length} put-back task waits`,
  );
}

async function shipLoad(
  api: DemoCaller,
  demo: DemoOrganization,
  orders: readonly Order[],
  dataDir: string,
): Promise<void> {
  const load = await api.post<{ id: string }>('/api/wms/loads', {
    warehouse_id: demo.warehouse_id,
    carrier_id: demo.carrier_id,
    trailer_no: 'TR-4711',
    shipment_ids: orders.map((order) => order.wms_shipments[0]!.id),
  });
  const shipped = await api.patch<{ status: string; bol_number: string }>(`/api/wms/loads/${load.id}`, {
    action: 'ship',
  });
  const bill = await api.post<{ id: string }>(`/api/wms/loads/${load.id}/bill-of-lading`);
  const file = path.join(dataDir, 'demo-bill-of-lading.pdf');
  writeFileSync(file, await api.download(`/api/wms/documents/${bill.id}`));
  say(
    `a load of ${orders.length} orders is ${shipped.status} under bill of lading ${shipped.bol_number}: ${file}`,
  );
}
