/** Planned moves: an intent that holds nothing, worked by whoever claims it first. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants, newItem, putStock, settled } from '../orders/orders-rig.ts';
import { newShelf, newShipment, read, type Running } from '../fulfillment/outbound-rig.ts';
import type { Client } from '../helpers/client.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

const path = '/api/wms/moves';

/** An item with stock on a shelf of its own, and an empty shelf. */
async function shelves(platform: Running, qty: number, more: object = {}) {
  const [from, to] = [await newShelf(platform, more), await newShelf(platform)];
  const item = await newItem(platform, platform.standard);
  await putStock(platform, platform.standard, [{ item, qty, location: from }]);
  return { item, from, to };
}

type Shelves = Awaited<ReturnType<typeof shelves>>;

const plan = ({ client, standard }: Running, { item, from, to }: Shelves, qty: number, more: object = {}) =>
  client.post(path, {
    kind: 'reslot',
    warehouse_id: standard.warehouseId,
    from_location_id: from,
    to_location_id: to,
    item_id: item,
    qty,
    ...more,
  });

async function planned(platform: Running, goods: Shelves, qty: number, more: object = {}): Promise<any> {
  const answer = await plan(platform, goods, qty, more);
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body.data;
}

const act = async (client: Client, id: string, action: string, more: object = {}) =>
  settled(client, await client.patch(`${path}/${id}`, { action, ...more }), path);

async function stockAt({ owner }: Running, location: string): Promise<number> {
  const { rows } = await owner.query(
    'select coalesce(sum(qty), 0) as qty from inventory_balances where location_id = $1',
    [location],
  );
  return Number(rows[0].qty);
}

/** A second person on the floor, of one merchant if given. */
const colleague = (
  { clientWith, standard }: Running,
  merchant: { merchantId?: string } = {},
): Promise<Client> => clientWith(standard, ['wms.moves.work', 'wms.putaway.view'], merchant);

test('a move is planned, claimed, started and confirmed, and is a task of its kind meanwhile', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const goods = await shelves(platform, 10);
  const move = await planned(platform, goods, 6);
  t.like(move, { status: 'open', kind: 'reslot', qty: 6, done_qty: null, priority: 100, why: null });
  t.regex(move.move_no, /^MV-\d{8}-\d{4}$/);
  t.is(await stockAt(platform, goods.from), 10, 'a plan holds nothing and moves nothing');

  const tasks = await read(client, `/api/wms/tasks?task_type=reslot&warehouse_id=${standard.warehouseId}`);
  t.like(
    tasks.find(({ id }: any) => id === move.id),
    { status: 'pending', ref_no: move.move_no },
  );
  const listed = await read(client, `${path}?item_id=${goods.item}&status=open`);
  t.deepEqual(
    listed.map(({ id }: any) => id),
    [move.id],
  );
  t.is((await act(client, move.id, 'claim')).body.data.status, 'assigned');
  t.is((await act(client, move.id, 'start')).body.data.status, 'in_progress');
  const done = await act(client, move.id, 'confirm');
  t.like(done.body.data, { status: 'done', done_qty: 6, to_location_id: goods.to });
  t.deepEqual(await act(client, move.id, 'confirm').then(({ body }) => body.data), done.body.data);
  t.is(await stockAt(platform, goods.from), 4);
  t.is(await stockAt(platform, goods.to), 6);
  t.like((await read(client, `/api/wms/tasks/${move.id}`)).progress, { lines_done: 1 });
  await assertInvariants(t, platform);
});

test('less than planned may be carried, more may not', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const goods = await shelves(platform, 10);
  const { id } = await planned(platform, goods, 6);
  t.is((await act(client, id, 'confirm', { qty: 7 })).body.error?.code, 'VALIDATION_FAILED');
  t.like((await act(client, id, 'confirm', { qty: 2 })).body.data, { status: 'done', qty: 6, done_qty: 2 });
  t.is(await stockAt(platform, goods.to), 2);
});

test('what planned moves take already is not planned again, until they end', async (t) => {
  const { platform } = t.context;
  const goods = await shelves(platform, 10);
  const first = await planned(platform, goods, 7);
  const refused = await plan(platform, goods, 4);
  t.is(refused.status, 409, refused.text);
  t.is(refused.body.error.code, 'INSUFFICIENT_STOCK');
  t.like(refused.body.error.details, { required: 4, available: 10, planned: 7 });
  await act(platform.client, first.id, 'cancel', { reason: 'changed my mind' });
  t.is((await plan(platform, goods, 4)).status, 201);
});

test('of twenty planners at once only as many plan as there is stock for', async (t) => {
  const { platform } = t.context;
  const goods = await shelves(platform, 10);
  const answers = await Promise.all(Array.from({ length: 20 }, () => plan(platform, goods, 3)));
  t.is(answers.filter(({ status }) => status === 201).length, 3);
  t.true(answers.every(({ status }) => status === 201 || status === 409));
});

