import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { act, assertInvariants, newOrder } from '../orders/orders-rig.ts';
import {
  newShelf,
  newShipment,
  newWave,
  onTask,
  patch,
  read,
  stocked,
  tasksOf,
  type Running,
} from '../fulfillment/outbound-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

test('a short pick heals itself: counted, allocated elsewhere, picked there', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const [near, far] = [
    await newShelf(platform, { pick_sequence: 1 }),
    await newShelf(platform, { pick_sequence: 2 }),
  ];
  const item = await stocked(platform, { [near]: 10 });
  const order = await newOrder(client, [{ item, qty: 6 }]);
  for (const action of ['submit', 'approve', 'push-to-wms']) await act(client, order.id, action);
  await stockMore(platform, item, far, 10);
  const [shipment] = (await read(client, `/api/oms/orders/${order.id}`)).wms_shipments;
  const wave = await newWave(platform, [shipment.id]);
  const [task] = await tasksOf(client, { wave_id: wave.id });
  t.is(task.location_id, near);
  await onTask(client, task.id, 'claim');
  t.is((await onTask(client, task.id, 'short', { picked_qty: 6 })).status, 400, 'all of it is not short');
  const short = await onTask(client, task.id, 'short', { picked_qty: 2 });
  t.is(short.status, 200, short.text);
  t.like(short.body.data, { status: 'short', picked_qty: 2, qty: 6 });
  const count = await read(client, `/api/wms/count-tasks/${short.body.data.count_task_id}`);
  t.is(count.locations[0].location_id, near);
  t.true(count.locations[0].is_locked);
  const [again, ...none] = await tasksOf(client, { wave_id: wave.id, status: 'open' });
  t.deepEqual(none, []);
  t.like(again, { location_id: far, qty: 4, shipment_id: shipment.id });
  await onTask(client, again.id, 'claim');
  t.is((await onTask(client, again.id, 'confirm')).status, 200);
  t.is((await read(client, `/api/wms/waves/${wave.id}`)).status, 'completed');
  const shipped = await patch(client, `/api/wms/shipments/${shipment.id}`, { action: 'ship' });
  t.is(shipped.status, 200, shipped.text);
  t.is((await read(client, `/api/oms/orders/${order.id}`)).status, 'fulfilled');
  // The count then says what is really there: none of the eight that are still on record.
  const path = `/api/wms/count-tasks/${count.id}`;
  await client.post(`${path}/lines`, { lines: [{ location_id: near, item_id: item, counted_qty: 0 }] });
  t.is((await patch(client, path, { action: 'complete' })).body.data.lines[0].difference, -8);
  await assertInvariants(t, platform);
});

async function stockMore(platform: Running, item: string, location: string, qty: number): Promise<void> {
  const answer = await platform.client.post('/api/wms/inventory/adjust', {
    warehouse_id: platform.standard.warehouseId,
    item_id: item,
    location_id: location,
    qty_delta: qty,
    reason_code: 'found',
  });
  if (answer.status !== 200) throw new Error(answer.text);
}

/** A claimed pick of an item whose shelf has another item besides, and a count there. */
async function pickBesideCount(platform: Running, of: (shelf: string, other: string) => object) {
  const { client, standard } = platform;
  const shelf = await newShelf(platform);
  const [item, other] = [await stocked(platform, { [shelf]: 5 }), await stocked(platform, { [shelf]: 5 })];
  const { id } = await newShipment(platform, [{ item_id: item, qty: 5 }]);
  const wave = await newWave(platform, [id]);
  const [task] = await tasksOf(client, { wave_id: wave.id });
  await onTask(client, task.id, 'claim');
  const made = await client.post('/api/wms/count-tasks', {
    warehouse_id: standard.warehouseId,
    ...of(shelf, other),
  });
  if (made.status !== 201) throw new Error(made.text);
  const count = `/api/wms/count-tasks/${made.body.data.id}`;
  const counted = async (one: string, qty: number, path = count): Promise<void> => {
    const lines = [{ location_id: shelf, item_id: one, counted_qty: qty }];
    const { status, text } = await client.post(`${path}/lines`, { lines });
    if (status !== 200) throw new Error(text);
  };
  const pickShort = async (): Promise<string> => {
    const short = await onTask(client, task.id, 'short', { picked_qty: 0 });
    if (short.status !== 200) throw new Error(short.text);
    return `/api/wms/count-tasks/${short.body.data.count_task_id}`;
  };
  return { shelf, item, other, count, counted, pickShort };
}

