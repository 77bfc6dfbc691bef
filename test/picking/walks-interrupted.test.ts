/** Jobs whose goods cannot be picked for a while, or leave without them. */
import anyTest, { type TestFn } from 'ava';
import { act, assertInvariants, newOrder, putStock } from '../orders/orders-rig.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { newShelf, newWave, onTask, read, type Running } from '../fulfillment/outbound-rig.ts';
import { claimed, finish, inAisle, itemAt, job, onJob, waveOf } from './jobs-rig.ts';

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

test.serial('a batch is not walked back to places it has taken from', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const shelves = await Promise.all([1, 3, 5, 7].map((bay) => inAisle(platform, 1, bay)));
  const [first, second, third, last] = shelves as [string, string, string, string];
  const items = await Promise.all([first, second, third].map((shelf) => itemAt(platform, shelf, 2)));
  const wave = await waveOf(
    platform,
    items.map((item) => [[item, 2] as const]),
  );
  const made = await claimed(platform, { method: 'batch', wave_id: wave.id, from_location_id: first });
  const [one, two] = made.picks;
  const stop = { pick_task_id: one.pick_task_id, qty: 2 };
  t.is((await onJob(client, made.id, 'pick', stop)).status, 200);
  await putStock(platform, standard, [{ item: items[1]!, qty: 2, location: last }]);
  t.is((await onTask(client, two.pick_task_id, 'short', {})).status, 200);
  const walked = await job(client, made.id);
  t.deepEqual(
    walked.picks.map(({ location_id: id, stop: at, metres }: any) => [id, at, metres]),
    [
      [first, 1, 0],
      [second, 2, 2],
      [third, 3, 4],
      [last, 4, 6],
    ],
  );
});
