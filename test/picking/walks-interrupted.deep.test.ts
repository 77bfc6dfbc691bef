/** Jobs whose goods cannot be picked for a while, or leave without them. */
import anyTest, { type TestFn } from 'ava';
import { act, assertInvariants, newOrder, putStock } from '../orders/orders-rig.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { hold, lot, lotIn, release } from '../inventory/lot-rig.ts';
import {
  newShelf,
  newShipment,
  newWave,
  onTask,
  patch,
  read,
  tasksOf,
  type Running,
} from '../fulfillment/outbound-rig.ts';
import { next as nextWork } from '../tasks/work-rig.ts';
import { newTransfer, secondWarehouse } from '../transfers/transfers-rig.ts';
import { claimed, finish, inAisle, itemAt, job, onJob, put, waveOf } from './jobs-rig.ts';

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

test.serial('a walk goes on past a lot on hold, which nobody else is given and no wave takes', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const shelves: string[] = [];
  for (const pick_sequence of [1, 2, 3]) shelves.push(await newShelf(platform, { pick_sequence }));
  const items = await Promise.all(shelves.map((shelf) => lotIn(platform, { [shelf]: 5 })));
  const unsent = await newShipment(platform, [{ item_id: items[0]!, qty: 1 }]);
  const wave = await waveOf(
    platform,
    items.map((item) => [[item, 1] as const]),
  );
  const made = await claimed(platform, { wave_id: wave.id, cart: 'C1' });
  const [first, second] = made.picks.map((pick: any) => pick.pick_task_id);
  const next = async (by = client) => (await nextWork(platform, { kinds: ['pick'] }, by))?.id ?? null;
  t.is(await next(), first);
  t.is((await hold(client, items[0]!)).status, 200);
  t.is(await next(), second);
  t.is((await onTask(client, first, 'unclaim')).status, 200);
  const other = await platform.clientWith(standard, ['wms.picking.work']);
  t.is(await next(other), null, 'the next one is not sent there either');
  const waiting = await newWave(platform, [unsent.id], false);
  const released = await patch(client, `/api/wms/waves/${waiting.id}`, { action: 'release' });
  t.like(released.body.data.excluded, [{ shipment_id: unsent.id, reason: 'lot_on_hold' }]);
  t.is((await release(client, items[0]!)).status, 200);
  t.is(await next(other), first);
});

test.serial('a lot on hold stops no walk from zone to zone: what is of it is left behind', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const shelves: string[] = [];
  for (const zone of ['A', 'A', 'B', 'C']) shelves.push(await newShelf(platform, { zone }));
  const items = await Promise.all(shelves.map((shelf) => lotIn(platform, { [shelf]: 5 })));
  const wave = await waveOf(platform, [items.map((item) => [item, 1] as const)]);
  const made = await claimed(platform, { method: 'zone', cart: 'Z1', wave_id: wave.id });
  const pickOf = (index: number) => made.picks.find((pick: any) => pick.item_id === items[index]);
  t.is(made.tasks, 4);
  await put(client, pickOf(1));
  for (const index of [0, 2]) t.is((await hold(client, items[index]!)).status, 200);
  const work = await nextWork(platform, { kinds: ['pick'] });
  t.like(work.steps, [{ scan: 'zone', code: 'C' }], 'of zone B nothing can be picked');
  t.is((await onJob(client, made.id, 'pass_on', { zone: 'C' })).status, 200);
  t.like(await read(client, `/api/wms/pick-tasks/${pickOf(0).pick_task_id}`), {
    status: 'open',
    job_id: null,
  });
  const other = await platform.clientWith(standard, ['wms.picking.work', 'wms.picking.view']);
  const taken = await nextWork(platform, { kinds: ['pick'], zone: 'C' }, other);
  t.is(taken?.id, pickOf(3).pick_task_id);
  await put(other, pickOf(3));
  t.is(await nextWork(platform, { kinds: ['pick'] }, other), null);
  for (const index of [0, 2]) t.is((await release(client, items[index]!)).status, 200);
  t.like((await nextWork(platform, { kinds: ['pick'] }, other)).steps, [{ scan: 'zone', code: 'B' }]);
  await assertInvariants(t, platform);
});

