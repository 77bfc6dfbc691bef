/**
 * License plates on their way out and back: picked as a unit, loaded, unloaded, shipped; put back where they came from.
 */
import anyTest, { type TestFn } from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { inTenant, type TenantTransaction } from '../../db/database.ts';
import { readPalletsForLabel } from '../../db/printing/pallet-label.read.ts';
import { lpnStates, lpnStatuses } from '../../domain/inventory/lpn-states.ts';
import { statesOf } from '../../domain/state-machine.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { assertInvariants, newItem, putStock, settled } from '../orders/orders-rig.ts';
import { newShipment, newWave, patch, pickAll, read, type Running } from '../fulfillment/outbound-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

interface Loaded {
  id: string;
  lpn: string;
  items: string[];
}

/** A pallet (or a carton on one) at A-01 with a new item for each quantity. */
async function plateWith(
  platform: Running,
  quantities: readonly number[],
  more: object = {},
): Promise<Loaded> {
  const { client, standard } = platform;
  const at = { warehouse_id: standard.warehouseId, location_id: standard.locations['A-01'] };
  const { id, lpn } = (await client.post('/api/wms/pallets', { ...at, ...more })).body.data;
  const items = await Promise.all(quantities.map(() => newItem(platform, standard)));
  await putStock(
    platform,
    standard,
    items.map((item, index) => ({ item, qty: quantities[index]!, lpnId: id })),
  );
  return { id, lpn, items };
}

const plate = ({ client }: Running, { id }: { id: string }) => read(client, `/api/wms/pallets/${id}`);

const act = (platform: Running, shipmentId: string, action: string) =>
  patch(platform.client, `/api/wms/shipments/${shipmentId}`, { action });

async function told({ owner }: Running, { id }: { id: string }): Promise<string[]> {
  const { rows } = await owner.query(
    `select type, data from events where subject_type = 'pallet' and subject_id = $1 order by subject_seq`,
    [id],
  );
  return rows.map(({ type, data }) =>
    data.status ? `${type}: ${data.previous_status} to ${data.status}` : type,
  );
}

test('the table of plates reaches every state of the catalogue', (t) => {
  t.deepEqual(statesOf(lpnStates).toSorted(), [...lpnStatuses].toSorted());
});

test('the label of the plate that goods were put onto is printed once, where that is asked for', async (t) => {
  const { platform } = t.context;
  const { client, owner } = platform;
  const [one, other] = [await plateWith(platform, [10]), await plateWith(platform, [5])];
  const put = async (verb: string, body: object): Promise<string> => {
    const path = `/api/wms/pallets/${verb}`;
    const answer = await settled(client, await client.post(path, body), path);
    t.is(answer.status, 200, answer.text);
    return answer.body.data.id;
  };
  const split = { pallet_lpn: one.lpn, lines: [{ item_id: one.items[0], qty: 2 }] };
  const unasked = await put('split', split);
  const made = await put('split', { ...split, print: true });
  const from_lpns = [(await plate(platform, { id: unasked })).lpn];
  await put('merge', { pallet_lpn: other.lpn, from_lpns, print: true });
  const printed = async () => {
    const { rows } = await owner.query(
      `select j.ref_id, x.zpl_content from print_jobs j
         join label_texts x on x.organization_id = j.organization_id and x.sha256 = j.zpl_sha256
        where j.label_kind = 'pallet' and j.ref_id = any ($1::uuid[])`,
      [[one.id, unasked, made, other.id]],
    );
    return rows as { ref_id: string; zpl_content: string }[];
  };
  await until('both labels are printed', async () => (await printed()).length >= 2);
  const labels = await printed();
  t.deepEqual(labels.map(({ ref_id: id }) => id).toSorted(), [made, other.id].toSorted());
  const { zpl_content: merged } = labels.find(({ ref_id: id }) => id === other.id)!;
  for (const line of [/built [0-9-]{10}/, /QTY 5 /, /QTY 2 /]) t.regex(merged, line);
});

