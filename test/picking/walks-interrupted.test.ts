/** Jobs whose goods cannot be picked for a while, or leave without them. */
import anyTest, { type TestFn } from 'ava';
import { act, assertInvariants, newOrder } from '../orders/orders-rig.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { newShelf, newWave, read, type Running } from '../fulfillment/outbound-rig.ts';
import { claimed, finish, itemAt, job, waveOf } from './jobs-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.beforeEach(async (t) => {
  t.context.platform = await joinPlatform();
});
test.afterEach.always((t) => t.context.platform?.stop());

test.serial('a walk goes on past a place that is being counted, and comes back to it', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const warehouse_id = standard.warehouseId;
  const shelves = [
    await newShelf(platform, { pick_sequence: 1 }),
    await newShelf(platform, { pick_sequence: 2 }),
  ];
  const items = await Promise.all(shelves.map((shelf) => itemAt(platform, shelf, 5)));
  const wave = await waveOf(platform, [items.map((item) => [item, 1] as const)]);
  const made = await claimed(platform, { wave_id: wave.id });
  const next = async () =>
    (await client.post('/api/wms/work/claim', { warehouse_id, kinds: ['pick'] })).body.data.work?.id;
  const [first, second] = made.picks.map((pick: any) => pick.pick_task_id);
  t.is(await next(), first);
  const count = await client.post('/api/wms/count-tasks', {
    warehouse_id,
    location_ids: [shelves[0]],
    lock: 'creation',
  });
  t.is(count.status, 201, count.text);
  t.is(await next(), second);
  await client.patch(`/api/wms/count-tasks/${count.body.data.id}`, { action: 'cancel' });
  t.is(await next(), first);
  t.is((await finish(client, made.id)).status, 'done');
});

test.serial('a job whose goods ship past it ends, although others pick the rest of the order', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const shelves = [await newShelf(platform, { zone: 'A' }), await newShelf(platform, { zone: 'B' })];
  const items = await Promise.all(shelves.map((shelf) => itemAt(platform, shelf, 5)));
  const order = await newOrder(
    client,
    items.map((item) => ({ item, qty: 2 })),
  );
  for (const action of ['submit', 'approve', 'push-to-wms']) await act(client, order.id, action);
  const { wms_shipments: shipments, lines } = await read(client, `/api/oms/orders/${order.id}`);
  const wave = await newWave(platform, [shipments[0].id]);
  const words = { wave_id: wave.id, cart: 'K1' };
  const made = await claimed(platform, { ...words, zone: 'A' });
  const [{ item_id: inZone }] = made.picks;
  const line = lines.find((one: any) => one.product_id === inZone);
  const part = await client.patch(`/api/oms/orders/${order.id}`, {
    action: 'partial_fulfill',
    lines: [{ line_id: line.id, qty: 2 }],
  });
  t.is(part.status, 200, part.text);
  t.like(await job(client, made.id), { tasks_left: 0, status: 'done' });
  const rest = await claimed(platform, { ...words, zone: 'B' });
  t.is((await finish(client, rest.id)).status, 'done', 'its cart is free');
  await assertInvariants(t, platform);
});
