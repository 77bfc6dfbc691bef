/** License plates are merged and split while planned moves are to carry them. */
import anyTest, { type TestFn } from 'ava';
import { everyPermission, joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants, newItem, putStock, settled } from '../orders/orders-rig.ts';
import { read, type Running } from '../fulfillment/outbound-rig.ts';
import type { Answer } from '../helpers/client.ts';
import { actOn, putawayFloor, type PutawayFloor } from './putaway-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

/** A license plate with so many of the floor's item, at its dock or elsewhere. */
async function plateWith(platform: Running, floor: PutawayFloor, qty: number, place = floor.dock) {
  const { client, standard, owner } = platform;
  const made = await client.post('/api/wms/pallets', {
    warehouse_id: standard.warehouseId,
    location_id: place,
  });
  if (made.status !== 201) throw new Error(made.text);
  const { id, lpn } = made.body.data as { id: string; lpn: string };
  await putStock(platform, standard, [{ item: floor.item, qty, location: place, lpnId: id }]);
  await owner.query(`update lpns set state = 'active' where id = $1`, [id]);
  return { id, lpn };
}

const ask = async ({ client }: Running, verb: 'merge' | 'split', body: object): Promise<Answer> => {
  const path = `/api/wms/pallets/${verb}`;
  return settled(client, await client.post(path, body), path);
};

const set = async ({ client }: Running, settings: object): Promise<void> => {
  const answer = await client.patch('/api/tenancy/settings', settings);
  if (answer.status !== 200) throw new Error(answer.text);
};

const planPlate = async ({ client }: Running, lpn: string): Promise<any> =>
  (await client.post('/api/wms/putaway/plan', { lpn })).body.data.moves[0];

const movesOf = async ({ client }: Running, { item }: PutawayFloor, status = 'open'): Promise<any[]> =>
  read(client, `/api/wms/moves?item_id=${item}&status=${status}`);

const toOf = ({ places }: PutawayFloor, { to_location_id: to }: any): string | undefined =>
  Object.keys(places).find((code) => places[code] === to);

const pick = ({ id, pallet_lpn: lpn, qty }: any) => ({ id, lpn, qty });

test.serial('plates that become one have one putaway, to where all of it fits', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  await set(platform, { capacity_policy: 'refuse' });
  const floor = await putawayFloor(platform, { TEN: { capacity: 10 }, MORE: { capacity: 20 }, MOST: {} });
  const [a, b, c] = [
    await plateWith(platform, floor, 6),
    await plateWith(platform, floor, 3),
    await plateWith(platform, floor, 4),
  ];
  const first = await planPlate(platform, a.lpn);
  const second = await planPlate(platform, b.lpn);
  const third = await planPlate(platform, c.lpn);
  t.deepEqual(
    [first, second, third].map((one) => toOf(floor, one)),
    ['TEN', 'TEN', 'MORE'],
  );
  t.is((await ask(platform, 'merge', { pallet_lpn: a.lpn, from_lpns: [b.lpn] })).status, 200);
  t.like(await read(client, `/api/wms/moves/${second.id}`), { status: 'cancelled', end_reason: 'merged' });
  t.like(await read(client, `/api/wms/moves/${first.id}`), {
    status: 'open',
    qty: 9,
    to_location_id: floor.places['TEN'],
  });
  t.is((await ask(platform, 'merge', { pallet_lpn: a.lpn, from_lpns: [c.lpn] })).status, 200);
  t.like(await read(client, `/api/wms/moves/${first.id}`), { status: 'cancelled', end_reason: 'replanned' });
  const [left, ...others] = await movesOf(platform, floor);
  t.deepEqual(others, []);
  t.like(left, { pallet_lpn: a.lpn, qty: 13, to_location_id: floor.places['MORE'] });
  t.like((await actOn(client, left.id, 'confirm')).body.data, { status: 'done', done_qty: 13 });
  await assertInvariants(t, platform);
});

test.serial('a plate without a move takes over the putaway of what came onto it', async (t) => {
  const { platform } = t.context;
  const floor = await putawayFloor(platform, { A: {} });
  const [a, b] = [await plateWith(platform, floor, 6), await plateWith(platform, floor, 3)];
  await planPlate(platform, b.lpn);
  t.is((await ask(platform, 'merge', { pallet_lpn: a.lpn, from_lpns: [b.lpn] })).status, 200);
  t.deepEqual(
    (await movesOf(platform, floor)).map(({ pallet_lpn: lpn, qty }) => [lpn, qty]),
    [[a.lpn, 9]],
  );
});

