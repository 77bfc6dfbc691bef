/** License plates are put away whole, and like loose goods only where their class is kept. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { newItem, putStock, settled } from '../orders/orders-rig.ts';
import { read, type Running } from '../fulfillment/outbound-rig.ts';
import { actOn, moveByHand, planLoose, putawayFloor, where, type PutawayFloor } from './putaway-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  const platform = await joinPlatform();
  t.context.platform = platform;
  const set = await platform.client.patch('/api/tenancy/settings', { capacity_policy: 'refuse' });
  if (set.status !== 200) throw new Error(set.text);
});
test.after.always((t) => t.context.platform?.stop());

/** A license plate that waits at the floor's dock, with so many units of its item. */
async function standing(platform: Running, floor: PutawayFloor, qty: number, more: object = {}) {
  const { client, standard, owner } = platform;
  const at = { warehouse_id: standard.warehouseId, location_id: floor.dock };
  const made = await client.post('/api/wms/pallets', { ...at, ...more });
  if (made.status !== 201) throw new Error(made.text);
  const { id, lpn } = made.body.data;
  await putStock(platform, standard, [{ item: floor.item, qty, location: floor.dock, lpnId: id }]);
  await owner.query(`update lpns set state = 'active' where id = $1`, [id]);
  const carry = (to: string) =>
    client.post('/api/wms/inventory/move', {
      warehouse_id: standard.warehouseId,
      pallet_lpn: lpn,
      to_location_id: floor.places[to],
    });
  return { id, lpn, carry };
}

test('a license plate goes whole, by what is on it, and once', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const floor = await putawayFloor(
    platform,
    { LOW: { max_weight_kg: 9 }, FULL: { max_lpns: 0 }, OK: { max_lpns: 1 } },
    {
      item: { weight_kg: 1 },
    },
  );
  const { lpn } = await standing(platform, floor, 10);
  const planned = await client.post('/api/wms/putaway/plan', { lpn });
  t.is(planned.status, 200, planned.text);
  t.deepEqual(where(floor, planned.body.data.moves), { OK: 10 });
  t.deepEqual(
    planned.body.data.moves[0].why.rejected.map(({ reason }: any) => reason),
    ['full_weight', 'full_lpns'],
  );
  const twice = await client.post('/api/wms/putaway/plan', { lpn });
  t.is(twice.status, 409, twice.text);
  t.is((await actOn(client, planned.body.data.moves[0].id, 'confirm')).body.data.status, 'done');
});

test('a license plate that was moved to another dock by hand is planned from there, and from a shelf no more', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  for (const [type, rest] of [
    ['dock', 1],
    ['storage', 0],
  ] as const) {
    const floor = await putawayFloor(platform, { A: {}, OTHER: { type } });
    const { lpn, carry } = await standing(platform, floor, 10);
    const [move] = (await client.post('/api/wms/putaway/plan', { lpn })).body.data.moves;
    const byHand = await carry('OTHER');
    t.is(byHand.status, 200, byHand.text);
    t.like((await actOn(client, move.id, 'confirm')).body.data, { end_reason: 'source_gone' });
    const planned = await read(client, `/api/wms/moves?item_id=${floor.item}&status=open`);
    t.is(planned.length, rest);
    for (const one of planned)
      t.like(one, { pallet_lpn: lpn, from_location_id: floor.places['OTHER'], qty: 10 });
  }
});

test('goods go to no place of another class, loose or on a plate, whoever planned it', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const floor = await putawayFloor(platform, { OWN: {}, AMBIENT: { storage_class: '' } }, { qty: 10 });
  const ambient = floor.places['AMBIENT']!;
  const loose = await moveByHand(platform, floor, ambient, 3);
  t.is(`${loose.status} ${loose.body.error?.code}`, '409 CLASS_REFUSED', loose.text);
  t.like(loose.body.error.details, {
    location_id: ambient,
    storage_class: '',
    goods_class: floor.storage_class,
  });
  const plan = await client.post('/api/wms/moves', {
    kind: 'reslot',
    warehouse_id: standard.warehouseId,
    from_location_id: floor.dock,
    to_location_id: ambient,
    item_id: floor.item,
    qty: 3,
  });
  t.is(plan.body.error?.code, 'CLASS_REFUSED', plan.text);
  const [move] = (await planLoose(client, floor, 5)).body.data.moves;
  const elsewhere = { to_location_id: ambient, reason: 'it was nearer' };
  const over = await actOn(client, move.id, 'confirm', elsewhere);
  t.is(over.body.error?.code, 'CLASS_REFUSED', over.text);
  t.is((await actOn(client, move.id, 'confirm')).body.data.status, 'done');

  const { carry } = await standing(platform, floor, 2);
  t.is((await carry('AMBIENT')).body.error?.code, 'CLASS_REFUSED');
  t.is((await carry('OWN')).status, 200);
});

