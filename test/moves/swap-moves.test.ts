/** Goods that change places over an empty one: in order, whole, and together or not at all. */
import anyTest, { type TestFn } from 'ava';
import { patch, read, type Running } from '../fulfillment/outbound-rig.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants, newItem, putStock, settled } from '../orders/orders-rig.ts';
import { aisle, stockAt } from './slotting-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

const act = async ({ client }: Running, id: string, action: string, more: object = {}) =>
  settled(client, await patch(client, `/api/wms/moves/${id}`, { action, ...more }), id);
const move = ({ client }: Running, id: string) => read(client, `/api/wms/moves/${id}`);

async function ask({ client }: Running, body: object) {
  return settled(client, await client.post('/api/wms/slotting-swaps', body), 'swap');
}

/** What lies where, as item, place and quantity. */
async function lyingIn({ owner }: Running, warehouse_id: string): Promise<string[]> {
  const found = await owner.query(
    `select b.item_id || '@' || l.code || ':' || sum(b.qty)::float8 as said from inventory_balances b
       join locations l on l.id = b.location_id where l.warehouse_id = $1 and b.qty > 0 group by b.item_id, l.code order by 1`,
    [warehouse_id],
  );
  return found.rows.map(({ said }: any) => said);
}

/** The moves that an event says were cancelled, once for each event. */
async function toldCancelled({ owner }: Running, ids: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query(
    `select subject_id from events where subject_id = any ($1::uuid[]) and type like '%cancelled' order by 1`,
    [ids],
  );
  return rows.map(({ subject_id: id }: any) => id);
}

/** A near place with one item, a far one with another, and one that is empty. */
async function house(platform: Running, more: object = {}) {
  const { warehouse_id, places } = await aisle(platform, { NEAR: 2, FAR: 50, FREE: 30 }, more);
  const [cold, hot] = [
    await newItem(platform, platform.standard),
    await newItem(platform, platform.standard),
  ];
  await stockAt(platform, warehouse_id, cold, places['NEAR']!, 9);
  await stockAt(platform, warehouse_id, hot, places['FAR']!, 6);
  const body = { warehouse_id, location_id: places['FAR']!, other_location_id: places['NEAR']! };
  return { warehouse_id, places, cold, hot, body };
}

test('three moves over an empty place, each given once the one before is done', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { warehouse_id, places, cold, hot, body } = await house(platform, { mixing: 'one_item' });
  const planned = await ask(platform, body);
  t.is(planned.status, 200, planned.text);
  const { move_ids: ids, over_location_id: over, swap_id } = planned.body.data;
  t.is(over, places['FREE']);
  const [out, next, back] = await Promise.all(ids.map((id: string) => move(platform, id)));
  t.like(out, { item_id: hot, from_location: 'FAR', to_location: 'FREE', waits_for_move_id: null, swap_id });
  t.like(next, { item_id: cold, from_location: 'NEAR', to_location: 'FAR', waits_for_move_id: out.id });
  t.like(back, { item_id: hot, from_location: 'FREE', to_location: 'NEAR', waits_for_move_id: next.id });
  t.is((await ask(platform, body)).body.error?.code, 'SWAP_REFUSED', 'once at a time');
  for (const { id } of [next, back])
    for (const action of ['claim', 'confirm'])
      t.is((await act(platform, id, action)).body.error?.code, 'MOVE_WAITS');
  for (const [id, left] of [
    [out.id, 2],
    [next.id, 1],
    [back.id, 0],
  ]) {
    const asked = await client.post('/api/wms/work/claim', { warehouse_id, near: places['NEAR'] });
    t.is(asked.body.data.work?.id, id, `with ${left} behind it`);
    const other = await client.post('/api/wms/moves/claim', { warehouse_id });
    t.is(other.status, 404, 'nothing else is given');
    t.is((await act(platform, id, 'confirm', { qty: 1 })).body.error?.code, 'VALIDATION_FAILED');
    const done = await act(platform, id, 'confirm');
    t.is(done.body.data?.status, 'done', done.text);
  }
  t.deepEqual(await lyingIn(platform, warehouse_id), [`${cold}@FAR:9`, `${hot}@NEAR:6`].sort());
  await assertInvariants(t, platform);
});

/** Two places with a license plate each, that change places over an empty one. */
async function plates(platform: Running) {
  const { client, standard, owner } = platform;
  const { warehouse_id, places } = await aisle(platform, { NEAR: 2, FAR: 50, FREE: 30, ELSE: 40 });
  const plate = async (code: string, qty: number) => {
    const made = await client.post('/api/wms/pallets', { warehouse_id, location_id: places[code] });
    const { id, lpn } = made.body.data;
    const item = await newItem(platform, standard);
    await putStock(platform, standard, [{ item, qty, location: places[code]!, lpnId: id }]);
    await owner.query(`update lpns set state = 'active' where id = $1`, [id]);
    return { id, lpn, item };
  };
  const [far, near] = [await plate('FAR', 4), await plate('NEAR', 5)];
  const body = { warehouse_id, location_id: places['FAR']!, other_location_id: places['NEAR']! };
  return { warehouse_id, places, far, near, body };
}

test('a license plate that waits over there is sent nowhere else, so that it can go on', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { warehouse_id, places, far, body } = await plates(platform);
  const { move_ids: ids } = (await ask(platform, body)).body.data;
  t.is((await act(platform, ids[0], 'confirm')).body.data?.status, 'done');
  const other = await settled(
    client,
    await client.post('/api/wms/moves', {
      kind: 'reslot',
      warehouse_id,
      pallet_lpn: far.lpn,
      to_location_id: places['FREE'],
    }),
    '/api/wms/moves',
  );
  t.is(other.status, 409, other.text);
  for (const id of ids.slice(1)) {
    const done = await act(platform, id, 'confirm');
    t.is(done.body.data?.status, 'done', done.text);
  }
});