test('the label of a plate is of what stands on its cartons too, and of no merchant where several have goods there', async (t) => {
  const { platform } = t.context;
  const { database, standard } = platform;
  const [one, other] = [await plateWith(platform, [5]), await plateWith(platform, [])];
  await plateWith(platform, [20], { type: 'carton', parent_id: one.id });
  await plateWith(platform, [7], { type: 'carton', parent_id: other.id });
  const inStandard = <T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T> =>
    inTenant(database, { organizationId: standard.id }, work);
  const labels = () =>
    inStandard((tx) =>
      readPalletsForLabel(
        tx,
        [one, other].map(({ id }) => ({ lpn_id: id, receipt_id: null })),
      ),
    );
  const [mine, cartons] = await labels();
  const second = { organization_id: standard.id, id: uuidv7(), code: 'LABELS', name: 'Second' };
  await inStandard((tx) => tx('merchants').insert(second));
  const foreign = await newItem(platform, standard, { merchant_id: second.id });
  await putStock(platform, standard, [{ item: foreign, qty: 1, lpnId: one.id }]);
  const [shared] = await labels();
  const quantities = (label: typeof mine): string[] => label!.contents.map(({ qty }) => qty);
  t.deepEqual(
    [mine, cartons, shared].map((label) => [quantities(label), label!.merchant_id]),
    [
      [['20', '5'], standard.merchantId],
      [['7'], standard.merchantId],
      [['20', '5', '1'], null],
    ],
  );
});

test('a pallet that is picked whole is picked, loaded, unloaded, loaded again and shipped, and says so', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const pallet = await plateWith(platform, [10, 4]);
  const shipment = await newShipment(
    platform,
    pallet.items.map((item_id, index) => ({ item_id, qty: [10, 4][index]! })),
  );
  t.is((await act(platform, shipment.id, 'pick')).status, 200);
  const picked = await plate(platform, pallet);
  t.like(picked, { state: 'picked', location: 'STAGE-1', stock: { length: 2 } });
  t.true(picked.stock.every(({ status }: { status: string }) => status === 'allocated'));
  t.is((await client.get(`/api/wms/pallets?state=picked&lpn=${pallet.lpn}`)).body.meta.total, 1);

  const made = await client.post('/api/wms/loads', {
    warehouse_id: standard.warehouseId,
    shipment_ids: [shipment.id],
  });
  const load = `/api/wms/loads/${made.body.data.id}`;
  t.is((await patch(client, load, { action: 'unload' })).body.error.code, 'ILLEGAL_TRANSITION');
  t.is((await patch(client, load, { action: 'finish_loading' })).body.data.status, 'loaded');
  t.is((await plate(platform, pallet)).state, 'loaded');
  const move = await client.post('/api/wms/inventory/move', {
    warehouse_id: standard.warehouseId,
    pallet_lpn: pallet.lpn,
    to_location_id: standard.locations['A-02'],
  });
  t.is(move.body.error.code, 'LPN_IN_USE', 'what is on the trailer is not moved about');
  t.is((await patch(client, load, { action: 'unload' })).body.data.status, 'loading');
  t.is((await patch(client, load, { action: 'unload' })).status, 200, 'again: nothing');
  t.is((await plate(platform, pallet)).state, 'picked');
  await patch(client, load, { action: 'finish_loading' });
  t.is((await patch(client, load, { action: 'ship' })).body.data.status, 'shipped');
  t.like(await plate(platform, pallet), { state: 'shipped', stock: [] });
  t.deepEqual(await told(platform, pallet), [
    'pallet.created',
    'pallet.picked: active to picked',
    'pallet.loaded: picked to loaded',
    'pallet.unloaded: loaded to picked',
    'pallet.loaded: picked to loaded',
    'pallet.shipped: loaded to shipped',
  ]);
  await assertInvariants(t, platform);
});

test('a cancelled load unloads its pallets, and a cancelled shipment sends them back whole', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const pallet = await plateWith(platform, [6, 2]);
  const lines = pallet.items.map((item_id, index) => ({ item_id, qty: [6, 2][index]! }));
  const shipment = await newShipment(platform, lines);
  await act(platform, shipment.id, 'pick');
  const loads = '/api/wms/loads';
  const of = { warehouse_id: standard.warehouseId, shipment_ids: [shipment.id] };
  const first = (await client.post(loads, of)).body.data;
  await patch(client, `${loads}/${first.id}`, { action: 'finish_loading' });
  await patch(client, `${loads}/${first.id}`, { action: 'cancel' });
  t.is((await plate(platform, pallet)).state, 'picked');
  const second = (await client.post(loads, of)).body.data;
  await patch(client, `${loads}/${second.id}`, { action: 'finish_loading' });

  t.is((await act(platform, shipment.id, 'cancel')).status, 200);
  const down = await plate(platform, pallet);
  t.like(down, { state: 'active', location: 'STAGE-1' });
  t.true(down.stock.every(({ status }: { status: string }) => status === 'hold'));
  const tasks = await read(client, `/api/wms/put-back-tasks?shipment_id=${shipment.id}`);
  t.is(tasks.length, 2);
  const done = await client.patch(`/api/wms/put-back-tasks/${tasks[0].id}`, { action: 'complete' });
  t.is(done.status, 200, done.text);
  const back = await plate(platform, pallet);
  t.like(back, { state: 'active', location: 'A-01', stock: { length: 2 } });
  t.true(back.stock.every(({ status }: { status: string }) => status === 'available'));
  const after = await read(client, `/api/wms/put-back-tasks?shipment_id=${shipment.id}`);
  t.deepEqual(
    after.map(({ status }: { status: string }) => status),
    ['done', 'done'],
    'the pallet went back with all that stood on it',
  );
  t.deepEqual((await told(platform, pallet)).slice(-2), [
    'pallet.loaded: picked to loaded',
    'pallet.unpicked: loaded to active',
  ]);
  t.is((await newShipment(platform, lines)).status, 'commit', 'its goods can be promised again');
  await assertInvariants(t, platform);
});

