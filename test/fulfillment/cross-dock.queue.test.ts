/** Cross-dock goods go to the oldest open order that wants them, never more than arrived. */
import test from 'ava';
import { makeReceipt } from '../helpers/receiving.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { act, assertInvariants, drive, newItem, newOrder, putStock } from '../orders/orders-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

/** A receipt with one line of the item, without a limit. */
async function arriving(item: string) {
  const { client, standard } = platform;
  const receipt = await makeReceipt(client, { ...standard, items: { X: item } }, { lines: [{ sku: 'X' }] });
  return (qty: number, more: object = {}) =>
    receipt.receive({ received_qty: qty, is_cross_dock: true, location_id: '', ...more });
}

/** An order of `qty` of which `shipped` left, the rest backordered by a cancelled shipment. */
async function backordered(item: string, shipped: number, short: number): Promise<any> {
  const { client, standard } = platform;
  await putStock(platform, standard, [{ item, qty: shipped + short, location: 'A-01' }]);
  const order = await newOrder(client, [{ item, qty: shipped + short }]);
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const lines = [{ line_id: order.lines[0].id, qty: shipped }];
  const part = await drive(client, order.id, ['partial_fulfill', { lines }]);
  const open = part.wms_shipments.find(({ status }: any) => status === 'commit');
  await client.patch(`/api/wms/shipments/${open.id}`, { action: 'cancel' });
  const now = (await client.get(`/api/oms/orders/${order.id}`)).body.data;
  // What was corrected away must not serve the backorder: it is gone.
  await client.post('/api/wms/inventory/adjust', {
    warehouse_id: standard.warehouseId,
    location_id: standard.locations['A-01'],
    item_id: item,
    qty_after: 0,
    reason_code: 'lost',
  });
  return now;
}

test('what is backordered is sent from the cross-dock, the oldest order first', async (t) => {
  const { client, standard } = platform;
  const item = await newItem(platform, standard);
  const oldest = await backordered(item, 1, 4);
  const next = await backordered(item, 1, 4);
  t.deepEqual([oldest.status, oldest.lines[0].backordered_qty], ['partially_fulfilled', 4]);
  const receive = await arriving(item);

  const first = await receive(6);
  t.is(first.status, 200);
  t.deepEqual(
    first.body.data.cross_docked.map(({ order_id, qty }: any) => [order_id, qty]),
    [
      [oldest.id, 4],
      [next.id, 2],
    ],
  );
  const served = (await client.get(`/api/oms/orders/${oldest.id}`)).body.data;
  t.is(served.lines[0].backordered_qty, 0);
  t.is(served.lines[0].allocated_qty, 4);
  const shipment = (await client.get(`/api/wms/shipments/${first.body.data.cross_docked[0].shipment_id}`))
    .body.data;
  t.is(shipment.status, 'commit');
  t.deepEqual(
    shipment.allocations.map(({ location, qty, why }: any) => [location, qty, why.strategy]),
    [['XDOCK-1', 4, 'cross_dock']],
  );

  const rest = await receive(5);
  t.deepEqual(rest.body.data.cross_docked[0].qty, 2);
  const stock = (await client.get(`/api/wms/inventory?item_id=${item}&status=available&location=XDOCK-1`))
    .body.data;
  t.is(stock[0].qty, 3);
  const none = await receive(1);
  t.deepEqual(none.body.data.cross_docked, []);
  const events = (await client.get(`/api/oms/orders/${oldest.id}/events?page_size=200`)).body.data;
  t.is(events.at(-1).type, 'wms_shipment.commit');
  await assertInvariants(t, platform);
});

test('an order that waits is sent whole, and takes what crosses the dock before what lies on shelves', async (t) => {
  const { client, standard } = platform;
  const [item, other] = [await newItem(platform, standard), await newItem(platform, standard)];
  await putStock(platform, standard, [
    { item, qty: 10 },
    { item: other, qty: 10 },
  ]);
  const held = await newOrder(client, [{ item, qty: 2 }]);
  const order = await newOrder(client, [
    { item, qty: 5 },
    { item: other, qty: 2 },
  ]);
  for (const { id } of [held, order]) await drive(client, id, 'submit', 'approve');
  await client.post(`/api/oms/orders/${held.id}/holds`, { reason: 'PAYMENT' });

  const { body } = await (await arriving(item))(3);
  t.deepEqual(
    body.data.cross_docked.map(({ order_id, qty }: any) => [order_id, qty]),
    [[order.id, 3]],
  );
  const { allocations } = (await client.get(`/api/wms/shipments/${body.data.cross_docked[0].shipment_id}`))
    .body.data;
  t.deepEqual(allocations.map(({ location, qty }: any) => `${location} ${qty}`).sort(), [
    'A-01 2',
    'A-01 2',
    'XDOCK-1 3',
  ]);
  t.is((await client.get(`/api/oms/orders/${order.id}`)).body.data.status, 'released');
  t.is((await client.get(`/api/oms/orders/${held.id}`)).body.data.status, 'confirmed');
  await assertInvariants(t, platform);
});

test('stock stays at the cross-dock when the order cannot be sent whole, is damaged, or is drafted only', async (t) => {
  const { client, standard } = platform;
  const item = await newItem(platform, standard);
  await newOrder(client, [{ item, qty: 5 }]);
  const receive = await arriving(item);
  t.deepEqual((await receive(2)).body.data.cross_docked, []);
  await backordered(item, 1, 4);
  t.deepEqual((await receive(2, { condition: 'damaged' })).body.data.cross_docked, []);
  t.false(
    'cross_docked' in
      (await receive(1, { is_cross_dock: false, location_id: standard.locations['DOCK-1'] })).body.data,
  );
});

test('two receives at once give one order what it wants, once', async (t) => {
  const { client, standard } = platform;
  for (let round = 1; round <= 3; round += 1) {
    const item = await newItem(platform, standard);
    const order = await backordered(item, 1, 5);
    const [here, there] = await Promise.all([arriving(item), arriving(item)]);
    const answers = await Promise.all([here(4), there(4), here(3)]);
    t.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    const given = answers.flatMap(({ body }) => body.data.cross_docked);
    t.is(
      given.reduce((total: number, { qty }: any) => total + qty, 0),
      5,
    );
    const now = (await client.get(`/api/oms/orders/${order.id}`)).body.data;
    t.deepEqual([now.lines[0].allocated_qty, now.lines[0].backordered_qty], [5, 0]);
  }
  await assertInvariants(t, platform);
});

test('receives, approvals and pushes of one item at once never promise a unit twice', async (t) => {
  const { client, standard } = platform;
  const item = await newItem(platform, standard);
  await putStock(platform, standard, [{ item, qty: 4 }]);
  const orders = [];
  for (let index = 0; index < 6; index += 1) {
    const { id } = await newOrder(client, [{ item, qty: 2 }]);
    await drive(client, id, 'submit');
    orders.push(id);
  }
  const receive = await arriving(item);
  await Promise.all([
    ...orders.map(async (id) => {
      await act(client, id, 'approve');
      await act(client, id, 'push-to-wms');
    }),
    receive(2),
    receive(3),
  ]);
  await assertInvariants(t, platform);
  const shipped = (await client.get(`/api/wms/inventory?item_id=${item}&page_size=200`)).body.data;
  t.is(
    shipped.reduce((total: number, { qty }: any) => total + qty, 0),
    9,
  );
});