test('what is short while others of its place are counted has a count of its own, once they are', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { shelf, item, other, count, counted, pickShort } = await pickBesideCount(platform, (_, another) => ({
    item_ids: [another],
  }));
  const own = await pickShort();
  t.not(own, count);
  t.like(await read(client, own), { kind: 'short_pick', state: 'pending', item_ids: [item] });
  await counted(other, 5);
  t.is((await patch(client, count, { action: 'complete' })).body.data.state, 'completed');
  await counted(item, 0, own);
  const done = (await patch(client, own, { action: 'complete' })).body.data;
  t.like(done.lines, [{ item_id: item, location_id: shelf, difference: -5 }]);
  await assertInvariants(t, platform);
});

for (const [action, ended] of [
  ['complete', 'completed'],
  ['cancel', 'cancelled'],
] as const)
  test(`what is short beside another count is promised to nobody once that is ${ended}`, async (t) => {
    const { platform } = t.context;
    const { client } = platform;
    const { item, other, count, counted, pickShort } = await pickBesideCount(platform, (_, another) => ({
      item_ids: [another],
    }));
    const own = await pickShort();
    await counted(other, 5);
    t.is((await patch(client, count, { action })).body.data.state, ended);
    const waiting = await read(client, own);
    t.like(waiting, { state: 'pending', lock: 'creation', item_ids: [item] });
    t.true(waiting.locations[0].is_locked);
    t.like(await read(client, `/api/oms/availability?product_id=${item}`), [{ atp: 0 }]);
    t.like(await read(client, `/api/oms/availability?product_id=${other}`), [{ atp: 0 }]);
    await counted(item, 5, own);
    t.is((await patch(client, own, { action: 'complete' })).body.data.state, 'completed');
    t.like(await read(client, `/api/oms/availability?product_id=${other}`), [{ atp: 5 }]);
    await assertInvariants(t, platform);
  });

test('a count that has yet to come to what is short is its count, and one that is past it is not', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const early = await pickBesideCount(platform, (at) => ({ location_ids: [at] }));
  await early.counted(early.other, 5);
  t.is(await early.pickShort(), early.count);
  const late = await pickBesideCount(platform, (at) => ({ location_ids: [at] }));
  await late.counted(late.item, 5);
  await late.counted(late.other, 1000);
  t.is((await patch(client, late.count, { action: 'complete' })).body.data.state, 'review');
  const own = await late.pickShort();
  t.not(own, late.count);
  t.is((await patch(client, late.count, { action: 'approve' })).body.data.state, 'completed');
  await late.counted(late.item, 0, own);
  t.is((await patch(client, own, { action: 'complete' })).body.data.lines[0].difference, -5);
  await assertInvariants(t, platform);
});

test('what no stock covers is backordered, and the next push ships it', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const [shelf, other] = [await newShelf(platform), await newShelf(platform)];
  const item = await stocked(platform, { [shelf]: 5 });
  const order = await newOrder(client, [{ item, qty: 5 }]);
  for (const action of ['submit', 'approve', 'push-to-wms']) await act(client, order.id, action);
  const path = `/api/oms/orders/${order.id}`;
  const [shipment] = (await read(client, path)).wms_shipments;
  const wave = await newWave(platform, [shipment.id]);
  const [task] = await tasksOf(client, { wave_id: wave.id });
  await onTask(client, task.id, 'claim');
  t.is((await onTask(client, task.id, 'short', { picked_qty: 3 })).status, 200);
  t.is((await read(client, `/api/wms/waves/${wave.id}`)).status, 'completed');
  t.is((await read(client, `/api/wms/shipments/${shipment.id}`)).status, 'picked');
  t.is((await patch(client, `/api/wms/shipments/${shipment.id}`, { action: 'ship' })).status, 200);
  t.is((await read(client, path)).status, 'partially_fulfilled');
  const types = (await read(client, `${path}/events`)).map((event: any) => event.type);
  t.true(types.includes('sales_order.backordered'), types.join());
  await stockMore(platform, item, other, 2);
  const next = await act(client, order.id, 'push-to-wms');
  t.is(next.status, 200, next.text);
  const rest = next.body.data.wms_shipments.find((one: any) => one.id !== shipment.id);
  t.is((await patch(client, `/api/wms/shipments/${rest.id}`, { action: 'ship' })).status, 200);
  t.is((await read(client, path)).status, 'fulfilled');
  await assertInvariants(t, platform);
});

