import anyTest, { type TestFn } from 'ava';
import { assertInvariants, drive, newOrder } from '../orders/orders-rig.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { adjust, freshItem, rowsOf, stockOnPlate } from '../helpers/shelf.ts';

const test = anyTest as TestFn<{ platform: Platform & { stop(): Promise<void> } }>;

test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always(async (t) => {
  await assertInvariants(t as never, t.context.platform);
  await t.context.platform?.stop();
});

test('allocated stock is held by its order: not adjusted, not moved loose, not put on hold', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const shelf = await freshItem(platform);
  await adjust(client, shelf, { qty_delta: 10 });
  const order = await newOrder(client, [{ item: shelf.item_id, qty: 7 }]);
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const rows = await rowsOf(client, shelf.item_id);
  t.deepEqual(
    rows.map(({ status, qty }) => [status, qty]),
    [
      ['allocated', 7],
      ['available', 3],
    ],
  );

  const { not_allocatable: reason, holders } = (await client.get(`/api/wms/inventory/${rows[0].id}/holders`))
    .body.data;
  t.is(reason, 'status_allocated');
  t.like(holders[0], { order_id: order.id, order_no: order.order_no, qty: 7, status: 'open' });

  const { warehouse_id, item_id, location_id } = shelf;
  const tooMuch = [
    adjust(client, shelf, { qty_delta: -4, reason_code: 'lost' }),
    client.post('/api/wms/inventory/move', {
      warehouse_id,
      item_id,
      from_location_id: location_id,
      to_location_id: standard.locations['A-02'],
      qty: 4,
    }),
    client.post('/api/wms/inventory/hold', { ...shelf, qty: 4, reason_code: 'sample' }),
  ];
  for (const refused of await Promise.all(tooMuch)) {
    t.is(refused.status, 409, refused.text);
    t.is(refused.body.error.code, 'INSUFFICIENT_STOCK');
    t.like(refused.body.error.details, { available: 3, allocated: 7, required: 4 });
    t.is(refused.body.error.details.holders[0].order_id, order.id);
  }
});

test('a pallet takes its allocations along, and the order ships from where it stands now', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const shelf = await freshItem(platform);
  const { warehouse_id, location_id } = shelf;
  const pallet = (await client.post('/api/wms/pallets', { warehouse_id, location_id })).body.data;
  await stockOnPlate(platform, shelf, pallet.id, 10);
  const order = await newOrder(client, [{ item: shelf.item_id, qty: 4 }]);
  const pushed = await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const moved = await client.post('/api/wms/inventory/move', {
    warehouse_id,
    pallet_lpn: pallet.lpn,
    to_location_id: standard.locations['A-03'],
  });
  t.is(moved.status, 200, moved.text);
  const rows = await rowsOf(client, shelf.item_id);
  t.deepEqual(
    rows.map(({ location, status, qty }) => [location, status, qty]),
    [
      ['A-03', 'allocated', 4],
      ['A-03', 'available', 6],
    ],
  );
  t.is((await client.get(`/api/wms/inventory/${rows[0].id}/holders`)).body.data.holders[0].lpn, pallet.lpn);
  const [shipment] = pushed.wms_shipments;
  const shipped = await client.patch(`/api/wms/shipments/${shipment.id}`, { action: 'ship' });
  t.is(shipped.status, 200, shipped.text);
  t.deepEqual(
    (await rowsOf(client, shelf.item_id)).map(({ qty }) => qty),
    [6],
  );
});

test('a count finds allocated stock among the available and does not take it away', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const shelf = await freshItem(platform);
  const place = (
    await client.post('/api/wms/locations', {
      warehouse_id: shelf.warehouse_id,
      code: 'CNT-ALLOC',
      type: 'storage',
    })
  ).body.data;
  const here = { ...shelf, location_id: place.id };
  await adjust(client, here, { qty_delta: 10 });
  const order = await newOrder(client, [{ item: shelf.item_id, qty: 7 }]);
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const count = async (qty: number) => {
    const task = (
      await client.post('/api/wms/count-tasks', {
        warehouse_id: shelf.warehouse_id,
        location_ids: [place.id],
      })
    ).body.data;
    await client.post(`/api/wms/count-tasks/${task.id}/lines`, {
      lines: [{ location_id: place.id, item_id: shelf.item_id, counted_qty: qty }],
    });
    const completed = await client.patch(`/api/wms/count-tasks/${task.id}`, { action: 'complete' });
    if (completed.status !== 200) await client.patch(`/api/wms/count-tasks/${task.id}`, { action: 'cancel' });
    return completed;
  };
  t.like((await count(9)).body.data.lines[0], { expected_qty: 10, difference: -1 });
  t.deepEqual(
    (await rowsOf(client, shelf.item_id)).map(({ status, qty }) => [status, qty]),
    [
      ['allocated', 7],
      ['available', 2],
    ],
  );
  const short = await count(5);
  t.is(short.status, 409, 'what is missing is promised: the order comes first');
  t.is(short.body.error.details.holders[0].order_id, order.id);
});