test('what is picked from a pallet goes loose; its last goods take the pallet along', async (t) => {
  const { platform } = t.context;
  const pallet = await plateWith(platform, [10]);
  const line = (qty: number) => [{ item_id: pallet.items[0]!, qty }];
  const part = await newShipment(platform, line(3));
  await act(platform, part.id, 'pick');
  t.like(await plate(platform, pallet), { state: 'active', location: 'A-01' });
  const rest = await newShipment(platform, line(7));
  await act(platform, rest.id, 'pick');
  t.like(await plate(platform, pallet), { state: 'picked', location: 'STAGE-1' });
  await act(platform, part.id, 'ship');
  t.is((await plate(platform, pallet)).state, 'picked', 'the loose goods are nothing to it');
  await act(platform, rest.id, 'ship');
  t.is((await plate(platform, pallet)).state, 'shipped');
  await assertInvariants(t, platform);
});

test('a pallet takes its cartons along; a carton picked alone leaves its pallet', async (t) => {
  const { platform } = t.context;
  const pallet = await plateWith(platform, []);
  const onIt = { type: 'carton', parent_id: pallet.id };
  const [first, second] = [await plateWith(platform, [5], onIt), await plateWith(platform, [8], onIt)];
  const empty = await plateWith(platform, [], onIt);
  const alone = await newShipment(platform, [{ item_id: first.items[0]!, qty: 5 }]);
  await act(platform, alone.id, 'pick');
  t.like(await plate(platform, first), { state: 'picked', location: 'STAGE-1', parent_id: null });
  t.like(await plate(platform, pallet), { state: 'active', location: 'A-01' });

  const whole = await newShipment(platform, [{ item_id: second.items[0]!, qty: 8 }]);
  const wave = await newWave(platform, [whole.id]);
  await pickAll(platform.client, wave.id);
  for (const one of [pallet, second, empty])
    t.like(await plate(platform, one), { state: 'picked', location: 'STAGE-1' });
  t.is((await plate(platform, second)).parent_id, pallet.id);
  await act(platform, whole.id, 'ship');
  for (const one of [pallet, second, empty]) t.is((await plate(platform, one)).state, 'shipped');
  t.is((await plate(platform, first)).state, 'picked');
  await assertInvariants(t, platform);
});

test('two who pick from one pallet at once take turns: one goes loose, the other takes the pallet; so do two who put back', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const pallet = await plateWith(platform, [4, 4]);
  const line = (index: number) => [{ item_id: pallet.items[index]!, qty: 4 }];
  const halves = [await newShipment(platform, line(0)), await newShipment(platform, line(1))];
  const answers = await Promise.all(halves.map(({ id }) => act(platform, id, 'pick')));
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  t.like(await plate(platform, pallet), { state: 'picked', location: 'STAGE-1', stock: { length: 1 } });

  const full = await plateWith(platform, [3, 5]);
  const whole = await newShipment(
    platform,
    full.items.map((item_id, index) => ({ item_id, qty: [3, 5][index]! })),
  );
  await act(platform, whole.id, 'pick');
  await act(platform, whole.id, 'cancel');
  const tasks = await read(client, `/api/wms/put-back-tasks?shipment_id=${whole.id}`);
  const done = await Promise.all(
    tasks.map(({ id }: { id: string }) =>
      patch(client, `/api/wms/put-back-tasks/${id}`, { action: 'complete' }),
    ),
  );
  t.deepEqual(
    done.map(({ status }) => status),
    [200, 200],
  );
  t.like(await plate(platform, full), { state: 'active', location: 'A-01', stock: { length: 2 } });
  await assertInvariants(t, platform);
});
