/** Put-back tasks whose goods are not, or not all, where they were picked to any more: none stays open for good. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants, newItem, putStock } from '../orders/orders-rig.ts';
import {
  newShelf,
  newShipment,
  patch,
  pickedShipment,
  read,
  type Running,
} from '../fulfillment/outbound-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

/** A shipment of 4 that was picked and cancelled: its stock on hold in staging, and its put-back task. */
async function withdrawn(platform: Running) {
  const { client, standard } = platform;
  const shipment = await pickedShipment(platform, 4);
  await patch(client, `/api/wms/shipments/${shipment.id}`, { action: 'cancel' });
  const [task] = await read(client, `/api/wms/put-back-tasks?shipment_id=${shipment.id}`);
  const at = {
    warehouse_id: standard.warehouseId,
    item_id: shipment.item_id,
    location_id: standard.locations['STAGE-1'],
  };
  return { task, at };
}

const complete = ({ client }: Running, { id }: { id: string }, more: object = {}) =>
  patch(client, `/api/wms/put-back-tasks/${id}`, { action: 'complete', ...more });

async function rows({ client }: Running, item: string): Promise<string[]> {
  const found = await read(client, `/api/wms/inventory?item_id=${item}`);
  return found.map(({ location, status, qty }: any) => `${location} ${status} ${qty}`).toSorted();
}

test('goods somebody has dealt with are put back by saying so, and only then freed', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const { task, at } = await withdrawn(platform);
  const { location_id: from_location_id, ...goods } = at;
  const lift = (location_id: string) =>
    client.post('/api/wms/inventory/release-hold', { ...goods, location_id, reason_code: 'found' });
  const refused = await lift(from_location_id!);
  t.like(refused.body.error, { code: 'PUT_BACK_OPEN', details: { waiting: 4, would_remain: 0 } });
  t.regex(refused.body.error.message, /complete their put-back task first/, 'the sentence names the way out');
  const to_location_id = standard.locations['A-02']!;
  const move = await client.post('/api/wms/inventory/move', {
    ...goods,
    from_location_id,
    to_location_id,
    status: 'hold',
    qty: 4,
  });
  t.is(move.status, 200, move.text);
  t.is((await lift(to_location_id)).body.error.code, 'PUT_BACK_OPEN', 'wherever they stand');
  t.is((await complete(platform, task)).body.error.code, 'INSUFFICIENT_STOCK');
  const done = await complete(platform, task, { qty: 0 });
  t.like(done.body.data, { status: 'done', qty: 4, done_qty: 0 }, done.text);
  t.like((await complete(platform, task)).body.data, { status: 'done', done_qty: 0 }, 'repeated');
  t.deepEqual(await rows(platform, at.item_id), ['A-02 hold 4']);
  t.is((await lift(to_location_id)).status, 200);
  t.deepEqual(await rows(platform, at.item_id), ['A-02 available 4']);
  await assertInvariants(t, platform);
});

test('less than was picked goes back, and the rest stays on the books as it is', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { task, at } = await withdrawn(platform);
  const broken = { ...at, status: 'hold', qty_delta: -1, reason_code: 'damage' };
  t.is((await client.post('/api/wms/inventory/adjust', broken)).status, 200);
  t.is((await complete(platform, task, { qty: 5 })).body.error.details[0].code, 'too_many');
  t.is((await complete(platform, task)).body.error.code, 'INSUFFICIENT_STOCK');
  const done = await complete(platform, task, { qty: 2 });
  t.like(done.body.data, { status: 'done', qty: 4, done_qty: 2 }, done.text);
  t.deepEqual(await rows(platform, at.item_id), ['A-01 available 2', 'STAGE-1 hold 1']);
  await assertInvariants(t, platform);
});

test('a pallet whose last goods are put back loose is consumed', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const at = { warehouse_id: standard.warehouseId, location_id: standard.locations['A-01'] };
  const { id } = (await client.post('/api/wms/pallets', at)).body.data;
  const item = await newItem(platform, standard);
  await putStock(platform, standard, [{ item, qty: 4, lpnId: id }]);
  const shipment = await newShipment(platform, [{ item_id: item, qty: 4 }]);
  for (const action of ['pick', 'cancel'])
    await patch(client, `/api/wms/shipments/${shipment.id}`, { action });
  const lost = { ...at, location_id: standard.locations['STAGE-1'], item_id: item, status: 'hold' };
  await client.post('/api/wms/inventory/adjust', { ...lost, qty_delta: -1, reason_code: 'lost' });
  const [task] = await read(client, `/api/wms/put-back-tasks?shipment_id=${shipment.id}`);
  t.like((await complete(platform, task, { qty: 3 })).body.data, { status: 'done', done_qty: 3 });
  t.like(await read(client, `/api/wms/pallets/${id}`), { state: 'consumed', stock: { length: 0 } });
  t.deepEqual(await rows(platform, item), ['A-01 available 3']);
  await assertInvariants(t, platform);
});

