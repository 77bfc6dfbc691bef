import anyTest, { type TestFn } from 'ava';
import { allowedActions, nextState, statesOf } from '../../domain/state-machine.ts';
import { waveStates, type WaveStatus } from '../../domain/picking/wave-states.ts';
import { everyPermission, joinPlatform } from '../helpers/join-platform.ts';
import { act, assertInvariants, newItem, newOrder, putStock } from '../orders/orders-rig.ts';
import {
  newShipment,
  newWave,
  onTask,
  patch,
  pickAll,
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

test('the table of wave states has no dead end', (t) => {
  for (const state of statesOf(waveStates)) {
    const isEnd = state === 'completed' || state === 'cancelled';
    t.is(allowedActions(waveStates, state).length === 0, isEnd, state);
    for (const [action] of waveStates.transitions) {
      if (waveStates.internal.includes(action)) continue;
      const isAllowed = allowedActions(waveStates, state).includes(action);
      if (isAllowed) t.notThrows(() => nextState(waveStates, state, action));
      else t.throws(() => nextState(waveStates, state, action));
    }
  }
});

test('what is committed joins the open wave of its warehouse and ship mode', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const item = await stocked(platform, { 'A-01': 20 });
  const key = { warehouse_id: standard.warehouseId, ship_mode: 'courier' };
  const first = await newShipment(platform, [{ item_id: item, qty: 1 }], { ship_mode: 'courier' });
  const [wave] = await read(client, '/api/wms/waves?status=open&ship_mode=courier');
  t.like(wave, { shipment_count: 1, is_manual: false, cutoff: null });
  const second = await newShipment(platform, [{ item_id: item, qty: 2 }], { ship_mode: 'courier' });
  const again = await client.post('/api/wms/waves', key);
  t.is(again.status, 200);
  t.true(again.body.meta.existing);
  t.is(again.body.data.id, wave.id);
  t.deepEqual(
    again.body.data.shipments.map((one: any) => one.shipment_id).toSorted(),
    ([first.id, second.id] as string[]).toSorted(),
  );
  const cutoff = new Date(Date.now() + 3_600_000).toISOString();
  const timed = await client.post('/api/wms/waves', { ...key, cutoff });
  t.is(timed.status, 201, timed.text);
  const third = await newShipment(platform, [{ item_id: item, qty: 1 }], { ship_mode: 'courier' });
  t.deepEqual(
    (await read(client, `/api/wms/waves/${timed.body.data.id}`)).shipments.map((one: any) => one.shipment_id),
    [third.id],
    'the wave whose cutoff is next takes it',
  );
});

test('a release makes tasks in walking order and leaves out what cannot be picked, with reasons', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const item = await stocked(platform, { 'P-01': 5 });
  const other = await stocked(platform, { 'A-02': 5 });
  const held = await stocked(platform, { 'A-01': 5 });
  const locked = await stocked(platform, { 'A-03': 5 });
  const good = await newShipment(platform, [
    { item_id: item, qty: 2 },
    { item_id: other, qty: 3 },
  ]);
  const order = await newOrder(client, [{ item: held, qty: 1 }]);
  for (const action of ['submit', 'approve', 'push-to-wms']) await act(client, order.id, action);
  const [heldShipment] = (await read(client, `/api/oms/orders/${order.id}`)).wms_shipments;
  await client.post(`/api/oms/orders/${order.id}/holds`, { reason: 'PAYMENT' });
  const counted = await newShipment(platform, [{ item_id: locked, qty: 1 }]);
  const picked = await newShipment(platform, [{ item_id: other, qty: 1 }]);
  const wave = await newWave(platform, [good.id, heldShipment.id, counted.id, picked.id], false);
  const count = await client.post('/api/wms/count-tasks', {
    warehouse_id: standard.warehouseId,
    location_ids: [standard.locations['A-03']],
  });
  t.is(count.status, 201);
  await patch(client, `/api/wms/shipments/${picked.id}`, { action: 'pick' });
  const path = `/api/wms/waves/${wave.id}`;
  const released = await patch(client, path, { action: 'release' });
  t.is(released.status, 200, released.text);
  t.is(released.body.data.status, 'released');
  t.is(released.body.data.pick_task_count, 2);
  t.deepEqual(
    Object.fromEntries(released.body.data.excluded.map((one: any) => [one.shipment_id, one.reason])),
    { [heldShipment.id]: 'order_on_hold', [counted.id]: 'location_locked' },
    'a shipment picked before the release had left the wave by itself',
  );
  const tasks = await tasksOf(client, { wave_id: wave.id });
  t.deepEqual(
    tasks.map(({ location, qty }) => [location, qty]),
    [
      ['A-02', 3],
      ['P-01', 2],
    ],
  );
  const again = await patch(client, path, { action: 'release' });
  t.is(again.status, 200);
  t.deepEqual(again.body, released.body, 'released again it answers the same');
  await patch(client, `/api/wms/count-tasks/${count.body.data.id}`, { action: 'cancel' });
  const freed = await newWave(platform, [counted.id]);
  t.is(freed.pick_task_count, 1, 'what was left out may go with another wave');
});

