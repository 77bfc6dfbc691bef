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
