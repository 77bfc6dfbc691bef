import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { inTenant } from '../../db/database.ts';
import { post } from '../../db/inventory/ledger.write.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { createClient, type Client } from '../helpers/client.ts';
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

test('an organization without a WMS promises, releases and fulfils from OMS inventory', async (t) => {
  const organization = await platform.newOrganization({
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

test('the database refuses allocated stock without an allocation, whoever posts it', async (t) => {
  const organization = platform.standard;
  const item = await newItem(platform, organization);
  await putStock(platform, organization, [{ item, qty: 5 }]);
  const key = {
    warehouse_id: organization.warehouseId,
    merchant_id: organization.merchantId,
    item_id: item,
    location_id: organization.locations['A-01']!,
    lot_no: '',
    lpn_id: null,
    transaction_type: 'allocate',
    ref_type: 'test',
    ref_id: null,
  } as const;
  const error = await t.throwsAsync(
    inTenant(platform.database, { organizationId: organization.id }, async (tx) => {
      await post(tx, { organizationId: organization.id, commandId: uuidv7(), actor: 'test' }, [
        { ...key, status: 'available', qty_delta: -2 },
        { ...key, status: 'allocated', qty_delta: 2 },
      ]);
    }),
  );
  t.is((error as unknown as { constraint: string }).constraint, 'allocated_equals_open_allocations');
});

test('the database refuses a shipment line that holds more or less than it sends, whoever changes either', async (t) => {
  const organization = platform.standard;
  const { client } = platform;
  const item = await newItem(platform, organization);
  await putStock(platform, organization, [{ item, qty: 5 }]);
  const made = await client.post('/api/wms/shipments', {
    warehouse_id: organization.warehouseId,
    lines: [{ item_id: item, qty: 2 }],
  });
  t.is(made.status, 201, made.text);
  const key = [organization.id, made.body.data.id];
  for (const change of [
    'update wms_shipment_lines set qty = 3 where organization_id = ? and shipment_id = ?',
    "update allocations set status = 'released', ended_at = now() where organization_id = ? and shipment_id = ?",
  ]) {
    const error = await t.throwsAsync(
      inTenant(platform.database, { organizationId: organization.id }, (tx) => tx.raw(change, key)),
    );
    const { code, constraint } = error as unknown as { code: string; constraint: string };
    t.is(code, 'WP002', change);
    t.true(['allocations_sum_to_shipment_line', 'allocated_equals_open_allocations'].includes(constraint));
  }
});

test('the plan of a large order takes every line whole', async (t) => {
  const items = await Promise.all(Array.from({ length: 40 }, () => newItem(platform, platform.standard)));
  for (const item of items) {
    await putStock(platform, platform.standard, [
      { item, qty: 3 },
      { item, qty: 4, location: 'A-02' },
    ]);
  }
  const order = await newOrder(
    client,
    items.map((item) => ({ item, qty: 5.5 })),
  );
  const pushed = await drive(client, order.id, 'submit', 'approve', [
    'push-to-wms',
    { warehouse_id: platform.standard.warehouseId.toUpperCase() },
  ]);
  t.true(pushed.lines.every((line: any) => line.allocated_qty === 5.5));
});