test.serial('what a batch has in hand of a lot on hold keeps nobody from the wall', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const shelves = [await newShelf(platform, { pick_sequence: 1 }), await newShelf(platform)];
  const items = await Promise.all(shelves.map((shelf) => lotIn(platform, { [shelf]: 5 })));
  const wave = await waveOf(
    platform,
    items.map((item) => [[item, 1] as const]),
  );
  const made = await claimed(platform, { method: 'batch', wave_id: wave.id, from_location_id: shelves[0] });
  for (const { pick_task_id } of made.picks)
    t.is((await onJob(client, made.id, 'pick', { pick_task_id, qty: 1 })).status, 200);
  const next = async () => (await nextWork(platform, { kinds: ['pick'] }))?.id;
  const first = await next();
  const { item_id: held } = made.picks.find((pick: any) => pick.pick_task_id === first);
  t.is((await hold(client, held)).status, 200);
  const other = made.picks.find((pick: any) => pick.pick_task_id !== first);
  t.is(await next(), other.pick_task_id);
  t.is((await release(client, held)).status, 200);
  t.is(await next(), first);
});

test.serial(
  'a pick of a lot on hold reported short is made of another lot, and nothing is counted',
  async (t) => {
    const { platform } = t.context;
    const { client, standard } = platform;
    const [near, far] = [await newShelf(platform, { pick_sequence: 1 }), await newShelf(platform)];
    const item = await lotIn(platform, { [near]: 5 });
    const wave = await waveOf(platform, [[[item, 3]]]);
    await putStock(platform, standard, [{ item, qty: 5, location: far, lot: 'GOOD' }]);
    const [task] = await tasksOf(client, { wave_id: wave.id });
    t.like(task, { location_id: near, lot_no: lot });
    t.is((await onTask(client, task.id, 'claim')).status, 200);
    t.is((await hold(client, item)).status, 200);
    t.deepEqual((await onTask(client, task.id, 'confirm')).body.error.details.ways, [
      'short_pick',
      'release_lot',
      'cancel_shipment',
    ]);
    const short = await onTask(client, task.id, 'short');
    t.is(short.status, 200, short.text);
    t.like(short.body.data, { status: 'short', picked_qty: 0, count_task_id: null });
    const [again, ...none] = await tasksOf(client, { wave_id: wave.id, status: 'open' });
    t.deepEqual(none, []);
    t.like(again, { location_id: far, lot_no: 'GOOD', qty: 3 });
    for (const action of ['claim', 'confirm']) t.is((await onTask(client, again.id, action)).status, 200);
    t.is((await patch(client, `/api/wms/shipments/${task.shipment_id}`, { action: 'ship' })).status, 200);
    t.deepEqual(await read(client, `/api/wms/count-tasks?warehouse_id=${standard.warehouseId}`), []);
    await assertInvariants(t, platform);
  },
);

test.serial('a transfer takes a lot on hold with it: its picks are given out', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const there = await secondWarehouse(client);
  const item = await lotIn(platform, { [await newShelf(platform)]: 4 });
  const { shipment_id } = await newTransfer(client, standard, there, [{ item_id: item, qty: 4 }]);
  t.is((await hold(client, item)).status, 200);
  const { ship_mode } = await read(client, `/api/wms/shipments/${shipment_id}`);
  const body = { warehouse_id: standard.warehouseId, ship_mode, shipment_ids: [shipment_id] };
  const made = await client.post('/api/wms/waves', body);
  t.is(made.status, 201, made.text);
  const released = await patch(client, `/api/wms/waves/${made.body.data.id}`, { action: 'release' });
  t.like(released.body.data, { pick_task_count: 1, excluded: [] });
  const work = await nextWork(platform, { kinds: ['pick'] });
  t.is((await onTask(client, work.id, 'confirm')).status, 200);
});
