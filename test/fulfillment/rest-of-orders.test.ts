/** What becomes of an order when the last of what it still waits for ends. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { act, assertInvariants, newOrder, newWarehouse, putStock } from '../orders/orders-rig.ts';
import { makeReceipt } from '../helpers/receiving.ts';
import { newShelf, newWave, onTask, patch, read, stocked, tasksOf, type Running } from './outbound-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
  const answer = await t.context.platform.client.patch('/api/tenancy/settings', {
    short_policy: 'cancel_rest',
  });
  t.is(answer.status, 200, answer.text);
});
test.after.always((t) => t.context.platform?.stop());

const onShipment = ({ client }: Running, id: string, action: string) =>
  patch(client, `/api/wms/shipments/${id}`, { action });

test.serial(
  'a cancelled shipment ends its quantities; what was backordered before waits for the next push',
  async (t) => {
    const { platform } = t.context;
    const { client, standard } = platform;
    const shelf = await newShelf(platform);
    const item = await stocked(platform, { [shelf]: 10 });
    const order = await newOrder(client, [{ item, qty: 10 }]);
    for (const action of ['submit', 'approve']) t.is((await act(client, order.id, action)).status, 200);
    const stock = { warehouse_id: standard.warehouseId, item_id: item, location_id: shelf, qty: 4 };
    const reason = { reason_code: 'damage' };
    t.is((await client.post('/api/wms/inventory/hold', { ...stock, ...reason })).status, 200);
    const where = { warehouse_id: standard.warehouseId, allow_partial: true };
    t.is((await act(client, order.id, 'allocate', where)).status, 200);
    const pushed = await act(client, order.id, 'push-to-wms');
    t.like(pushed.body.data.lines[0], { allocated_qty: 6, backordered_qty: 4 }, pushed.text);

    const cancelled = await onShipment(platform, pushed.body.data.wms_shipments[0].id, 'cancel');
    t.is(cancelled.status, 200, cancelled.text);
    const waiting = await read(client, `/api/oms/orders/${order.id}`);
    t.is(waiting.status, 'confirmed');
    t.like(waiting.lines[0], { cancelled_qty: 6, backordered_qty: 4, reserved_qty: 0, allocated_qty: 0 });
    t.is((await client.post('/api/wms/inventory/release-hold', { ...stock, ...reason })).status, 200);
    const again = await act(client, order.id, 'push-to-wms');
    t.like(again.body.data.lines[0], { allocated_qty: 4, backordered_qty: 0 }, again.text);
    await assertInvariants(t, platform);
  },
);

test.serial('an order of which some has ended already is cancelled with the rest of it', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const shelf = await newShelf(platform);
  const item = await stocked(platform, { [shelf]: 10 });
  const order = await newOrder(client, [{ item, qty: 10 }]);
  for (const action of ['submit', 'approve']) t.is((await act(client, order.id, action)).status, 200);
  const held = { item_id: item, location_id: shelf, qty: 4, reason_code: 'damage' };
  const hold = { warehouse_id: standard.warehouseId, ...held };
  t.is((await client.post('/api/wms/inventory/hold', hold)).status, 200);
  const where = { warehouse_id: standard.warehouseId, allow_partial: true };
  t.is((await act(client, order.id, 'allocate', where)).status, 200);
  const pushed = await act(client, order.id, 'push-to-wms');
  t.is((await onShipment(platform, pushed.body.data.wms_shipments[0].id, 'cancel')).status, 200);

  const cancelled = await act(client, order.id, 'cancel');
  t.is(cancelled.status, 200, cancelled.text);
  t.is(cancelled.body.data.status, 'cancelled');
  t.like(cancelled.body.data.lines[0], { cancelled_qty: 10, backordered_qty: 0, reserved_qty: 0 });
  await assertInvariants(t, platform);
});

test.serial(
  'an order whose last open shipment is cancelled is delivered when everything else has arrived',
  async (t) => {
    const { platform } = t.context;
    const { client, standard } = platform;
    const second = await newWarehouse(platform, standard);
    const item = await stocked(platform, { [await newShelf(platform)]: 3 });
    await putStock(platform, standard, [{ item, qty: 3, location: second.shelf }]);
    const order = await newOrder(client, [{ item, qty: 6 }]);
    for (const action of ['submit', 'approve', 'push-to-wms']) await act(client, order.id, action);
    const path = `/api/oms/orders/${order.id}`;
    const [arrived, withdrawn] = (await read(client, path)).wms_shipments;
    for (const action of ['ship', 'deliver'])
      t.is((await onShipment(platform, arrived.id, action)).status, 200);
    t.is((await read(client, path)).status, 'partially_fulfilled');
    t.is((await onShipment(platform, withdrawn.id, 'cancel')).status, 200);
    t.is((await read(client, path)).status, 'delivered');
    const { rows } = await platform.owner.query<{ type: string }>(
      'select type from events where subject_id = $1 order by subject_seq desc limit 2',
      [order.id],
    );
    t.deepEqual(
      rows.map(({ type }) => type),
      ['sales_order.delivered', 'sales_order.fulfilled'],
    );
    await assertInvariants(t, platform);
  },
);

test.serial(
  'an order that waits again after a short pick is sent across the dock once, and ships',
  async (t) => {
    const { platform } = t.context;
    const { client, standard } = platform;
    const settings = await client.patch('/api/tenancy/settings', { short_policy: 'backorder' });
    t.is(settings.status, 200, settings.text);
    const item = await stocked(platform, { [await newShelf(platform)]: 5 });
    const order = await newOrder(client, [{ item, qty: 5 }]);
    for (const action of ['submit', 'approve', 'push-to-wms']) await act(client, order.id, action);
    const path = `/api/oms/orders/${order.id}`;
    const [shipment] = (await read(client, path)).wms_shipments;
    const wave = await newWave(platform, [shipment.id]);
    const [task] = await tasksOf(client, { wave_id: wave.id });
    for (const action of ['claim', 'short']) await onTask(client, task.id, action);
    const waiting = await read(client, path);
    t.is(waiting.status, 'confirmed');
    t.like(waiting.lines[0], { backordered_qty: 5, reserved_qty: 0 });

    const items = { X: item };
    const receipt = await makeReceipt(client, { ...standard, items }, { lines: [{ sku: 'X', qty: 5 }] });
    const crossed = await receipt.receive({ received_qty: 5, is_cross_dock: true, location_id: '' });
    t.is(crossed.body.data.cross_docked[0]?.qty, 5, crossed.text);
    t.like((await read(client, path)).lines[0], { backordered_qty: 0, allocated_qty: 5 });
    const [sent] = crossed.body.data.cross_docked;
    t.is((await onShipment(platform, sent.shipment_id, 'ship')).status, 200);
    t.is((await read(client, path)).status, 'fulfilled');
    await assertInvariants(t, platform);
  },
);

test.serial('an order whose rest ends after all that shipped has arrived is delivered', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const shelf = await newShelf(platform);
  const item = await stocked(platform, { [shelf]: 10 });
  const order = await newOrder(client, [{ item, qty: 10 }]);
  for (const action of ['submit', 'approve']) t.is((await act(client, order.id, action)).status, 200);
  const held = { item_id: item, location_id: shelf, qty: 4, reason_code: 'damage' };
  const hold = { warehouse_id: standard.warehouseId, ...held };
  t.is((await client.post('/api/wms/inventory/hold', hold)).status, 200);
  const where = { warehouse_id: standard.warehouseId, allow_partial: true };
  t.is((await act(client, order.id, 'allocate', where)).status, 200);
  const pushed = await act(client, order.id, 'push-to-wms');
  const { id } = pushed.body.data.wms_shipments[0];
  for (const action of ['ship', 'deliver']) t.is((await onShipment(platform, id, action)).status, 200);
  t.is((await read(client, `/api/oms/orders/${order.id}`)).status, 'partially_fulfilled');

  const fulfilled = await act(client, order.id, 'fulfill');
  t.is(fulfilled.status, 200, fulfilled.text);
  t.is(fulfilled.body.data.status, 'delivered');
  t.like(fulfilled.body.data.lines[0], { fulfilled_qty: 6, cancelled_qty: 4, backordered_qty: 0 });
  const { rows } = await platform.owner.query(
    `select type from events where subject_id = $1 and type in ('sales_order.fulfilled', 'sales_order.delivered') order by position`,
    [order.id],
  );
  t.deepEqual(
    rows.map(({ type }) => type),
    ['sales_order.fulfilled', 'sales_order.delivered'],
  );
  await assertInvariants(t, platform);
});