test('two releases at once make each task once', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const item = await stocked(platform, { 'A-01': 30 });
  const shipments = [];
  for (let index = 0; index < 5; index += 1)
    shipments.push(await newShipment(platform, [{ item_id: item, qty: 2 }]));
  const wave = await newWave(
    platform,
    shipments.map(({ id }) => id),
    false,
  );
  const path = `/api/wms/waves/${wave.id}`;
  const answers = await Promise.all([1, 2, 3].map(() => patch(client, path, { action: 'release' })));
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  t.is((await tasksOf(client, { wave_id: wave.id })).length, 5);
});

test('a wave is picking with its first claim and completed with its last pick', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const item = await stocked(platform, { 'A-01': 10, 'A-02': 10 });
  const one = await newShipment(platform, [{ item_id: item, qty: 15 }]);
  const wave = await newWave(platform, [one.id]);
  const path = `/api/wms/waves/${wave.id}`;
  const tasks = await tasksOf(client, { wave_id: wave.id });
  t.is(tasks.length, 2);
  await onTask(client, tasks[0].id, 'claim');
  t.is((await read(client, path)).status, 'picking');
  await onTask(client, tasks[1].id, 'claim');
  // The last two at once: each must see the other.
  await Promise.all(tasks.map(({ id }) => onTask(client, id, 'confirm')));
  t.like(await read(client, path), { status: 'completed', pick_tasks_left: 0 });
  t.is((await read(client, `/api/wms/shipments/${one.id}`)).status, 'picked');
  await assertInvariants(t, platform);
});

test('a shipment is in one active wave at most', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const item = await stocked(platform, { 'A-01': 9 });
  const one = await newShipment(platform, [{ item_id: item, qty: 1 }]);
  const wave = await newWave(platform, [one.id]);
  const body = { warehouse_id: standard.warehouseId, ship_mode: 'parcel', shipment_ids: [one.id] };
  const second = await client.post('/api/wms/waves', body);
  t.is(second.status, 409, second.text);
  t.is(second.body.error.code, 'SHIPMENT_IN_WAVE');
  t.deepEqual(second.body.error.details, { shipments: [{ shipment_id: one.id, wave_id: wave.id }] });
  t.is((await client.post('/api/wms/waves', { ...body, ship_mode: 'ltl' })).status, 400);
  const strange = await client.post('/api/wms/waves', { ...body, shipment_ids: [wave.id] });
  t.is(strange.body.error.code, 'UNKNOWN_REFERENCE');
  const cancelled = await patch(client, `/api/wms/waves/${wave.id}`, { action: 'cancel' });
  t.is(cancelled.body.data.status, 'cancelled');
  t.deepEqual(
    (await tasksOf(client, { wave_id: wave.id })).map(({ status }) => status),
    ['cancelled'],
  );
  const racing = await Promise.all([1, 2, 3].map(() => client.post('/api/wms/waves', body)));
  t.true(
    racing.every(({ status }) => status === 201 || status === 409),
    racing.map(({ text }) => text).join(),
  );
  const active = await platform.owner.query(
    'select count(*)::integer as n from wave_shipments where shipment_id = $1 and is_active',
    [one.id],
  );
  t.is(active.rows[0].n, 1);
});

const stateMakers: Record<WaveStatus, (platform: Running, shipmentId: string) => Promise<string>> = {
  open: async (platform, id) => (await newWave(platform, [id], false)).id,
  released: async (platform, id) => (await newWave(platform, [id])).id,
  picking: async (platform, id) => {
    const wave = await newWave(platform, [id]);
    const [task] = await tasksOf(platform.client, { wave_id: wave.id });
    await onTask(platform.client, task.id, 'claim');
    return wave.id;
  },
  completed: async (platform, id) => {
    const wave = await newWave(platform, [id]);
    await pickAll(platform.client, wave.id);
    return wave.id;
  },
  cancelled: async (platform, id) => {
    const wave = await newWave(platform, [id], false);
    await patch(platform.client, `/api/wms/waves/${wave.id}`, { action: 'cancel' });
    return wave.id;
  },
};
const repeats: Record<WaveStatus, readonly string[]> = {
  open: [],
  released: ['release'],
  picking: ['release'],
  completed: ['release'],
  cancelled: ['cancel'],
};

