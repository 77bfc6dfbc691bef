import anyTest, { type TestFn } from 'ava';
import { allowedActions, nextState, statesOf } from '../../domain/state-machine.ts';
import { pickTaskStates, type PickTaskStatus } from '../../domain/wms/pick-task-states.ts';
import { startPlatform } from '../helpers/platform.ts';
import { act, assertInvariants, newOrder } from '../oms/orders-rig.ts';
import { newShipment, newWave, onTask, patch, read, stocked, tasksOf, type Running } from './outbound-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await startPlatform(undefined);
});
test.after.always((t) => t.context.platform?.stop());

let shelves = 0;

/** A shelf of its own, so that one test's counts lock nobody else out. */
async function newShelf({ client, standard }: Running, more: object = {}): Promise<string> {
  shelves += 1;
  const answer = await client.post('/api/wms/locations', {
    warehouse_id: standard.warehouseId,
    code: `PICK-${shelves}`,
    type: 'pick',
    ...more,
  });
  return answer.body.data.id;
}

/** A shipment in a released wave: one task on a shelf of its own. */
async function oneTask(platform: Running, qty = 4) {
  const shelf = await newShelf(platform);
  const item = await stocked(platform, { [shelf]: qty });
  const shipment = await newShipment(platform, [{ item_id: item, qty }]);
  const wave = await newWave(platform, [shipment.id]);
  const [task] = await tasksOf(platform.client, { wave_id: wave.id });
  return { shelf, item, shipment, wave, task };
}

test('the table of pick task states has no dead end', (t) => {
  for (const state of statesOf(pickTaskStates)) {
    const isEnd = state === 'done' || state === 'short' || state === 'cancelled';
    t.is(allowedActions(pickTaskStates, state).length === 0, isEnd, state);
  }
});

const makers: Record<PickTaskStatus, (platform: Running, id: string, wave: string) => Promise<unknown>> = {
  open: async () => {},
  assigned: ({ client }, id) => onTask(client, id, 'claim'),
  in_progress: async ({ client }, id) => {
    await onTask(client, id, 'claim');
    await onTask(client, id, 'start');
  },
  done: async ({ client }, id) => {
    await onTask(client, id, 'claim');
    await onTask(client, id, 'confirm');
  },
  short: async ({ client }, id) => {
    await onTask(client, id, 'claim');
    await onTask(client, id, 'short');
  },
  cancelled: ({ client }, _, wave) => patch(client, `/api/wms/waves/${wave}`, { action: 'cancel' }),
};
const repeats: Record<PickTaskStatus, readonly string[]> = {
  open: ['unclaim'],
  assigned: ['claim'],
  in_progress: ['start'],
  done: ['confirm'],
  short: ['short'],
  cancelled: [],
};

for (const status of Object.keys(makers) as PickTaskStatus[]) {
  test(`a pick task that is ${status} allows what the table says and nothing else`, async (t) => {
    const { platform } = t.context;
    for (const action of ['claim', 'start', 'unclaim', 'confirm', 'short'] as const) {
      const { task, wave } = await oneTask(platform);
      await makers[status](platform, task.id, wave.id);
      const answer = await onTask(platform.client, task.id, action);
      const allowed = allowedActions(pickTaskStates, status);
      if (allowed.includes(action)) {
        t.is(answer.status, 200, `${action}: ${answer.text}`);
        t.is(answer.body.data.status, nextState(pickTaskStates, status, action), action);
      } else if (repeats[status].includes(action)) {
        t.is(answer.status, 200, `${action}: ${answer.text}`);
        t.is(answer.body.data.status, status, action);
      } else {
        t.is(answer.status, 400, `${action}: ${answer.text}`);
        t.is(answer.body.error.code, 'ILLEGAL_TRANSITION');
        t.deepEqual(answer.body.error.details, { from: status, action, allowed });
      }
    }
    await assertInvariants(t, platform);
  });
}

test('of two who claim one task at once one gets it, the other is told who has it', async (t) => {
  const { platform } = t.context;
  const { task } = await oneTask(platform);
  const pickers = await Promise.all([1, 2, 3].map(() => machine(platform)));
  const answers = await Promise.all(pickers.map((picker) => onTask(picker, task.id, 'claim')));
  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
  const loser = answers.find(({ status }) => status === 409)!;
  t.is(loser.body.error.code, 'PICK_TASK_TAKEN');
  const winner = pickers[answers.findIndex(({ status }) => status === 200)]!;
  const other = pickers[answers.indexOf(loser)]!;
  t.is((await onTask(other, task.id, 'confirm')).status, 409);
  t.is((await onTask(winner, task.id, 'confirm')).status, 200);
});

/** A scanner with a token of its own and no member behind it. */
async function machine(platform: Running) {
  return platform.clientWith(platform.standard, ['wms.picking.work', 'wms.picking.view']);
}