test('plates that are brought together end their swap, and each of its moves ends once', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { far, near, body } = await plates(platform);
  const { move_ids: ids } = (await ask(platform, body)).body.data;
  const merged = await client.post('/api/wms/pallets/consolidate', {
    pallet_lpn: near.lpn,
    from_lpns: [far.lpn],
  });
  t.is(merged.status, 200, merged.text);
  for (const id of ids) t.is((await move(platform, id)).status, 'cancelled');
  t.deepEqual(await toldCancelled(platform, ids), ids.toSorted());
});

test('a license plate changes places as well, and waits where it was put', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const { warehouse_id, places } = await aisle(platform, { NEAR: 2, FAR: 50, FREE: 30, ELSE: 40 });
  const lying: string[] = [];
  for (const [code, qty] of [
    ['FAR', 4],
    ['NEAR', 5],
  ] as const) {
    const made = await client.post('/api/wms/pallets', { warehouse_id, location_id: places[code] });
    const item_id = await newItem(platform, standard);
    await putStock(platform, standard, [
      { item: item_id, qty, location: places[code]!, lpnId: made.body.data.id },
    ]);
    lying.push(`${item_id}@${code === 'FAR' ? 'NEAR' : 'FAR'}:${qty}`);
  }
  const body = { warehouse_id, location_id: places['FAR'], other_location_id: places['NEAR'] };
  const { move_ids: ids } = (await ask(platform, body)).body.data;
  const first = await act(platform, ids[0], 'confirm', { to_location_id: places['ELSE'], reason: 'closer' });
  t.is(first.body.data?.status, 'done', first.text);
  t.like(await move(platform, ids[2]), { from_location: 'ELSE', status: 'open' });
  for (const id of ids.slice(1)) {
    const done = await act(platform, id, 'confirm');
    t.is(done.body.data?.status, 'done', done.text);
  }
  t.deepEqual(await lyingIn(platform, warehouse_id), lying.sort());
});

test('one that is cancelled, or finds nothing, ends the others; nothing is put where something lies', async (t) => {
  const { platform } = t.context;
  for (const cancelled of [0, 1, 2]) {
    const { warehouse_id, body } = await house(platform);
    const { move_ids: ids } = (await ask(platform, body)).body.data;
    const before = await lyingIn(platform, warehouse_id);
    t.is((await act(platform, ids[cancelled], 'cancel', { reason: 'not wanted' })).status, 200);
    for (const id of ids) t.like(await move(platform, id), { status: 'cancelled', end_reason: 'not wanted' });
    t.deepEqual(await toldCancelled(platform, ids), ids.toSorted(), 'each is told once');
    t.deepEqual(await lyingIn(platform, warehouse_id), before);
    t.is((await ask(platform, body)).status, 200, 'it can be planned again');
  }
  const { warehouse_id, places, hot, cold, body } = await house(platform);
  const { move_ids: ids } = (await ask(platform, body)).body.data;
  t.is((await act(platform, ids[0], 'confirm')).body.data?.status, 'done');
  await stockAt(platform, warehouse_id, hot, places['FAR']!, 1);
  const refused = await act(platform, ids[1], 'confirm');
  t.like(refused.body.error, {
    code: 'SWAP_REFUSED',
    details: { reason: 'not_empty', location_id: places['FAR'] },
  });
  await stockAt(platform, warehouse_id, hot, places['FAR']!, -1);
  await stockAt(platform, warehouse_id, cold, places['NEAR']!, -9);
  t.like((await act(platform, ids[1], 'confirm')).body.data, {
    status: 'cancelled',
    end_reason: 'source_gone',
  });
  t.like(await move(platform, ids[2]), { status: 'cancelled', end_reason: 'source_gone' });
  t.deepEqual(await lyingIn(platform, warehouse_id), [`${hot}@FREE:6`], 'what was carried lies where it is');
});

test('what cannot change places says why', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const reason = async (body: object) => (await ask(platform, body)).body.error?.details?.reason;
  const full = await house(platform);
  await stockAt(platform, full.warehouse_id, full.cold, full.places['FREE']!, 1);
  t.is(await reason(full.body), 'no_free_place');
  t.is(await reason({ ...full.body, over_location_id: full.places['FREE'] }), 'not_empty');
  const staged = await client.post('/api/wms/locations', {
    warehouse_id: full.warehouse_id,
    code: 'WAITING',
    type: 'staging',
  });
  t.is(staged.status, 201, staged.text);
  const over = await ask(platform, { ...full.body, over_location_id: staged.body.data.id });
  t.is(over.body.data?.over_location, 'WAITING', over.text);
  const small = await house(platform);
  await client.patch(`/api/wms/locations/${small.places['FAR']}`, { capacity: 8 });
  t.is(await reason(small.body), 'full_units');
  const shared = await house(platform);
  await stockAt(platform, shared.warehouse_id, shared.hot, shared.places['NEAR']!, 1);
  t.is(await reason(shared.body), 'mixed');
  const empty = await house(platform);
  t.is(await reason({ ...empty.body, location_id: empty.places['FREE'] }), 'nothing_there');
});

test('two who plan the same at once: one does', async (t) => {
  const { platform } = t.context;
  for (let round = 0; round < 3; round += 1) {
    const { body } = await house(platform);
    const mirrored = { ...body, location_id: body.other_location_id, other_location_id: body.location_id };
    const answers = await Promise.all([ask(platform, body), ask(platform, mirrored)]);
    t.deepEqual(
      answers.map(({ status }) => status).sort((one, two) => one - two),
      [200, 409],
    );
  }
});