test('when the stock is gone the move ends as source_gone, and nothing is carried', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const goods = await shelves(platform, 10);
  const { id } = await planned(platform, goods, 10);
  // An order takes some: it is allocated, so it is not there to be carried.
  await newShipment(platform, [{ item_id: goods.item, qty: 3 }]);
  const answer = await act(client, id, 'confirm');
  t.is(answer.status, 200, answer.text);
  t.like(answer.body.data, { status: 'cancelled', end_reason: 'source_gone', done_qty: null });
  const again = await act(client, id, 'confirm');
  t.is(again.status, 200, 'sent twice, it is answered as the first time');
  t.deepEqual(again.body.data, answer.body.data);
  t.is(await stockAt(platform, goods.to), 0);

  const place = { warehouse_id: standard.warehouseId, location_id: goods.from };
  const { id: lpnId, lpn } = (await client.post('/api/wms/pallets', place)).body.data;
  await putStock(platform, standard, [{ item: goods.item, qty: 5, location: goods.from, lpnId }]);
  const onPlate = { kind: 'putaway', warehouse_id: standard.warehouseId, pallet_lpn: lpn };
  const made = await client.post(path, { ...onPlate, to_location_id: goods.to });
  t.like(made.body.data, { pallet_lpn: lpn, qty: 5, item_id: goods.item, from_location_id: goods.from });
  const twice = await client.post(path, { ...onPlate, to_location_id: goods.to });
  t.is(twice.body.error?.code, 'DUPLICATE');
  const elsewhere = await newShelf(platform);
  await client.post('/api/wms/inventory/move', {
    warehouse_id: standard.warehouseId,
    pallet_lpn: lpn,
    to_location_id: elsewhere,
  });
  const gone = await act(client, made.body.data.id, 'confirm');
  t.like(gone.body.data, { status: 'cancelled', end_reason: 'source_gone' });
  t.is(await stockAt(platform, elsewhere), 5, 'the pallet stays where somebody put it');
  await assertInvariants(t, platform);
});

test('a license plate is carried whole, with what is allocated on it', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const goods = await shelves(platform, 1);
  const place = { warehouse_id: standard.warehouseId, location_id: goods.from };
  const { id: lpnId, lpn } = (await client.post('/api/wms/pallets', place)).body.data;
  const item = await newItem(platform, standard);
  await putStock(platform, standard, [{ item, qty: 8, location: goods.from, lpnId }]);
  await newShipment(platform, [{ item_id: item, qty: 3 }]);
  const made = await client.post(path, {
    kind: 'replenish',
    warehouse_id: standard.warehouseId,
    pallet_lpn: lpn,
    to_location_id: goods.to,
  });
  const { id } = made.body.data;
  t.is((await act(client, id, 'confirm', { qty: 2 })).body.error?.code, 'VALIDATION_FAILED');
  t.like((await act(client, id, 'confirm')).body.data, { status: 'done', qty: 8, done_qty: 8 });
  t.is(await stockAt(platform, goods.to), 8);
  await assertInvariants(t, platform);
});

test('what a license plate carries when it is carried is what was done and is billed, whatever was on it when planned', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const goods = await shelves(platform, 1);
  const place = { warehouse_id: standard.warehouseId, location_id: goods.from };
  const plate = async (qty: number) => {
    const { id: lpnId, lpn } = (await client.post('/api/wms/pallets', place)).body.data;
    const item = await newItem(platform, standard);
    await putStock(platform, standard, [{ item, qty, location: goods.from, lpnId }]);
    const to = { kind: 'putaway', warehouse_id: standard.warehouseId, to_location_id: goods.to };
    const made = await client.post(path, { ...to, pallet_lpn: lpn });
    t.is(made.body.data?.qty, qty, made.text);
    return { id: made.body.data.id as string, lpnId: lpnId as string, item };
  };
  const columns = 'units::float8 as units, pallets::float8 as pallets';
  const billed = async (id: string) =>
    (await platform.owner.query(`select ${columns} from billable_moves where source_id = $1`, [id])).rows;

  const less = await plate(10);
  const taken = await client.post('/api/wms/inventory/move', {
    warehouse_id: standard.warehouseId,
    from_location_id: goods.from,
    to_location_id: await newShelf(platform),
    item_id: less.item,
    qty: 4,
  });
  t.true(taken.status < 300, taken.text);
  t.like((await act(client, less.id, 'confirm')).body.data, { status: 'done', qty: 10, done_qty: 6 });
  t.deepEqual(await billed(less.id), [{ units: 6, pallets: 1 }]);

  const more = await plate(5);
  await putStock(platform, standard, [{ item: more.item, qty: 2, location: goods.from, lpnId: more.lpnId }]);
  t.like((await act(client, more.id, 'confirm')).body.data, { status: 'done', qty: 5, done_qty: 7 });
  t.deepEqual(await billed(more.id), [{ units: 7, pallets: 1 }]);
  await assertInvariants(t, platform);
});

