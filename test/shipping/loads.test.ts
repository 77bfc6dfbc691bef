import anyTest, { type TestFn } from 'ava';
import { allowedActions, nextState, statesOf } from '../../domain/state-machine.ts';
import { loadStates, type LoadStatus } from '../../domain/shipping/load-states.ts';
import { hasCheckDigit } from '../../domain/inventory/sscc.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { act, assertInvariants, newOrder } from '../orders/orders-rig.ts';
import {
  newShipment,
  newWave,
  onTask,
  patch,
  pickedShipment,
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

async function newLoad(
  { client, standard }: Running,
  shipmentIds: readonly string[],
  more: object = {},
): Promise<any> {
  const answer = await client.post('/api/wms/loads', {
    warehouse_id: standard.warehouseId,
    ...(shipmentIds.length > 0 ? { shipment_ids: shipmentIds } : {}),
    ...more,
  });
  if (answer.status !== 201) throw new Error(`create load: ${answer.status} ${answer.text}`);
  return answer.body.data;
}

const onLoad = ({ client }: Running, id: string, action: string, more: object = {}) =>
  patch(client, `/api/wms/loads/${id}`, { action, ...more });

test('the table of load states has no dead end', (t) => {
  for (const state of statesOf(loadStates)) {
    const isEnd = state === 'shipped' || state === 'cancelled';
    t.is(allowedActions(loadStates, state).length === 0, isEnd, state);
  }
});

const ways: Record<LoadStatus, readonly string[]> = {
  planned: [],
  loading: ['start_loading'],
  loaded: ['finish_loading'],
  shipped: ['ship'],
  cancelled: ['cancel'],
};
const repeats: Record<LoadStatus, readonly string[]> = {
  planned: [],
  loading: ['start_loading'],
  loaded: ['finish_loading'],
  shipped: ['ship'],
  cancelled: ['cancel'],
};
const actions = [
  'edit',
  'add_shipments',
  'remove_shipments',
  'start_loading',
  'finish_loading',
  'ship',
  'cancel',
] as const;

for (const status of Object.keys(ways) as LoadStatus[]) {
  test(`a load that is ${status} allows what the table says and nothing else`, async (t) => {
    const { platform } = t.context;
    const item = await stocked(platform, { 'A-01': 50 });
    for (const action of actions) {
      const mine = await newShipment(platform, [{ item_id: item, qty: 1 }]);
      const other = await newShipment(platform, [{ item_id: item, qty: 1 }]);
      const { id } = await newLoad(platform, [mine.id]);
      for (const step of ways[status]) await onLoad(platform, id, step);
      const path = `/api/wms/loads/${id}`;
      const answer =
        action === 'edit'
          ? await patch(platform.client, path, { seal_no: 'S-1' })
          : await onLoad(platform, id, action, {
              ...(action === 'add_shipments' ? { shipment_ids: [other.id] } : {}),
              ...(action === 'remove_shipments' ? { shipment_ids: [mine.id] } : {}),
            });
      const allowed = allowedActions(loadStates, status);
      if (allowed.includes(action)) {
        t.is(answer.status, 200, `${action}: ${answer.text}`);
        t.is(answer.body.data.status, nextState(loadStates, status, action), action);
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

test('a load ships all its shipments in one transaction with one bill of lading number', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const item = await stocked(platform, { 'A-01': 20 }, { weight_kg: 2.5 });
  const order = await newOrder(client, [{ item, qty: 4 }]);
  for (const action of ['submit', 'approve', 'push-to-wms']) await act(client, order.id, action);
  const [mine] = (await read(client, `/api/oms/orders/${order.id}`)).wms_shipments;
  const direct = await newShipment(platform, [{ item_id: item, qty: 2 }]);
  const load = await newLoad(platform, [mine.id, direct.id], {
    carrier_id: standard.carrierId,
    freight_terms: 'collect',
    trailer_no: 'T-77',
  });
  t.like(load, { status: 'planned', scac: 'CARR', bol_number: null, shipment_count: 2 });
  const answers = await Promise.all([1, 2, 3].map(() => onLoad(platform, load.id, 'ship')));
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
    answers.map(({ text }) => text).join(),
  );
  const numbers = new Set(answers.map(({ body }) => body.data.bol_number));
  t.is(numbers.size, 1);
  t.true(hasCheckDigit([...numbers][0] as string));
  t.like(answers[0]!.body.data, { status: 'shipped', handling_units: 2, weight_kg: 15 });
  t.is((await read(client, `/api/oms/orders/${order.id}`)).status, 'fulfilled');
  t.like(await read(client, `/api/wms/shipments/${direct.id}`), { status: 'shipped', carrier_code: 'CARR' });
  await assertInvariants(t, platform);
});

test('cartons make handling units and weight of a load', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const one = await pickedShipment(platform, 4);
  for (const qty of [1, 3]) {
    await client.post(`/api/wms/shipments/${one.id}/cartons`, {
      lines: [{ item_id: one.item_id, qty }],
      weight_kg: qty + 0.25,
    });
  }
  const load = await newLoad(platform, [one.id], { handling_unit_type: 'carton' });
  const shipped = await onLoad(platform, load.id, 'ship');
  t.like(shipped.body.data, { handling_units: 2, weight_kg: 4.5 });
});

test('a load weighs what its shipments weigh, each by its cartons or its items, and nothing is guessed', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const packed = await pickedShipment(platform, 4);
  for (const qty of [1, 3]) {
    await client.post(`/api/wms/shipments/${packed.id}/cartons`, {
      lines: [{ item_id: packed.item_id, qty }],
      weight_kg: qty + 0.25,
    });
  }
  const weighed = await stocked(platform, { 'A-01': 2 }, { weight_kg: 2.5 });
  const loose = await newShipment(platform, [{ item_id: weighed, qty: 2 }]);
  const load = await newLoad(platform, [packed.id, loose.id]);
  const shipped = await onLoad(platform, load.id, 'ship');
  t.like(shipped.body.data, { handling_units: 3, weight_kg: 9.5 }, shipped.text);

  const known = await stocked(platform, { 'A-01': 2 }, { weight_kg: 2.5 });
  const unknown = await stocked(platform, { 'A-01': 2 });
  const lines = [known, unknown].map((item_id) => ({ item_id, qty: 2 }));
  const vague = await newLoad(platform, [(await newShipment(platform, lines)).id]);
  t.is((await onLoad(platform, vague.id, 'ship')).body.data.weight_kg, null);
});

test('what is in no carton weighs too', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const item = await stocked(platform, { 'A-01': 4 }, { weight_kg: 2.5 });
  const loose = await newShipment(platform, [{ item_id: item, qty: 4 }]);
  await patch(client, `/api/wms/shipments/${loose.id}`, { action: 'pick' });
  const carton = { lines: [{ item_id: item, qty: 1 }], weight_kg: 2.75 };
  t.is((await client.post(`/api/wms/shipments/${loose.id}/cartons`, carton)).status, 201);
  const load = await newLoad(platform, [loose.id]);
  t.is((await onLoad(platform, load.id, 'ship')).body.data.weight_kg, 10.25);

  // Nobody knows what the rest weighs: the carton alone would be too little.
  const vague = await pickedShipment(platform, 4);
  const one = { lines: [{ item_id: vague.item_id, qty: 1 }], weight_kg: 2.75 };
  t.is((await client.post(`/api/wms/shipments/${vague.id}/cartons`, one)).status, 201);
  const second = await newLoad(platform, [vague.id]);
  t.is((await onLoad(platform, second.id, 'ship')).body.data.weight_kg, null);
});

test('one shipment that may not leave stops the whole load', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const item = await stocked(platform, { 'A-01': 10 });
  const good = await newShipment(platform, [{ item_id: item, qty: 1 }]);
  const busy = await newShipment(platform, [{ item_id: item, qty: 1 }]);
  const wave = await newWave(platform, [busy.id]);
  const [task] = await tasksOf(client, { wave_id: wave.id });
  await onTask(client, task.id, 'claim');
  await onTask(client, task.id, 'start');
  const load = await newLoad(platform, [good.id, busy.id]);
  const refused = await onLoad(platform, load.id, 'ship');
  t.is(refused.status, 409, refused.text);
  t.is(refused.body.error.code, 'SHIPMENT_IN_PROGRESS');
  t.is((await read(client, `/api/wms/shipments/${good.id}`)).status, 'commit', 'nothing of it left');
  t.is((await read(client, `/api/wms/loads/${load.id}`)).bol_number, null);
  await onTask(client, task.id, 'confirm');
  t.is((await onLoad(platform, load.id, 'ship')).status, 200);
});