test('a shipment of which nothing is found is cancelled and its order waits for stock', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const shelf = await newShelf(platform);
  const item = await stocked(platform, { [shelf]: 2 });
  const order = await newOrder(client, [{ item, qty: 2 }]);
  for (const action of ['submit', 'approve', 'push-to-wms']) await act(client, order.id, action);
  const path = `/api/oms/orders/${order.id}`;
  const [shipment] = (await read(client, path)).wms_shipments;
  const wave = await newWave(platform, [shipment.id]);
  const [task] = await tasksOf(client, { wave_id: wave.id });
  await onTask(client, task.id, 'claim');
  const answers = await Promise.all([1, 2].map(() => onTask(client, task.id, 'short')));
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
    'reported twice it is short once',
  );
  t.is((await read(client, `/api/wms/shipments/${shipment.id}`)).status, 'cancelled');
  t.is((await read(client, path)).status, 'confirmed');
  t.is((await read(client, `/api/wms/waves/${wave.id}`)).status, 'completed');
  await assertInvariants(t, platform);
});

test('a short pick never takes what is promised to others', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const [near, far] = [await newShelf(platform), await newShelf(platform)];
  const item = await stocked(platform, { [near]: 3 });
  const shipment = await newShipment(platform, [{ item_id: item, qty: 3 }]);
  await stockMore(platform, item, far, 4);
  const other = await newOrder(client, [{ item, qty: 3 }]);
  for (const action of ['submit', 'approve']) await act(client, other.id, action);
  const wave = await newWave(platform, [shipment.id]);
  const [task] = await tasksOf(client, { wave_id: wave.id });
  await onTask(client, task.id, 'claim');
  await onTask(client, task.id, 'short');
  const [again] = await tasksOf(client, { wave_id: wave.id, status: 'open' });
  t.like(again, { qty: 1, location_id: far }, 'three of the four are promised');
  t.is((await act(client, other.id, 'push-to-wms')).status, 200);
  await assertInvariants(t, platform);
});

test('a shipment of which the unpicked rest ships in part is picked, and its wave completed', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const [one, other] = [
    await stocked(platform, { [await newShelf(platform, { pick_sequence: 1 })]: 2 }),
    await stocked(platform, { [await newShelf(platform, { pick_sequence: 2 })]: 2 }),
  ];
  const lines = [one, other].map((item) => ({ item, qty: 2 }));
  const order = await newOrder(client, lines);
  for (const action of ['submit', 'approve', 'push-to-wms']) await act(client, order.id, action);
  const detail = await read(client, `/api/oms/orders/${order.id}`);
  const wave = await newWave(platform, [detail.wms_shipments[0].id]);
  const tasks = await tasksOf(client, { wave_id: wave.id });
  const first = tasks.find(({ item_id: item }) => item === one);
  for (const action of ['claim', 'confirm']) t.is((await onTask(client, first.id, action)).status, 200);
  const rest = detail.lines.find(({ product_id: item }: { product_id: string }) => item === other);
  const part = await act(client, order.id, 'partial_fulfill', { lines: [{ line_id: rest.id, qty: 2 }] });
  t.is(part.status, 200, part.text);
  t.is((await read(client, `/api/wms/shipments/${detail.wms_shipments[0].id}`)).status, 'picked');
  t.is((await read(client, `/api/wms/waves/${wave.id}`)).status, 'completed');
  await assertInvariants(t, platform);
});