for (const status of Object.keys(stateMakers) as WaveStatus[]) {
  test(`a wave that is ${status} allows what the table says and nothing else`, async (t) => {
    const { platform } = t.context;
    const { client } = platform;
    const item = await stocked(platform, { 'A-01': 50 });
    for (const action of ['add_shipments', 'remove_shipments', 'release', 'cancel'] as const) {
      const mine = await newShipment(platform, [{ item_id: item, qty: 1 }]);
      const other = await newShipment(platform, [{ item_id: item, qty: 1 }]);
      const id = await stateMakers[status](platform, mine.id);
      const body =
        action === 'add_shipments'
          ? { action, shipment_ids: [other.id] }
          : action === 'remove_shipments'
            ? { action, shipment_ids: [mine.id] }
            : { action };
      const answer = await patch(client, `/api/wms/waves/${id}`, body);
      const allowed = allowedActions(waveStates, status);
      if (allowed.includes(action)) {
        t.is(answer.status, 200, `${action}: ${answer.text}`);
        t.is(answer.body.data.status, nextState(waveStates, status, action), action);
      } else if (repeats[status].includes(action)) {
        t.is(answer.status, 200, `${action}: ${answer.text}`);
        t.is(answer.body.data.status, status, action);
      } else {
        t.is(answer.status, 400, `${action}: ${answer.text}`);
        t.is(answer.body.error.code, 'ILLEGAL_TRANSITION');
        t.deepEqual(answer.body.error.details, { from: status, action, allowed });
      }
    }
  });
}

test('one merchant that cancels its shipment does not end the wave of another', async (t) => {
  const { platform } = t.context;
  const { threePl } = platform;
  const client = await platform.clientWith(threePl, everyPermission);
  const house = { ...platform, client, standard: threePl };
  const second = threePl.secondMerchantId!;
  const theirs = await newItem(house, threePl, { merchant_id: second });
  await putStock(house, threePl, [
    { item: 'PLAIN', qty: 5 },
    { item: theirs, qty: 5 },
  ]);
  const mine = await newShipment(house, [{ item_id: threePl.items['PLAIN']!, qty: 1 }], {
    merchant_id: threePl.merchantId,
  });
  const other = await newShipment(house, [{ item_id: theirs, qty: 1 }], { merchant_id: second });
  const wave = await newWave(house, [mine.id, other.id]);
  const merchant = await platform.clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
  const cancelled = await patch(merchant, `/api/wms/shipments/${mine.id}`, { action: 'cancel' });
  t.is(cancelled.status, 200, cancelled.text);
  t.like(await read(client, `/api/wms/waves/${wave.id}`), { status: 'picking', pick_tasks_left: 1 });
  t.deepEqual(
    (await read(merchant, `/api/wms/waves/${wave.id}`)).shipments.map((one: any) => one.shipment_id),
    [mine.id],
  );
  await pickAll(client, wave.id);
  t.is((await read(client, `/api/wms/waves/${wave.id}`)).status, 'completed');
});

test('waves are closed to others', async (t) => {
  const { platform } = t.context;
  const { client, standard, threePl } = platform;
  const item = await stocked(platform, { 'A-01': 3 });
  const one = await newShipment(platform, [{ item_id: item, qty: 1 }]);
  const wave = await newWave(platform, [one.id], false);
  const path = `/api/wms/waves/${wave.id}`;
  const stranger = await platform.clientWith(threePl, [
    'wms.picking.work',
    'wms.picking.view',
    'wms.outbound.view',
  ]);
  t.is((await stranger.get(path)).status, 404);
  t.is((await patch(stranger, path, { action: 'release' })).status, 404);
  t.false((await read(stranger, '/api/wms/waves')).some(({ id }: { id: string }) => id === wave.id));
  const viewer = await platform.clientWith(standard, ['wms.picking.view']);
  t.is((await viewer.get(path)).status, 200);
  t.is((await viewer.patch(path, { action: 'release' })).status, 403);
  const merchant = await platform.clientWith(standard, ['wms.picking.work', 'wms.picking.view'], {
    merchantId: standard.merchantId,
  });
  t.is((await patch(merchant, path, { action: 'release' })).status, 403, "waves are the operator's");
  t.is((await client.patch(path, { action: 'explode' })).status, 400);
  t.is((await client.patch(path, { action: 'release', color: 'red' })).status, 400);
  t.is((await fetch(`${platform.url}${path}`)).status, 401);
});