test('elsewhere than planned needs the permission and a reason', async (t) => {
  const { platform } = t.context;
  const goods = await shelves(platform, 10);
  const { id } = await planned(platform, goods, 5);
  const elsewhere = { to_location_id: await newShelf(platform) };
  const other = await colleague(platform);
  const refused = await act(other, id, 'confirm', { ...elsewhere, reason: 'the shelf is broken' });
  t.is(refused.status, 403, refused.text);
  t.is(refused.body.error.code, 'OVERRIDE_REQUIRED');
  t.is((await act(platform.client, id, 'confirm', elsewhere)).body.error?.code, 'VALIDATION_FAILED');
  const done = await act(platform.client, id, 'confirm', { ...elsewhere, reason: 'the shelf is broken' });
  t.like(done.body.data, { status: 'done', ...elsewhere, end_reason: 'the shelf is broken' });
  t.is(await stockAt(platform, elsewhere.to_location_id), 5);
});

test('thirty claims at once get thirty moves, the most urgent first', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const goods = await shelves(platform, 100, { zone: 'RUSH' });
  const made = await Promise.all(
    Array.from({ length: 25 }, (_, index) => planned(platform, goods, 1, { priority: index === 7 ? 1 : 50 })),
  );
  const claim = () => client.post(`${path}/claim`, { warehouse_id: standard.warehouseId, zone: 'RUSH' });
  const urgent = await claim();
  t.is(urgent.body.data?.id, made[7].id, urgent.text);
  const answers = await Promise.all(Array.from({ length: 30 }, claim));
  const claimed = answers.flatMap(({ status, body }) => (status === 200 ? [body.data.id] : []));
  t.is(claimed.length, 24);
  t.is(new Set([...claimed, made[7].id]).size, 25);
  t.true(answers.every(({ status }) => status === 200 || status === 404));
});

test('somebody else’s move is not confirmed, and twenty confirms at once carry it once', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const goods = await shelves(platform, 10);
  const { id } = await planned(platform, goods, 5);
  const other = await colleague(platform);
  await act(client, id, 'claim');
  const taken = await act(other, id, 'confirm');
  t.is(taken.status, 409);
  t.is(taken.body.error.code, 'MOVE_TAKEN');
  t.is((await act(other, id, 'claim')).body.error?.code, 'MOVE_TAKEN');
  await act(other, id, 'unclaim');
  const answers = await Promise.all(Array.from({ length: 20 }, () => act(other, id, 'confirm')));
  t.true(answers.every(({ status }) => status === 200));
  t.is(await stockAt(platform, goods.to), 5);
  await assertInvariants(t, platform);
});

test('a counted location holds the move up, and a merchant sees the moves of its goods alone', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const goods = await shelves(platform, 10);
  const { id } = await planned(platform, goods, 5);
  const count = { warehouse_id: standard.warehouseId, location_ids: [goods.to] };
  const counting = await settled(client, await client.post('/api/wms/count-tasks', count), 'count');
  t.is((await act(client, id, 'confirm')).body.error?.code, 'LOCATION_LOCKED');
  t.is((await read(client, `${path}/${id}`)).status, 'open', 'held up, not ended');
  await settled(
    client,
    await client.patch(`/api/wms/count-tasks/${counting.body.data.id}`, { action: 'cancel' }),
    'count',
  );
  const mine = await colleague(platform, { merchantId: standard.merchantId });
  t.is((await mine.get(`${path}/${id}`)).status, 200);
  t.is((await act(mine, id, 'claim')).body.error?.code, 'FORBIDDEN');
  t.is((await act(client, id, 'confirm')).status, 200);
});

test('v1 lists moves and completes one by the code of a place', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const goods = await shelves(platform, 10);
  const { id, warehouse_code, move_no } = await planned(platform, goods, 5);
  const listed = await client.get(
    `/v1/wms/moves?filter[warehouse_id]=${warehouse_code}&filter[status]=open&page_size=200`,
  );
  t.true(listed.body.data.some((one: any) => one.move_no === move_no));
  const done = await settled(
    client,
    await client.post(`/v1/wms/moves/${id}/complete`, { to_location: 'A-02', reason: 'nearer' }),
    path,
  );
  t.is(done.status, 200, done.text);
  t.like(await read(client, `${path}/${id}`), { status: 'done', to_location: 'A-02', done_qty: 5 });
});