test.serial(
  'where putaways are planned, what is split off at a dock has one, and its plate carries less',
  async (t) => {
    const { platform } = t.context;
    const { client, standard } = platform;
    const floor = await putawayFloor(platform, { A: {} });
    const source = await plateWith(platform, floor, 10);
    const before = await planPlate(platform, source.lpn);
    const split = (from: string, lines: object[]) => ask(platform, 'split', { pallet_lpn: from, lines });
    const quiet = await split(source.lpn, [{ item_id: floor.item, qty: 1 }]);
    t.is(quiet.status, 200, quiet.text);
    t.deepEqual((await movesOf(platform, floor)).map(pick), [{ id: before.id, lpn: source.lpn, qty: 9 }]);
    await set(platform, { putaway: 'task' });
    const made = (await split(source.lpn, [{ item_id: floor.item, qty: 4 }])).body.data;
    const byQty = (await movesOf(platform, floor)).sort((x, y) => x.qty - y.qty).map(pick);
    t.deepEqual(
      byQty.map(({ lpn, qty }) => [lpn, qty]),
      [
        [made.lpn, 4],
        [source.lpn, 5],
      ],
    );
    // Merged where nothing is planned for either.
    const other = await putawayFloor(platform, { A: {} });
    const [x, y] = [await plateWith(platform, other, 2), await plateWith(platform, other, 3)];
    t.is((await ask(platform, 'merge', { pallet_lpn: x.lpn, from_lpns: [y.lpn] })).status, 200);
    t.deepEqual(
      (await movesOf(platform, other)).map(({ pallet_lpn, qty }) => [pallet_lpn, qty]),
      [[x.lpn, 5]],
    );
    // What is damaged is left to a person, and what stands on a shelf stays there.
    const damaged = await plateWith(platform, other, 1);
    await putStock(platform, standard, [
      { item: other.item, qty: 2, location: other.dock, lpnId: damaged.id, status: 'damaged' },
    ]);
    await split(damaged.lpn, [{ item_id: other.item, qty: 1, status: 'damaged' }]);
    const shelved = await plateWith(platform, other, 5, other.places['A']);
    await split(shelved.lpn, [{ item_id: other.item, qty: 1 }]);
    t.is((await movesOf(platform, other)).length, 1);
    for (const { id } of await movesOf(platform, floor))
      t.is((await actOn(client, id, 'confirm')).body.data.status, 'done');
    await set(platform, { putaway: 'suggest' });
    await assertInvariants(t, platform);
  },
);

test.serial(
  'a move planned by hand goes on with what is on its plate if that fits, else it ends',
  async (t) => {
    const { platform } = t.context;
    const { client, standard } = platform;
    await set(platform, { capacity_policy: 'refuse' });
    const floor = await putawayFloor(platform, { A: {}, TEN: { capacity: 10 } });
    const at = floor.places['A']!;
    const [a, b, c] = [
      await plateWith(platform, floor, 6, at),
      await plateWith(platform, floor, 3, at),
      await plateWith(platform, floor, 4, at),
    ];
    const byHand = await client.post('/api/wms/moves', {
      kind: 'reslot',
      warehouse_id: standard.warehouseId,
      pallet_lpn: a.lpn,
      to_location_id: floor.places['TEN'],
    });
    t.is(byHand.status, 201, byHand.text);
    const { id } = byHand.body.data;
    await ask(platform, 'merge', { pallet_lpn: a.lpn, from_lpns: [b.lpn] });
    t.like(await read(client, `/api/wms/moves/${id}`), { status: 'open', qty: 9 });
    await ask(platform, 'merge', { pallet_lpn: a.lpn, from_lpns: [c.lpn] });
    t.like(await read(client, `/api/wms/moves/${id}`), { status: 'cancelled', end_reason: 'merged' });
    t.deepEqual(await movesOf(platform, floor), []);
  },
);

test.serial('a plate that is split off takes the room of one', async (t) => {
  const { platform } = t.context;
  const floor = await putawayFloor(platform, { ONE: { max_lpns: 1, capacity: 5 } });
  const place = floor.places['ONE']!;
  const source = await plateWith(platform, floor, 10, place);
  const split = (qty: number, more: object = {}) =>
    ask(platform, 'split', { pallet_lpn: source.lpn, lines: [{ item_id: floor.item, qty }], ...more });
  await set(platform, { capacity_policy: 'refuse' });
  const refused = await split(4);
  t.is(`${refused.status} ${refused.body.error?.code}`, '409 LOCATION_FULL', refused.text);
  t.like(refused.body.error.details, { limit: 'max_lpns', max: 1, would_be: 2 });
  await set(platform, { capacity_policy: 'warn' });
  const warned = await split(4);
  t.is(warned.status, 200, warned.text);
  t.deepEqual(
    warned.body.data.warnings.map(({ code, details }: any) => [code, details.limit]),
    [['LOCATION_FULL', 'max_lpns']],
    'the units lay there before',
  );
  await set(platform, { capacity_policy: 'refuse' });
  const onto = await split(1, { to_lpn: warned.body.data.lpn });
  t.is(onto.status, 200, 'onto one that stands there');
  await assertInvariants(t, platform);
});

