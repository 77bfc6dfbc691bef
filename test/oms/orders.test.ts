import test from 'ava';
import { startPlatform, type Platform } from '../helpers/platform.ts';
import { createClient, type Client } from '../helpers/client.ts';
import { createOrganization } from '../helpers/organization.ts';
import { act, assertInvariants, drive, newItem, newOrder, newWarehouse, putStock } from './orders-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let client: Client;

test.before(async () => {
  platform = await startPlatform(undefined);
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

test('approval covers all lines of one item together, and names the short line', async (t) => {
  const item = await newItem(platform, platform.standard);
  await putStock(platform, platform.standard, [{ item, qty: 100 }]);
  const order = await newOrder(client, [
    { item, qty: 60 },
    { item, qty: 60 },
  ]);
  await drive(client, order.id, 'submit');
  const refused = await act(client, order.id, 'approve');
  t.is(refused.status, 409);
  t.is(refused.body.error.code, 'INSUFFICIENT_ATP');
  t.like(refused.body.error.details.lines[0], {
    line_id: order.lines[1].id,
    item_id: item,
    required: 60,
    available: 40,
    short: 20,
  });
  t.is((await client.get(`/api/oms/orders/${order.id}`)).body.data.status, 'pending_review');
});

test('promises lower what is available, and cancelling gives it back', async (t) => {
  const item = await newItem(platform, platform.standard);
  await putStock(platform, platform.standard, [{ item, qty: 10 }]);
  const atp = async () => (await client.get(`/api/oms/availability?product_id=${item}`)).body.data[0];
  const order = await newOrder(client, [{ item, qty: 7 }]);
  await drive(client, order.id, 'submit', 'approve');
  t.like(await atp(), { available_qty: 10, promised_qty: 7, atp: 3 });
  const other = await newOrder(client, [{ item, qty: 4 }]);
  await drive(client, other.id, 'submit');
  t.is((await act(client, other.id, 'approve')).body.error.code, 'INSUFFICIENT_ATP');
  await drive(client, order.id, 'cancel');
  t.like(await atp(), { available_qty: 10, promised_qty: 0, atp: 10 });
  t.is((await drive(client, other.id, 'approve')).status, 'confirmed');
});

test('allocate and release take stock first expired first out and say why', async (t) => {
  const item = await newItem(platform, platform.standard, { lot_tracked: true, expiry_tracked: true });
  const { warehouseId } = platform.standard;
  await putStock(platform, platform.standard, [
    { item, qty: 5, lot: 'LATE', expiry: '2099-01-01', location: 'A-01' },
    { item, qty: 3, lot: 'SOON', expiry: '2098-01-01', location: 'A-02' },
    { item, qty: 9, lot: 'GONE', expiry: '2001-01-01', location: 'A-03' },
  ]);
  const order = await newOrder(client, [
    { item, qty: 2 },
    { item, qty: 4 },
  ]);
  const allocated = await drive(client, order.id, 'submit', 'approve', [
    'allocate',
    { warehouse_id: warehouseId },
  ]);
  t.is(allocated.status, 'allocated');
  const plan = (await client.get(`/api/oms/orders/${order.id}/allocations?dry_run=1`)).body.data;
  t.deepEqual(plan.allocations.map((piece: any) => [piece.lot_no, piece.qty]).sort(), [
    ['LATE', 3],
    ['SOON', 1],
    ['SOON', 2],
  ]);
  t.is(plan.allocations[0].why.rejected[0].reason, 'expired');
  await drive(client, order.id, ['release', { ship_mode: 'ltl' }]);
  const held = (await client.get(`/api/oms/orders/${order.id}/allocations`)).body.data.allocations;
  t.deepEqual(held.map((piece: any) => [piece.lot_no, piece.qty, piece.status]).sort(), [
    ['LATE', 3, 'open'],
    ['SOON', 1, 'open'],
    ['SOON', 2, 'open'],
  ]);
  t.is(held[0].why.strategy, 'fefo');
});

test('allocation keeps away from counted locations and from what has too little life left', async (t) => {
  const item = await newItem(platform, platform.standard, {
    lot_tracked: true,
    expiry_tracked: true,
    min_remaining_life_days: 30,
  });
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  await putStock(platform, platform.standard, [
    { item, qty: 5, lot: 'SHORT', expiry: soon, location: 'A-04' },
    { item, qty: 5, lot: 'LOCKED', expiry: '2098-01-01', location: 'A-05' },
    { item, qty: 5, lot: 'GOOD', expiry: '2099-01-01', location: 'P-01' },
  ]);
  const { warehouseId, locations } = platform.standard;
  const counting = await client.post('/api/wms/count-tasks', {
    warehouse_id: warehouseId,
    location_ids: [locations['A-05']],
  });
  t.is(counting.status, 201, counting.text);
  try {
    const large = await newOrder(client, [{ item, qty: 6 }]);
    await drive(client, large.id, 'submit');
    t.is((await act(client, large.id, 'approve')).body.error.details.lines[0].available, 5);
    const order = await newOrder(client, [{ item, qty: 5 }]);
    await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
    const held = (await client.get(`/api/oms/orders/${order.id}/allocations`)).body.data.allocations;
    t.deepEqual(
      held.map((piece: any) => piece.lot_no),
      ['GOOD'],
    );
    t.deepEqual(held[0].why.rejected.map((one: any) => one.reason).sort(), [
      'location_locked',
      'remaining_life_too_short',
    ]);
  } finally {
    await client.patch(`/api/wms/count-tasks/${counting.body.data.id}`, { action: 'cancel' });
  }
});

test('a push splits over the fewest warehouses when none covers the order alone', async (t) => {
  const [one, two] = [await newItem(platform, platform.standard), await newItem(platform, platform.standard)];
  const second = await newWarehouse(platform, platform.standard);
  await putStock(platform, platform.standard, [
    { item: one, qty: 5 },
    { item: two, qty: 2 },
    { item: two, qty: 5, location: second.shelf },
  ]);
  const order = await newOrder(client, [
    { item: one, qty: 5 },
    { item: two, qty: 6 },
  ]);
  await drive(client, order.id, 'submit', 'approve');
  const whole = await act(client, order.id, 'push-to-wms', { warehouse_id: second.id });
  t.is(whole.body.error.code, 'INSUFFICIENT_ATP');
  const pushed = await drive(client, order.id, 'push-to-wms');
  t.is(pushed.wms_shipments.length, 2);
  t.true(pushed.wms_shipments.every((shipment: any) => shipment.split));

  await client.patch(`/api/wms/shipments/${pushed.wms_shipments[0].id}`, { action: 'ship' });
  t.is((await client.get(`/api/oms/orders/${order.id}`)).body.data.status, 'partially_fulfilled');
  await client.patch(`/api/wms/shipments/${pushed.wms_shipments[1].id}`, { action: 'ship' });
  t.is((await client.get(`/api/oms/orders/${order.id}`)).body.data.status, 'fulfilled');
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

test('a held order does not move until its last hold is lifted', async (t) => {
  const item = await newItem(platform, platform.standard);
  await putStock(platform, platform.standard, [{ item, qty: 5 }]);
  const order = await newOrder(client, [{ item, qty: 1 }]);
  await client.post(`/api/oms/orders/${order.id}/holds`, { reason: 'PAYMENT', note: 'card declined' });
  const held = (await client.post(`/api/oms/orders/${order.id}/holds`, { reason: 'MANUAL' })).body.data;
  t.deepEqual(held.hold_reasons, ['MANUAL', 'PAYMENT']);
  const refused = await act(client, order.id, 'submit');
  t.is(refused.status, 409);
  t.deepEqual(refused.body.error.details.reasons, ['MANUAL', 'PAYMENT']);
  for (const hold of held.holds) await client.delete(`/api/oms/orders/${order.id}/holds/${hold.id}`);
  t.is((await drive(client, order.id, 'submit')).status, 'pending_review');
});

test('a draft is edited with fields and lines, nothing else is', async (t) => {
  const item = await newItem(platform, platform.standard);
  const order = await newOrder(client, [{ item, qty: 1, price: 10 }]);
  const edited = await client.patch(`/api/oms/orders/${order.id}`, {
    fields: { note: 'gift', discount: 1, shipping_fee: 2 },
    lines: [
      { product_id: item, qty: 3, price: 0.333333 },
      { product_id: item, qty: 1, price: 5 },
    ],
  });
  t.is(edited.body.data.note, 'gift');
  t.deepEqual(
    edited.body.data.lines.map((line: any) => line.amount),
    [1, 5],
  );
  t.is(edited.body.data.total, 7);
  t.is(
    (await client.patch(`/api/oms/orders/${order.id}`, { fields: { tax: 0.001 } })).body.error.code,
    'VALIDATION_FAILED',
  );
  await drive(client, order.id, 'submit');
  const late = await client.patch(`/api/oms/orders/${order.id}`, { fields: { note: 'x' } });
  t.is(late.status, 400);
  t.like(late.body.error, { code: 'ILLEGAL_TRANSITION' });
  t.like(late.body.error.details, { from: 'pending_review', action: 'edit' });
});

test('submit wants lines, products and quantities, all problems at once', async (t) => {
  const empty = await newOrder(client, []);
  t.is((await act(client, empty.id, 'submit')).body.error.details[0].path, 'lines');
  const item = await newItem(platform, platform.standard);
  const zero = await newOrder(client, [{ item, qty: 0 }]);
  t.is((await act(client, zero.id, 'submit')).body.error.details[0].path, 'lines.0.qty');
  const answer = await client.post('/api/oms/orders', { lines: [{ channel_sku: 'UNKNOWN-1', qty: 1 }] });
  t.deepEqual(answer.body.data.hold_reasons, ['UNMAPPED_SKU']);
});

test('a channel order number comes in once', async (t) => {
  const item = await newItem(platform, platform.standard);
  const body = {
    channel_id: platform.standard.channelId,
    channel_order_no: 'DUP-1',
    lines: [{ product_id: item, qty: 1 }],
  };
  const answers = await Promise.all(Array.from({ length: 6 }, () => client.post('/api/oms/orders', body)));
  const [made] = answers.filter(({ status }) => status === 201);
  t.is(answers.filter(({ status }) => status === 201).length, 1);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    t.is(answer.status, 409);
    t.is(answer.body.error.code, 'DUPLICATE_ORDER');
    t.is(answer.body.error.details.id, made!.body.data.id);
  }
});

test('orders are found by status, channel, time and words', async (t) => {
  const item = await newItem(platform, platform.standard);
  const order = await newOrder(client, [{ item, qty: 1 }], {
    channel_id: platform.standard.channelId,
    channel_order_no: 'FIND-100%',
  });
  const find = async (query: string) => (await client.get(`/api/oms/orders?${query}`)).body;
  t.is((await find('q=find-100%25')).data[0].id, order.id);
  t.is((await find('q=FIND-100_')).data.length, 0);
  t.true((await find('status=draft&page_size=200')).data.some((row: any) => row.id === order.id));
  t.false(
    (await find('statuses=confirmed,released&page_size=200')).data.some((row: any) => row.id === order.id),
  );
  t.is((await find(`q=${order.order_no}&created_from=2099-01-01`)).meta.total, 0);
  const today = new Date().toISOString().slice(0, 10);
  t.is((await find(`q=${order.order_no}&created_to=${today}`)).meta.total, 1);
  t.is((await client.get('/api/oms/orders?statuses=draft,nonsense')).status, 400);
  t.is((await client.get('/api/oms/orders?page_size=201')).status, 400);
});

test("what an order names must be the organization's own", async (t) => {
  const item = await newItem(platform, platform.standard);
  const foreign = platform.threePl;
  const lines = [{ product_id: item, qty: 1 }];
  for (const [field, id] of Object.entries({
    customer_id: foreign.customerId,
    channel_id: foreign.channelId,
    warehouse_id: foreign.warehouseId,
    merchant_id: foreign.merchantId,
  })) {
    const answer = await client.post('/api/oms/orders', { [field]: id, lines });
    t.is(answer.status, 400, field);
    t.is(answer.body.error.code, 'UNKNOWN_REFERENCE', field);
    t.is(answer.body.error.details.path, field);
  }
  const answer = await client.post('/api/oms/orders', {
    lines: [...lines, { product_id: foreign.items['PLAIN'], qty: 1 }],
  });
  t.is(answer.body.error.details.path, 'lines.1.product_id');
});

test('other organizations and missing permissions get nothing', async (t) => {
  const item = await newItem(platform, platform.standard);
  const order = await newOrder(client, [{ item, qty: 1 }]);
  const stranger = createClient(platform.url, platform.threePl);
  for (const answer of [
    await stranger.get(`/api/oms/orders/${order.id}`),
    await stranger.get(`/api/oms/orders/${order.id}/events`),
    await stranger.patch(`/api/oms/orders/${order.id}`, { action: 'submit' }),
    await stranger.post(`/api/oms/orders/${order.id}/push-to-wms`),
  ]) {
    t.is(answer.status, 404);
  }
  const viewer = await platform.clientWith(platform.standard, ['oms.orders.view']);
  t.is((await viewer.get(`/api/oms/orders/${order.id}`)).status, 200);
  t.is((await viewer.patch(`/api/oms/orders/${order.id}`, { action: 'submit' })).status, 403);
  t.is((await viewer.post('/api/oms/orders', { lines: [] })).status, 403);
  const manager = await platform.clientWith(platform.standard, ['oms.orders.manage']);
  t.is((await manager.patch(`/api/oms/orders/${order.id}`, { action: 'approve' })).status, 403);
});

test("a 3PL order needs its merchant and never takes another merchant's stock", async (t) => {
  const organization = platform.threePl;
  const houseClient = createClient(platform.url, organization);
  const item = await newItem(platform, organization);
  const others = await newItem(platform, organization, { merchant_id: organization.secondMerchantId });
  await putStock(platform, organization, [{ item: others, qty: 50 }]);
  const missing = await houseClient.post('/api/oms/orders', { lines: [{ product_id: item, qty: 1 }] });
  t.is(missing.body.error.code, 'MERCHANT_REQUIRED');
  const crossing = await houseClient.post('/api/oms/orders', {
    merchant_id: organization.merchantId,
    lines: [{ product_id: others, qty: 1 }],
  });
  t.is(crossing.body.error.code, 'UNKNOWN_REFERENCE');
  const own = await newOrder(houseClient, [{ item, qty: 1 }], { merchant_id: organization.merchantId });
  const merchantTwo = await platform.clientWith(organization, ['oms.orders.view'], {
    merchantId: organization.secondMerchantId!,
  });
  t.is((await merchantTwo.get(`/api/oms/orders/${own.id}`)).status, 404);
  t.is((await merchantTwo.get('/api/oms/orders')).body.meta.total, 0);
});

test('an organization without a WMS promises, releases and fulfils from OMS inventory', async (t) => {
  const organization = await createOrganization(platform.database, {
    edition: 'standard',
    inventory_mode: 'oms_standalone',
  });
  const own = createClient(platform.url, organization);
  const item = organization.items['PLAIN']!;
  await own.post('/api/oms/inventory/adjust', { item_id: item, qty_delta: 8, reason_code: 'found' });
  const order = await newOrder(own, [{ item, qty: 5 }]);
  await drive(own, order.id, 'submit', 'approve');
  const push = await act(own, order.id, 'push-to-wms');
  t.is(push.status, 400);
  t.is(push.body.error.code, 'NOT_WMS_SYNC');
  await drive(
    own,
    order.id,
    ['allocate', { warehouse_id: organization.warehouseId }],
    ['release', { ship_mode: 'parcel' }],
  );
  t.like((await own.get(`/api/oms/availability?product_id=${item}`)).body.data[0], {
    available_qty: 3,
    promised_qty: 0,
    atp: 3,
  });
  const partly = await drive(own, order.id, [
    'partial_fulfill',
    { lines: [{ line_id: order.lines[0].id, qty: 2 }] },
  ]);
  t.is(partly.lines[0].allocated_qty, 3);
  const done = await drive(own, order.id, 'fulfill', 'deliver');
  t.is(done.status, 'delivered');
  t.deepEqual(done.wms_shipments, []);
  const rows = (await own.get('/api/oms/inventory')).body.data;
  t.deepEqual(
    rows.map((row: any) => [row.status, row.qty]),
    [['available', 3]],
  );
  t.is(
    (await own.post('/api/oms/inventory/adjust', { item_id: item, qty_delta: -4, reason_code: 'lost' })).body
      .error.code,
    'INSUFFICIENT_STOCK',
  );
  t.is(
    (await client.post('/api/oms/inventory/adjust', { item_id: item, qty_delta: 1, reason_code: 'found' }))
      .body.error.code,
    'NOT_OMS_STANDALONE',
  );
});

test('a shipment without an order never takes promised stock', async (t) => {
  const item = await newItem(platform, platform.standard);
  await putStock(platform, platform.standard, [{ item, qty: 10 }]);
  const order = await newOrder(client, [{ item, qty: 8 }]);
  await drive(client, order.id, 'submit', 'approve');
  const body = { warehouse_id: platform.standard.warehouseId };
  const refused = await client.post('/api/wms/shipments', { ...body, lines: [{ item_id: item, qty: 3 }] });
  t.is(refused.body.error.code, 'INSUFFICIENT_ATP');
  const made = await client.post('/api/wms/shipments', { ...body, lines: [{ item_id: item, qty: 2 }] });
  t.is(made.status, 201);
  t.is(made.body.data.order_id, null);
  t.is(
    (await client.patch(`/api/wms/shipments/${made.body.data.id}`, { action: 'ship' })).body.data.status,
    'shipped',
  );
  t.is((await client.get(`/api/wms/shipments?q=${made.body.data.shipment_no}`)).body.meta.total, 1);
});
