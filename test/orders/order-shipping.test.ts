import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import type { Client } from '../helpers/client.ts';
import { act, assertInvariants, drive, newItem, newOrder, newWarehouse, putStock } from './orders-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let client: Client;

test.before(async () => {
  platform = await joinPlatform();
  client = platform.client;
});
test.after.always(async (t) => {
  await assertInvariants(t as never, platform);
  await platform.stop();
});

test('an order goes from draft to delivered and shows every step', async (t) => {
  const item = await newItem(platform, platform.standard);
  await putStock(platform, platform.standard, [{ item, qty: 10 }]);
  const order = await newOrder(client, [{ item, qty: 4, price: 2.5 }], {
    customer_id: platform.standard.customerId,
    channel_id: platform.standard.channelId,
    channel_order_no: 'A-1001',
    discount: 1,
    shipping_fee: 3.25,
    tax: 0.8,
    ship_to: { name: 'Ann', city: 'Oslo', country: 'NO' },
  });
  t.regex(order.order_no, /^SO-\d{8}-\d{4}$/);
  t.is(order.status, 'draft');
  t.is(order.total, 13.05);
  t.is(order.customer.name, 'Customer One');
  t.is(order.channel.code, 'WEB');

  const pushed = await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  t.is(pushed.status, 'released');
  t.is(pushed.ship_mode, 'parcel');
  t.is(pushed.wms_shipments.length, 1);
  const [shipment] = pushed.wms_shipments;
  t.is(shipment.status, 'commit');
  t.false(shipment.split);
  t.is(shipment.warehouse.id, platform.standard.warehouseId);
  t.is(pushed.lines[0].allocated_qty, 4);

  for (const action of ['pick', 'pack']) {
    t.is((await client.patch(`/api/wms/shipments/${shipment.id}`, { action })).status, 200);
  }
  const shipped = await client.patch(`/api/wms/shipments/${shipment.id}`, {
    action: 'ship',
    tracking_no: 'TRK1',
  });
  t.is(shipped.body.data.status, 'shipped');
  const fulfilled = (await client.get(`/api/oms/orders/${order.id}`)).body.data;
  t.is(fulfilled.status, 'fulfilled');
  t.is(fulfilled.wms_shipments[0].tracking, 'TRK1');
  t.is(fulfilled.lines[0].fulfilled_qty, 4);
  await client.patch(`/api/wms/shipments/${shipment.id}`, { action: 'deliver', signed_by: 'Ann' });
  t.is((await client.get(`/api/oms/orders/${order.id}`)).body.data.status, 'delivered');

  const events = (await client.get(`/api/oms/orders/${order.id}/events`)).body.data;
  t.deepEqual(
    events.map((event: any) => event.type),
    [
      'sales_order.created',
      'sales_order.submitted',
      'sales_order.confirmed',
      'sales_order.released',
      'wms_shipment.commit',
      'wms_shipment.picking',
      'wms_shipment.picked',
      'wms_shipment.packed',
      'wms_shipment.shipped',
      'sales_order.fulfilled',
      'wms_shipment.delivered',
      'sales_order.delivered',
    ],
  );
  t.deepEqual(
    events.map((event: any) => event.order_seq),
    events.map((_: any, index: number) => index + 1),
  );
});

test('repeating a finished shipment step answers the same', async (t) => {
  const item = await newItem(platform, platform.standard);
  await putStock(platform, platform.standard, [{ item, qty: 1 }]);
  const order = await newOrder(client, [{ item, qty: 1 }]);
  const {
    wms_shipments: [shipment],
  } = await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const path = `/api/wms/shipments/${shipment.id}`;
  const first = await client.patch(path, { action: 'ship' });
  const again = await client.patch(path, { action: 'ship' });
  t.is(again.status, 200);
  t.deepEqual(again.body.data, first.body.data);
  t.is((await client.patch(path, { action: 'cancel' })).body.error.code, 'ILLEGAL_TRANSITION');
  t.is((await client.patch(path, { action: 'deliver', delivered_at: '2001-01-01T00:00:00Z' })).status, 400);
});

test('allow_partial backorders the rest, which the next push ships', async (t) => {
  const item = await newItem(platform, platform.standard);
  const second = await newWarehouse(platform, platform.standard);
  await putStock(platform, platform.standard, [
    { item, qty: 4 },
    { item, qty: 6, location: second.shelf },
  ]);
  const order = await newOrder(client, [{ item, qty: 10 }]);
  await drive(client, order.id, 'submit', 'approve');
  const wish = { warehouse_id: platform.standard.warehouseId };
  t.is((await act(client, order.id, 'allocate', wish)).body.error.code, 'INSUFFICIENT_ATP');
  const partly = await drive(client, order.id, ['allocate', { ...wish, allow_partial: true }]);
  t.like(partly.lines[0], { reserved_qty: 4, backordered_qty: 6 });
  const {
    wms_shipments: [first],
  } = await drive(client, order.id, ['release', { ship_mode: 'parcel' }]);
  await client.patch(`/api/wms/shipments/${first.id}`, { action: 'ship' });
  t.is((await client.get(`/api/oms/orders/${order.id}`)).body.data.status, 'partially_fulfilled');
  const again = await drive(client, order.id, ['push-to-wms', { warehouse_id: second.id }]);
  t.is(again.status, 'partially_fulfilled');
  t.is(again.lines[0].backordered_qty, 0);
  t.is((await act(client, order.id, 'push-to-wms')).body.error.code, 'ILLEGAL_TRANSITION');
  await client.patch(`/api/wms/shipments/${again.wms_shipments[1].id}`, { action: 'ship' });
  t.is((await client.get(`/api/oms/orders/${order.id}`)).body.data.status, 'fulfilled');
});