test('goods of a temperature go only to places of it, and those of none only to places of none', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const places = {
    AMBIENT: {},
    CHILLED: { temperature_class: 'chilled' },
    FROZEN: { temperature_class: 'frozen' },
  };
  const floor = await putawayFloor(platform, places, { qty: 20, item: { temperature_class: 'frozen' } });
  const rule = await client.post('/api/wms/putaway-rules', {
    warehouse_id: standard.warehouseId,
    name: floor.storage_class,
    applies_to: { storage_class: floor.storage_class, temperature_class: 'frozen' },
    steps: [{ place: 'fixed', location_id: floor.places['CHILLED'] }, { place: 'any' }],
  });
  t.is(rule.status, 201, rule.text);
  const [move] = (await planLoose(client, floor, 5)).body.data.moves;
  t.is(move.to_location_id, floor.places['FROZEN']);
  t.like(move.why.rejected[0], { location_id: floor.places['CHILLED'], reason: 'temperature' });
  const ambient = floor.places['AMBIENT']!;
  const elsewhere = await actOn(client, move.id, 'confirm', { to_location_id: ambient, reason: 'nearer' });
  const byHand = await moveByHand(platform, floor, ambient, 3);
  for (const refused of [elsewhere, byHand]) {
    t.is(`${refused.status} ${refused.body.error?.code}`, '409 CLASS_REFUSED', refused.text);
    t.like(refused.body.error.details, { temperature_class: '', goods_class: 'frozen' });
  }
  t.is((await moveByHand(platform, floor, floor.places['FROZEN']!, 3)).status, 200);
  t.is((await actOn(client, move.id, 'confirm')).body.data.status, 'done');

  const warm = await putawayFloor(platform, { COLD: { temperature_class: 'chilled' }, WARM: {} }, { qty: 9 });
  t.deepEqual(where(warm, (await planLoose(client, warm, 4)).body.data.moves), { WARM: 4 });
  const cold = await moveByHand(platform, warm, warm.places['COLD']!, 1);
  t.like(cold.body.error?.details, { temperature_class: 'chilled', goods_class: '' }, cold.text);
});

test('six hundred places of another temperature come first, and the one that fits is found', async (t) => {
  const { platform } = t.context;
  const { client, owner } = platform;
  const floor = await putawayFloor(
    platform,
    { FIRST: { temperature_class: 'chilled' }, LAST: { temperature_class: 'frozen', pick_sequence: 1_000 } },
    { qty: 6, item: { temperature_class: 'frozen' } },
  );
  await owner.query(
    `insert into locations (organization_id, id, warehouse_id, code, type, zone, pick_sequence, storage_class, temperature_class)
     select organization_id, uuid7(), warehouse_id, code || n, type, zone, n, storage_class, temperature_class
       from locations, generate_series(1, 600) n where id = $1`,
    [floor.places['FIRST']],
  );
  t.deepEqual(where(floor, (await planLoose(client, floor, 5)).body.data.moves), { LAST: 5 });
  await client.patch(`/api/wms/locations/${floor.places['LAST']}`, { temperature_class: 'cool' });
  const { moves, unplaced } = (await planLoose(client, floor, 1)).body.data;
  t.deepEqual(moves, []);
  t.is(unplaced[0].rejected.length, 1, 'where the item goes already');
  t.is(unplaced[0].rejected[0].reason, 'temperature');
});

test('a license plate goes to no place that is too low for it; one of unknown height, and loose goods, do', async (t) => {
  const { platform } = t.context;
  const { client, owner } = platform;
  const floor = await putawayFloor(
    platform,
    { LOW: { max_lpn_height_cm: 150 }, HIGH: { max_lpn_height_cm: 220, pick_sequence: 1_000 } },
    { qty: 1 },
  );
  await owner.query(
    `insert into locations (organization_id, id, warehouse_id, code, type, zone, pick_sequence, storage_class, max_lpn_height_cm)
     select organization_id, uuid7(), warehouse_id, code || n, type, zone, n, storage_class, max_lpn_height_cm
       from locations, generate_series(1, 600) n where id = $1`,
    [floor.places['LOW']],
  );
  const { id, lpn, carry } = await standing(platform, floor, 10, { height_cm: 180.5 });
  const [move] = (await client.post('/api/wms/putaway/plan', { lpn })).body.data.moves;
  t.is(move.to_location_id, floor.places['HIGH']);
  t.like(move.why, { rank: 1, rejected: [] }, 'those too low for it are not walked');
  const over = { to_location_id: floor.places['LOW'], reason: 'nearer' };
  for (const refused of [await carry('LOW'), await actOn(client, move.id, 'confirm', over)]) {
    t.is(`${refused.status} ${refused.body.error?.code}`, '409 LOCATION_FULL', refused.text);
    t.like(refused.body.error.details, { limit: 'max_lpn_height_cm', max: 150, would_be: 180.5 });
  }
  t.is((await moveByHand(platform, floor, floor.places['LOW']!, 1)).status, 200, 'loose');
  const said = await client.patch(`/api/wms/pallets/${id}`, { height_cm: null });
  t.is(said.body.data.height_cm, null, said.text);
  t.is((await carry('LOW')).status, 200);
});