test('two loads cannot have one shipment, whoever asks first', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const item = await stocked(platform, { 'A-01': 10 });
  const one = await newShipment(platform, [{ item_id: item, qty: 1 }]);
  const [first, second] = [await newLoad(platform, []), await newLoad(platform, [])];
  t.is((await onLoad(platform, first.id, 'ship')).body.error.code, 'LOAD_EMPTY');
  const answers = await Promise.all(
    [first, second].map(({ id }) => onLoad(platform, id, 'add_shipments', { shipment_ids: [one.id] })),
  );
  t.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  );
  t.is(answers.find(({ status }) => status === 409)!.body.error.code, 'SHIPMENT_IN_LOAD');
  const ships = await Promise.all([first, second].map(({ id }) => onLoad(platform, id, 'ship')));
  t.deepEqual(
    ships.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  );
  const left = await platform.owner.query(
    "select count(*)::integer as n from inventory_ledger where ref_id = $1 and transaction_type = 'ship'",
    [one.id],
  );
  t.is(left.rows[0].n, 1, 'the stock left the ledger once');
  const cancelled = await newShipment(platform, [{ item_id: item, qty: 1 }]);
  const third = await newLoad(platform, [cancelled.id]);
  await patch(client, `/api/wms/shipments/${cancelled.id}`, { action: 'cancel' });
  t.is(
    (await read(client, `/api/wms/loads/${third.id}`)).shipment_count,
    0,
    'a cancelled shipment leaves its load',
  );
  await assertInvariants(t, platform);
});