test('of two cartons on one pallet, a cancelled shipment takes back its own', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const plate = async (more: object): Promise<string> =>
    (await client.post('/api/wms/pallets', { warehouse_id: standard.warehouseId, ...more })).body.data.id;
  const staging = { location_id: standard.locations['STAGE-1'] };
  const pallet = await plate(staging);
  const picked = [];
  for (const _ of ['ours', 'theirs']) {
    const carton = await plate({ location_id: standard.locations['A-01'], type: 'carton' });
    const item = await newItem(platform, standard);
    await putStock(platform, standard, [{ item, qty: 2, lpnId: carton }]);
    const { id } = await newShipment(platform, [{ item_id: item, qty: 2 }]);
    t.is((await patch(client, `/api/wms/shipments/${id}`, { action: 'pick' })).status, 200);
    const nested = await patch(client, `/api/wms/pallets/${carton}`, { parent_id: pallet });
    t.is(nested.status, 200, nested.text);
    picked.push({ id, carton });
  }
  const [ours, theirs] = picked;
  const stateOf = async (id: string): Promise<string> => (await read(client, `/api/wms/pallets/${id}`)).state;
  const cancel = ({ id }: { id: string }) => patch(client, `/api/wms/shipments/${id}`, { action: 'cancel' });
  t.is((await cancel(ours!)).status, 200);
  t.deepEqual([await stateOf(ours!.carton), await stateOf(theirs!.carton)], ['active', 'picked']);
  const { rows: told } = await platform.owner.query(
    "select 1 from events where type = 'pallet.unpicked' and subject_id = $1",
    [theirs!.carton],
  );
  t.is(told.length, 0);
  t.is((await cancel(theirs!)).status, 200);
  t.is(await stateOf(theirs!.carton), 'active');
  await assertInvariants(t, platform);
});

test('what is put back goes over no limit, and somewhere else if its own place is full by now', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  t.is((await patch(client, '/api/tenancy/settings', { capacity_policy: 'refuse' })).status, 200);
  const shelf = await newShelf(platform, { capacity: 4 });
  const [small, free] = [await newShelf(platform, { capacity: 3 }), await newShelf(platform)];
  const [item, other] = [await newItem(platform, standard), await newItem(platform, standard)];
  await putStock(platform, standard, [{ item, qty: 4, location: shelf }]);
  const shipment = await newShipment(platform, [{ item_id: item, qty: 4 }]);
  for (const action of ['pick', 'cancel'])
    await patch(client, `/api/wms/shipments/${shipment.id}`, { action });
  await putStock(platform, standard, [{ item: other, qty: 1, location: shelf }]);
  const [task] = await read(client, `/api/wms/put-back-tasks?shipment_id=${shipment.id}`);
  for (const more of [{}, { location_id: small }])
    t.is((await complete(platform, task, more)).body.error.code, 'LOCATION_FULL');
  const done = await complete(platform, task, { location_id: free });
  t.like(done.body.data, { status: 'done', done_qty: 4, to_location_id: free }, done.text);

  const at = { warehouse_id: standard.warehouseId, location_id: await newShelf(platform) };
  const { id } = (await client.post('/api/wms/pallets', at)).body.data;
  await putStock(platform, standard, [{ item, qty: 4, lpnId: id, location: at.location_id }]);
  const whole = await newShipment(platform, [{ item_id: item, qty: 8 }]);
  for (const action of ['pick', 'cancel']) await patch(client, `/api/wms/shipments/${whole.id}`, { action });
  const tasks = await read(client, `/api/wms/put-back-tasks?shipment_id=${whole.id}`);
  const onPlate = tasks.find(({ lpn_id: plate }: any) => plate === id);
  t.is((await complete(platform, onPlate, { location_id: small })).body.error.code, 'LOCATION_FULL');
  t.is((await complete(platform, onPlate)).status, 200);
  t.like(await read(client, `/api/wms/pallets/${id}`), { location_id: at.location_id });
  await assertInvariants(t, platform);
});

test('units with serial numbers are put back whole', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const item = await newItem(platform, standard, { serial_tracked: true });
  const at = { warehouse_id: standard.warehouseId, location_id: standard.locations['A-01'], item_id: item };
  await client.post('/api/wms/inventory/adjust', {
    ...at,
    qty_delta: 2,
    reason_code: 'found',
    serial_nos: ['PB-1', 'PB-2'],
  });
  const shipment = await newShipment(platform, [{ item_id: item, qty: 2 }]);
  for (const action of ['pick', 'cancel'])
    await patch(client, `/api/wms/shipments/${shipment.id}`, { action });
  const [task] = await read(client, `/api/wms/put-back-tasks?shipment_id=${shipment.id}`);
  t.like((await complete(platform, task, { qty: 1.5 })).body.error.details[0], {
    path: 'qty',
    code: 'whole_units',
  });
  t.is((await complete(platform, task, { qty: 1 })).status, 200);
  await assertInvariants(t, platform);
});