test('a license plate for which every place is too low is told so, and one that fits goes', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const floor = await putawayFloor(platform, {
    LOW: { max_lpn_height_cm: 150 },
    HIGH: { max_lpn_height_cm: 220 },
    ODD: { max_lpn_height_cm: 500, temperature_class: 'odd' },
  });
  const { lpn } = await standing(platform, floor, 10, { height_cm: 300 });
  const { moves, unplaced } = (await client.post('/api/wms/putaway/plan', { lpn })).body.data;
  t.deepEqual(moves, []);
  const named = unplaced[0].rejected.slice(0, 3).map((one: any) => [one.location_id, one.reason]);
  const { LOW, HIGH, ODD } = floor.places;
  t.deepEqual(named, [
    [LOW, 'too_high'],
    [HIGH, 'too_high'],
    [ODD, 'temperature'],
  ]);
  const places = [];
  for (const height_cm of [120, 200]) {
    const one = await standing(platform, floor, 1, { height_cm });
    places.push(
      (await client.post('/api/wms/putaway/plan', { lpn: one.lpn })).body.data.moves[0]?.to_location_id,
    );
  }
  t.deepEqual(places, [LOW, HIGH]);
});

test('a place that says only how high it is keeps nobody waiting: its space is not entered', async (t) => {
  const { platform } = t.context;
  const floor = await putawayFloor(platform, { LOW: { max_lpn_height_cm: 150 } }, { qty: 5 });
  t.is((await moveByHand(platform, floor, floor.places['LOW']!, 1)).status, 200);
  const { carry } = await standing(platform, floor, 2, { height_cm: 151 });
  t.is((await carry('LOW')).body.error?.details.limit, 'max_lpn_height_cm');
  const entered = 'select 1 from location_space where location_id = $1';
  t.is((await platform.owner.query(entered, [floor.places['LOW']])).rows.length, 0);
});

test('a license plate with goods of several temperatures goes nowhere, whichever comes first', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  for (const [temperature_class, other] of [
    ['frozen', 'chilled'],
    ['chilled', 'frozen'],
  ] as const) {
    const floor = await putawayFloor(
      platform,
      { CHILLED: { temperature_class: 'chilled' }, FROZEN: { temperature_class: 'frozen' } },
      { item: { temperature_class } },
    );
    const { id, lpn } = await standing(platform, floor, 3);
    const { storage_class, dock } = floor;
    const item = await newItem(platform, standard, { storage_class, temperature_class: other });
    await putStock(platform, standard, [{ item, qty: 2, location: dock, lpnId: id }]);
    const { moves, unplaced } = (await client.post('/api/wms/putaway/plan', { lpn })).body.data;
    t.deepEqual(moves, []);
    t.deepEqual(
      unplaced[0].rejected.slice(0, 2).map((one: any) => [one.location_id, one.reason]),
      [
        [floor.places['CHILLED'], 'temperature'],
        [floor.places['FROZEN'], 'temperature'],
      ],
    );
  }
});

test('a plate that goes onto one in the rack leaves that where it stands', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const floor = await putawayFloor(platform, { HERE: {}, THERE: { pick_sequence: 9 } });
  const racked = await standing(platform, floor, 4);
  t.is((await racked.carry('HERE')).status, 200);
  const waiting = await standing(platform, floor, 3);
  const [move] = (await client.post('/api/wms/putaway/plan', { lpn: waiting.lpn })).body.data.moves;
  t.is(move.to_location_id, floor.places['HERE']);
  const body = { pallet_lpn: racked.lpn, from_lpns: [waiting.lpn] };
  const path = '/api/wms/pallets/consolidate';
  const made = await settled(client, await client.post(path, body), path);
  t.is(made.status, 200, made.text);
  t.like(await read(client, `/api/wms/moves/${move.id}`), { status: 'cancelled', end_reason: 'merged' });
  t.deepEqual(await read(client, `/api/wms/moves?item_id=${floor.item}&status=open`), []);
});
