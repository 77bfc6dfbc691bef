import anyTest, { type TestFn } from 'ava';
import { allowedActions, nextState, statesOf } from '../../domain/state-machine.ts';
import { pickTaskStates, type PickTaskStatus } from '../../domain/picking/pick-task-states.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants } from '../orders/orders-rig.ts';
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

/** A shipment in a released wave: one task in a location of its own. */
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
  t.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409],
  );
  const loser = answers.find(({ status }) => status === 409)!;
  t.is(loser.body.error.code, 'PICK_TASK_TAKEN');
  const winner = pickers[answers.findIndex(({ status }) => status === 200)]!;
  const other = pickers[answers.indexOf(loser)]!;
  t.is((await onTask(other, task.id, 'confirm')).status, 409);
  t.is((await onTask(winner, task.id, 'confirm')).status, 200);
});

/** A scanner with its own token and no member behind it. */
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
  t.deepEqual(
    rest.map(({ body }) => body.data.pick_sequence).toSorted((a: number, b: number) => a - b),
    [20, 30],
  );
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
