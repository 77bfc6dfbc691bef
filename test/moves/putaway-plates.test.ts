/** License plates are put away whole, and like loose goods only where their class is kept. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { putStock } from '../orders/orders-rig.ts';
import { read, type Running } from '../fulfillment/outbound-rig.ts';
import { actOn, moveByHand, planLoose, putawayFloor, where } from './putaway-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  const platform = await joinPlatform();
  t.context.platform = platform;
  const set = await platform.client.patch('/api/tenancy/settings', { capacity_policy: 'refuse' });
  if (set.status !== 200) throw new Error(set.text);
});
test.after.always((t) => t.context.platform?.stop());

test('a license plate goes whole, by what is on it, and once', async (t) => {
  const { platform } = t.context;
  const { client, standard, owner } = platform;
  const floor = await putawayFloor(
    platform,
    { LOW: { max_weight_kg: 9 }, FULL: { max_lpns: 0 }, OK: { max_lpns: 1 } },
    {
      item: { weight_kg: 1 },
    },
  );
  const lpn = `P-${floor.storage_class}`;
  const made = await client.post('/api/wms/pallets', {
    lpn,
    warehouse_id: standard.warehouseId,
    location_id: floor.dock,
  });
  t.is(made.status, 201, made.text);
  await putStock(platform, standard, [
    { item: floor.item, qty: 10, location: floor.dock, lpnId: made.body.data.id },
  ]);
  await owner.query(`update lpns set state = 'active' where lpn = $1`, [lpn]);
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
  const { client, standard, owner } = platform;
  for (const [type, rest] of [
    ['dock', 1],
    ['storage', 0],
  ] as const) {
    const floor = await putawayFloor(platform, { A: {}, OTHER: { type } });
    const lpn = `H-${floor.storage_class}`;
    const at = { warehouse_id: standard.warehouseId, location_id: floor.dock };
    const made = (await client.post('/api/wms/pallets', { ...at, lpn })).body.data;
    await putStock(platform, standard, [{ item: floor.item, qty: 10, location: floor.dock, lpnId: made.id }]);
    await owner.query(`update lpns set state = 'active' where id = $1`, [made.id]);
    const [move] = (await client.post('/api/wms/putaway/plan', { lpn })).body.data.moves;
    const byHand = await client.post('/api/wms/inventory/move', {
      warehouse_id: standard.warehouseId,
      pallet_lpn: lpn,
      to_location_id: floor.places['OTHER'],
    });
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
  const { client, standard, owner } = platform;
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

  const lpn = `C-${floor.storage_class}`;
  const at = { warehouse_id: standard.warehouseId, location_id: floor.dock };
  const made = (await client.post('/api/wms/pallets', { ...at, lpn })).body.data;
  await putStock(platform, standard, [{ item: floor.item, qty: 2, location: floor.dock, lpnId: made.id }]);
  await owner.query(`update lpns set state = 'active' where id = $1`, [made.id]);
  const carry = (to: string) =>
    client.post('/api/wms/inventory/move', {
      warehouse_id: standard.warehouseId,
      pallet_lpn: lpn,
      to_location_id: to,
    });
  t.is((await carry(ambient)).body.error?.code, 'CLASS_REFUSED');
  t.is((await carry(floor.places['OWN']!)).status, 200);
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
    { qty: 5, item: { temperature_class: 'frozen' } },
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
