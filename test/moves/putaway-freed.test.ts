/** `putaway: task`: what was on hold where goods arrive is put away once it is free. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { read, type Running } from '../fulfillment/outbound-rig.ts';
import { drive, newOrder, putStock } from '../orders/orders-rig.ts';
import { inspectGoods, plannedGoods } from '../quality/quality-rig.ts';
import { authorizedReturn, dispose, inspect, patch, receiveUnits } from '../returns/returns-rig.ts';
import { putawayFloor, where } from './putaway-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  const platform = await joinPlatform();
  t.context.platform = platform;
  const set = await platform.client.patch('/api/tenancy/settings', { putaway: 'task' });
  if (set.status !== 200) throw new Error(set.text);
});
test.after.always((t) => t.context.platform?.stop());

test('returned units are put away once they are restocked, and no others', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const floor = await putawayFloor(platform, { A: {} });
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
  t.deepEqual(where(floor, await moves()), { A: 2 });
});

test('goods that wait for an inspection are put away once they pass', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const floor = await putawayFloor(platform, { A: {} });
  const goods = await plannedGoods(platform, { sample_percent: 50 }, { storage_class: floor.storage_class });
  await goods.scan(4, { location_id: floor.dock });
  const moves = () => read(client, `/api/wms/moves?receipt_id=${goods.receipt}&status=open`);
  t.deepEqual(where(floor, await moves()), { A: 2 }, 'what nobody looks at is put away at once');
  const [{ id }] = await goods.inspections();
  t.is((await inspectGoods(client, id, [])).status, 200);
  const planned = await moves();
  t.is(
    planned.reduce((total: number, { qty }: any) => total + qty, 0),
    4,
  );
  const carried = await patch(client, `/api/wms/moves/${planned[0].id}`, { action: 'confirm' });
  t.is(carried.status, 200, carried.text);
});