test('partial fulfilment leaves from what is allocated, and the total needs fulfill', async (t) => {
  const item = await newItem(platform, platform.standard);
  await putStock(platform, platform.standard, [{ item, qty: 5 }]);
  const order = await newOrder(client, [{ item, qty: 5 }]);
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const line = order.lines[0].id;
  t.is(
    (await act(client, order.id, 'partial_fulfill', { lines: [{ line_id: line, qty: 5 }] })).body.error.code,
    'USE_FULFILL',
  );
  const partly = await drive(client, order.id, ['partial_fulfill', { lines: [{ line_id: line, qty: 2 }] }]);
  t.is(partly.status, 'partially_fulfilled');
  t.like(partly.lines[0], { fulfilled_qty: 2, allocated_qty: 3 });
  const done = await drive(client, order.id, 'fulfill');
  t.is(done.status, 'fulfilled');
  t.is(done.wms_shipments[0].status, 'shipped');
  t.is((await drive(client, order.id, 'deliver')).wms_shipments[0].status, 'delivered');
});

test('a released order is cancelled: unpicked stock at once, picked stock by a put-back task', async (t) => {
  const item = await newItem(platform, platform.standard);
  await putStock(platform, platform.standard, [{ item, qty: 5 }]);
  const order = await newOrder(client, [{ item, qty: 5 }]);
  const {
    wms_shipments: [shipment],
  } = await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  await client.patch(`/api/wms/shipments/${shipment.id}`, { action: 'pick' });
  t.is((await act(client, order.id, 'cancel')).body.error.code, 'ILLEGAL_TRANSITION');
  const cancelled = await drive(client, order.id, 'cancel-request');
  t.is(cancelled.status, 'cancelled');
  t.is(cancelled.wms_shipments[0].status, 'cancelled');
  const atp = async () => (await client.get(`/api/oms/availability?product_id=${item}`)).body.data[0].atp;
  t.is(await atp(), 0);
  const tasks = (await client.get(`/api/wms/put-back-tasks?shipment_id=${shipment.id}`)).body.data;
  t.is(tasks.length, 1);
  t.is(tasks[0].to_location, 'A-01');
  const done = await client.patch(`/api/wms/put-back-tasks/${tasks[0].id}`, { action: 'complete' });
  t.is(done.body.data.status, 'done');
  t.is(await atp(), 5);
});

test('the rest of an order that shipped in part is given up: it is fulfilled with less', async (t) => {
  const item = await newItem(platform, platform.standard);
  await putStock(platform, platform.standard, [{ item, qty: 5 }]);
  const order = await newOrder(client, [{ item, qty: 5 }]);
  const pushed = await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const part = { action: 'partial_fulfill', lines: [{ line_id: pushed.lines[0].id, qty: 2 }] };
  t.is((await client.patch(`/api/oms/orders/${order.id}`, part)).status, 200);
  const done = await drive(client, order.id, 'cancel-request');
  t.is(done.status, 'fulfilled');
  t.like(done.lines[0], { fulfilled_qty: 2, cancelled_qty: 3, allocated_qty: 0, backordered_qty: 0 });
  t.is((await client.get(`/api/oms/availability?product_id=${item}`)).body.data[0].atp, 3);
  t.is((await act(client, order.id, 'cancel-request')).body.error.code, 'ILLEGAL_TRANSITION');

  t.like(done.wms_shipments[0], { status: 'shipped' });
  const shipment = (await client.get(`/api/wms/shipments/${done.wms_shipments[0].id}`)).body.data;
  t.is(shipment.lines[0].qty, 2);
  await client.patch(`/api/wms/shipments/${shipment.id}`, { action: 'deliver' });
  t.is((await client.get(`/api/oms/orders/${order.id}`)).body.data.status, 'delivered');
});

test('a shipment of which a part has left is shipped with that part when it is cancelled; the order waits for the rest', async (t) => {
  const item = await newItem(platform, platform.standard);
  await putStock(platform, platform.standard, [{ item, qty: 5 }]);
  const order = await newOrder(client, [{ item, qty: 5 }]);
  const pushed = await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const part = { action: 'partial_fulfill', lines: [{ line_id: pushed.lines[0].id, qty: 2 }] };
  await client.patch(`/api/oms/orders/${order.id}`, part);
  const path = `/api/wms/shipments/${pushed.wms_shipments[0].id}`;
  const ended = await client.patch(path, { action: 'cancel' });
  t.like(ended.body.data, { status: 'shipped' }, ended.text);
  t.is(ended.body.data.lines[0].qty, 2);
  const waiting = (await client.get(`/api/oms/orders/${order.id}`)).body.data;
  t.like(waiting, { status: 'partially_fulfilled' });
  t.like(waiting.lines[0], { fulfilled_qty: 2, backordered_qty: 3, allocated_qty: 0 });
  t.is((await client.patch(path, { action: 'deliver' })).status, 200);
  t.is(
    (await drive(client, order.id, 'cancel-request')).status,
    'delivered',
    'all that will come has arrived',
  );
});

test('cancelling the only shipment opens the order again with its promise', async (t) => {
  const item = await newItem(platform, platform.standard);
  await putStock(platform, platform.standard, [{ item, qty: 5 }]);
  const order = await newOrder(client, [{ item, qty: 5 }]);
  const {
    wms_shipments: [shipment],
  } = await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  await client.patch(`/api/wms/shipments/${shipment.id}`, { action: 'cancel' });
  const open = (await client.get(`/api/oms/orders/${order.id}`)).body.data;
  t.is(open.status, 'confirmed');
  t.like(open.lines[0], { reserved_qty: 5, allocated_qty: 0, backordered_qty: 0 });
  const again = await drive(client, order.id, 'push-to-wms');
  t.is(again.wms_shipments.length, 2);
});
