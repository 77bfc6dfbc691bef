/** `putaway: task`: what was on hold where goods arrive is put away once it is free. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { read, type Running } from '../fulfillment/outbound-rig.ts';
import { drive, newOrder, putStock } from '../orders/orders-rig.ts';
import { inspectGoods, plannedGoods } from '../quality/quality-rig.ts';
import { authorizedReturn, dispose, inspect, receiveUnits } from '../returns/returns-rig.ts';
import { actOn, putawayFloor, where, type PutawayFloor } from './putaway-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  const platform = await joinPlatform();
  t.context.platform = platform;
  const set = await platform.client.patch('/api/tenancy/settings', { putaway: 'task' });
  if (set.status !== 200) throw new Error(set.text);
});
test.after.always((t) => t.context.platform?.stop());

/** Goods of such a receipt go to this place of the floor alone. */
async function ruledBySource(
  { client, standard }: Running,
  { storage_class, places }: PutawayFloor,
  source_type: string,
): Promise<void> {
  const made = await client.post('/api/wms/putaway-rules', {
    warehouse_id: standard.warehouseId,
    name: storage_class,
    applies_to: { storage_class, source_type },
    steps: [{ place: 'fixed', location_id: places['RULED'] }],
  });
  if (made.status !== 201) throw new Error(made.text);
}

test('returned units are put away once they are restocked, and no others', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const floor = await putawayFloor(platform, { A: {}, RULED: {} });
  await ruledBySource(platform, floor, 'return');
  await putStock(platform, standard, [{ item: floor.item, qty: 3, location: 'A-01' }]);
  const order = await newOrder(client, [{ item: floor.item, qty: 3 }], {
    warehouse_id: standard.warehouseId,
  });
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms', 'fulfill');
  const sold = { orderId: order.id, orderLineId: order.lines[0].id, itemId: floor.item };
  const back = await authorizedReturn(client, sold, 3);
  await receiveUnits(platform, back, 3, { location_id: floor.dock });
  const { inspections } = (await inspect(client, back, 3)).body.data;
  const moves = () => read(client, `/api/wms/moves?item_id=${floor.item}&status=open`);
  t.deepEqual(await moves(), []);
  for (const [kind, qty] of [
    ['quarantine', 1],
    ['restock', 2],
  ] as const)
    await dispose(client, back, inspections[0].id, kind, { qty, location_id: floor.dock });
  const planned = await moves();
  t.deepEqual(where(floor, planned), { RULED: 2 });
  const elsewhere = { qty: 1, to_location_id: floor.places['A'], reason: 'RULED was blocked' };
  t.is((await actOn(client, planned[0].id, 'confirm', elsewhere)).status, 200);
  t.deepEqual(where(floor, await moves()), { RULED: 1 }, 'so is what is left of them');
});

test('returned units that nobody inspects are put away as they come in, and damaged ones are not', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const item_class = `never-${Math.random()}`;
  const rule = { name: item_class, priority: 1, item_class, inspect: 'never' };
  t.is((await client.post('/api/oms/return-rules', rule)).status, 201);
  const floor = await putawayFloor(platform, { A: {}, RULED: {} }, { item: { item_class } });
  await ruledBySource(platform, floor, 'return');
  await putStock(platform, standard, [{ item: floor.item, qty: 3, location: 'A-01' }]);
  const order = await newOrder(client, [{ item: floor.item, qty: 3 }], {
    warehouse_id: standard.warehouseId,
  });
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms', 'fulfill');
  const sold = { orderId: order.id, orderLineId: order.lines[0].id, itemId: floor.item };
  const back = await authorizedReturn(client, sold, 3);
  const counted = await receiveUnits(platform, back, 2, { location_id: floor.dock, damaged_qty: 1 });
  t.is(counted.status, 200, counted.text);
  const planned = await read(client, `/api/wms/moves?item_id=${floor.item}&status=open`);
  t.deepEqual(where(floor, planned), { RULED: 2 });
  t.is((await actOn(client, planned[0].id, 'confirm')).status, 200);
});

test('goods that wait for an inspection are put away once they pass', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const floor = await putawayFloor(platform, { A: {}, RULED: {} });
  await ruledBySource(platform, floor, 'manual');
  const goods = await plannedGoods(platform, { sample_percent: 50 }, { storage_class: floor.storage_class });
  await goods.scan(4, { location_id: floor.dock });
  const moves = () => read(client, `/api/wms/moves?receipt_id=${goods.receipt}&status=open`);
  t.deepEqual(where(floor, await moves()), { RULED: 2 }, 'what nobody looks at is put away at once');
  const [{ id }] = await goods.inspections();
  t.is((await inspectGoods(client, id, [])).status, 200);
  const planned = await moves();
  const qtyThere = (found: any[]): number =>
    found
      .filter(({ to_location_id: to }) => to === floor.places['RULED'])
      .reduce((total, { qty }) => total + qty, 0);
  t.is(qtyThere(planned), 4);
  t.is((await actOn(client, planned[0].id, 'confirm', { qty: 1 })).status, 200);
  t.is(qtyThere(await moves()), 3, 'so does what is left of it');
});