test('loads and single shipments shipping at once never wait crosswise', async (t) => {
  const { platform } = t.context;
  const items = [await stocked(platform, { 'A-01': 40 }), await stocked(platform, { 'A-02': 40 })];
  const mixed = (index: number) => {
    const lines = items.map((item_id) => ({ item_id, qty: 1 }));
    return newShipment(platform, index % 2 ? lines : lines.toReversed());
  };
  const shipments: { id: string }[] = [];
  for (let index = 0; index < 12; index += 1) shipments.push(await mixed(index));
  const loads = [];
  for (let index = 0; index < 3; index += 1) {
    loads.push(
      await newLoad(
        platform,
        shipments.slice(index * 4, index * 4 + 4).map(({ id }) => id),
      ),
    );
  }
  const answers = await Promise.all([
    ...loads.map(({ id }) => onLoad(platform, id, 'ship')),
    ...shipments
      .slice(0, 6)
      .map(({ id }) => patch(platform.client, `/api/wms/shipments/${id}`, { action: 'ship' })),
  ]);
  for (const answer of answers) t.is(answer.status, 200, answer.text);
  await assertInvariants(t, platform);
});

test('loads are closed to others', async (t) => {
  const { platform } = t.context;
  const { client, standard, threePl } = platform;
  const load = await newLoad(platform, []);
  const path = `/api/wms/loads/${load.id}`;
  const stranger = await platform.clientWith(threePl, ['wms.outbound.ship', 'wms.outbound.view']);
  t.is((await stranger.get(path)).status, 404);
  t.is((await stranger.patch(path, { action: 'cancel' })).status, 404);
  t.is((await stranger.get('/api/wms/loads')).body.meta.total, 0);
  const foreign = await stranger.post('/api/wms/loads', { warehouse_id: standard.warehouseId });
  t.is(foreign.body.error.code, 'UNKNOWN_REFERENCE');
  const viewer = await platform.clientWith(standard, ['wms.outbound.view']);
  t.is((await viewer.patch(path, { action: 'cancel' })).status, 403);
  t.is((await viewer.post('/api/wms/loads', { warehouse_id: standard.warehouseId })).status, 403);
  t.is(
    (await client.post('/api/wms/loads', { warehouse_id: standard.warehouseId, scac: 'toolong' })).status,
    400,
  );
  t.is((await client.patch(path, { freight_terms: 'maybe' })).status, 400);
  t.is((await fetch(`${platform.url}${path}`)).status, 401);
});