test('pickers who ask for the next task get one each, along the walk', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const zone = 'NEXT';
  const places = [];
  for (const pick_sequence of [30, 10, 20]) places.push(await newShelf(platform, { zone, pick_sequence }));
  const item = await stocked(platform, Object.fromEntries(places.map((id) => [id, 1])));
  const shipment = await newShipment(platform, [{ item_id: item, qty: 3 }]);
  await newWave(platform, [shipment.id]);
  const ask = async () =>
    (await machine(platform)).post('/api/wms/pick-tasks/claim', { warehouse_id: standard.warehouseId, zone });
  const first = await ask();
  t.is(first.body.data.pick_sequence, 10, first.text);
  const rest = await Promise.all([ask(), ask()]);
  t.deepEqual(rest.map(({ body }) => body.data.pick_sequence).sort(), [20, 30]);
  t.is((await ask()).status, 404);
  t.is((await tasksOf(client, { zone, status: 'assigned' })).length, 3);
});

test('a shipment with a pick in progress does not ship past it', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { task, shipment, wave } = await oneTask(platform);
  const path = `/api/wms/shipments/${shipment.id}`;
  await onTask(client, task.id, 'claim');
  await onTask(client, task.id, 'start');
  for (const action of ['pick', 'ship']) {
    const answer = await patch(client, path, { action });
    t.is(answer.status, 409, answer.text);
    t.is(answer.body.error.code, 'SHIPMENT_IN_PROGRESS');
    t.deepEqual(answer.body.error.details.pick_task_ids, [task.id]);
  }
  t.is(
    (await patch(client, `/api/wms/waves/${wave.id}`, { action: 'cancel' })).body.error.code,
    'WAVE_IN_PROGRESS',
  );
  await onTask(client, task.id, 'unclaim');
  const shipped = await patch(client, path, { action: 'ship' });
  t.is(shipped.status, 200, shipped.text);
  t.is((await read(client, `/api/wms/pick-tasks/${task.id}`)).status, 'done');
  t.is((await read(client, `/api/wms/waves/${wave.id}`)).status, 'completed');
});

test('cancelling a shipment ends its tasks and its wave', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { task, shipment, wave } = await oneTask(platform);
  await patch(client, `/api/wms/shipments/${shipment.id}`, { action: 'cancel' });
  t.is((await read(client, `/api/wms/pick-tasks/${task.id}`)).status, 'cancelled');
  t.is((await read(client, `/api/wms/waves/${wave.id}`)).status, 'completed');
  t.is((await onTask(client, task.id, 'claim')).status, 400);
});

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
  // The count then says what is really there: nothing of the eight that are left in the books.
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

test('random walks of pickers, shorts and cancels end in a legal whole', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let round = 0; round < 4; round += 1) {
    const item = await stocked(platform, { [await newShelf(platform)]: 5, [await newShelf(platform)]: 5 });
    const shipments: { id: string }[] = [];
    for (let index = 0; index < 3; index += 1) {
      shipments.push(await newShipment(platform, [{ item_id: item, qty: 2 }]));
    }
    const wave = await newWave(
      platform,
      shipments.map(({ id }) => id),
    );
    for (let step = 0; step < 8; step += 1) {
      const tasks = await tasksOf(client, { wave_id: wave.id });
      const calls = Array.from({ length: 3 }, () => {
        const dice = random(10);
        if (dice === 0) {
          const { id } = shipments[random(3)]!;
          return patch(client, `/api/wms/shipments/${id}`, { action: random(2) ? 'cancel' : 'ship' });
        }
        const { id } = tasks[random(tasks.length)];
        const action = ['claim', 'start', 'confirm', 'short', 'unclaim', 'claim', 'confirm'][random(7)]!;
        return onTask(client, id, action);
      });
      for (const answer of await Promise.all(calls)) {
        t.true([200, 400, 409].includes(answer.status), answer.text);
      }
    }
    const { status, pick_tasks_left: left } = await read(client, `/api/wms/waves/${wave.id}`);
    t.is(status === 'completed', left === 0);
    await assertInvariants(t, platform);
  }
});

test('pick tasks are closed to others', async (t) => {
  const { platform } = t.context;
  const { standard, threePl, client } = platform;
  const { task } = await oneTask(platform);
  const path = `/api/wms/pick-tasks/${task.id}`;
  const stranger = await platform.clientWith(threePl, ['wms.picking.work', 'wms.picking.view']);
  t.is((await stranger.get(path)).status, 404);
  t.is((await stranger.patch(path, { action: 'claim' })).status, 404);
  const viewer = await platform.clientWith(standard, ['wms.picking.view']);
  t.is((await viewer.patch(path, { action: 'claim' })).status, 403);
  t.is((await client.patch(path, { action: 'confirm', picked_qty: 1 })).status, 400);
  t.is((await fetch(`${platform.url}${path}`)).status, 401);
});