test.serial('a merge and who carries what is merged take turns', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  await set(platform, { capacity_policy: 'warn' });
  const floor = await putawayFloor(platform, { A: {} });
  const seen = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const [a, b] = [await plateWith(platform, floor, 2), await plateWith(platform, floor, 3)];
      const move = await planPlate(platform, b.lpn);
      await planPlate(platform, a.lpn);
      const [merge, confirm] = await Promise.all([
        ask(platform, 'merge', { pallet_lpn: a.lpn, from_lpns: [b.lpn] }),
        actOn(client, move.id, 'confirm'),
      ]);
      const { status, end_reason: reason } = await read(client, `/api/wms/moves/${move.id}`);
      return [merge.status, confirm.status, status, reason].join(' ');
    }),
  );
  const known = new Set(['200 400 cancelled merged', '409 200 done null', '409 200 done ']);
  for (const one of seen) t.true(known.has(one), one);
  const { rows } = await platform.owner.query(
    `select 1 from planned_moves m join lpns p on p.id = m.lpn_id
      where p.state = 'consumed' and m.status in ('open', 'assigned', 'in_progress')`,
  );
  t.deepEqual(rows, []);
  await assertInvariants(t, platform);
});

test.serial(
  'a plate that is said to be too high for where it goes is planned anew, if nobody carries it yet',
  async (t) => {
    const { platform } = t.context;
    const { client } = platform;
    const floor = await putawayFloor(platform, {
      LOW: { max_lpn_height_cm: 150 },
      HIGH: { max_lpn_height_cm: 220, pick_sequence: 9 },
    });
    const [plate, taken] = [await plateWith(platform, floor, 6), await plateWith(platform, floor, 3)];
    const before = await planPlate(platform, plate.lpn);
    const given = await planPlate(platform, taken.lpn);
    t.deepEqual([toOf(floor, before), toOf(floor, given)], ['LOW', 'LOW']);
    await actOn(client, given.id, 'claim');
    const say = async (id: string, height_cm: number | null): Promise<void> => {
      const said = await client.patch(`/api/wms/pallets/${id}`, { height_cm });
      t.is(said.status, 200, said.text);
    };
    for (const height of [150, null]) await say(plate.id, height);
    t.like(await read(client, `/api/wms/moves/${before.id}`), { status: 'open' });
    for (const { id } of [plate, taken]) await say(id, 150.5);
    t.like(await read(client, `/api/wms/moves/${before.id}`), {
      status: 'cancelled',
      end_reason: 'replanned',
    });
    const [now, ...others] = await movesOf(platform, floor);
    t.deepEqual([toOf(floor, now), now.pallet_lpn, others.length], ['HIGH', plate.lpn, 0]);
    t.is((await read(client, `/api/wms/moves/${given.id}`)).status, 'assigned');
  },
);

test.serial('a plate with goods of several merchants is billed to each, by what it has on it', async (t) => {
  const { platform } = t.context;
  const { threePl, owner } = platform;
  const client = await platform.clientWith(threePl, everyPermission);
  const [from, to] = [threePl.locations['A-01']!, threePl.locations['A-02']!];
  const made = await client.post('/api/wms/pallets', {
    warehouse_id: threePl.warehouseId,
    location_id: from,
  });
  const { id: lpnId, lpn } = made.body.data;
  const [first, second] = [threePl.merchantId, threePl.secondMerchantId!];
  const itemOf = (merchant_id: string, weight_kg: number) =>
    newItem(platform, threePl, { merchant_id, weight_kg });
  const stock = [
    { item: await itemOf(first, 2), qty: 6 },
    { item: await itemOf(second, 1), qty: 1 },
    { item: await itemOf(second, 3), qty: 3 },
  ];
  for (const one of stock) await putStock(platform, threePl, [{ ...one, location: from, lpnId }]);
  await owner.query(`update lpns set state = 'active' where id = $1`, [lpnId]);
  const asked = { kind: 'reslot', warehouse_id: threePl.warehouseId, pallet_lpn: lpn, to_location_id: to };
  const planned = await client.post('/api/wms/moves', asked);
  t.is(planned.status, 201, planned.text);
  const { id } = planned.body.data;
  await actOn(client, id, 'claim');
  t.like((await actOn(client, id, 'confirm')).body.data, { status: 'done', merchant_id: null, done_qty: 10 });
  const { rows } = await owner.query(
    `select merchant_id, source_id = document_id as is_whole, units::float8 as units, pallets::float8 as pallets,
            weight_kg::float8 as weight_kg, minutes is not null as is_timed
       from billable_moves where document_id = $1 order by units desc`,
    [id],
  );
  const each = { is_whole: false, is_timed: true };
  t.deepEqual(rows, [
    { merchant_id: first, units: 6, pallets: 0.6, weight_kg: 12, ...each },
    { merchant_id: second, units: 4, pallets: 0.4, weight_kg: 10, ...each },
  ]);
});
