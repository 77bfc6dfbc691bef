/** Nobody is sent to a face whose goods are kept apart from theirs; and what has left a place keeps nothing away from it. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { newShelf, newShipment, newWave, read, stocked } from '../fulfillment/outbound-rig.ts';
import { accept, runInGroups } from '../groups/ran-in-groups.ts';
import { newItem, putStock } from '../orders/orders-rig.ts';
import { dangerous, keepClassesApart } from './hazard-rig.ts';
import { actOn } from './putaway-rig.ts';
import { faced, facesPath, planned } from './replenishment-rig.ts';

const test = anyTest as TestFn<{ platform: Platform & { stop(): Promise<void> } }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
  await keepClassesApart(t.context.platform);
});
test.after.always((t) => t.context.platform?.stop());

const oxidizer = { item: dangerous('5.1') };

test('a face is not filled while goods lie there, or come there, that its item is kept apart from', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const { face, faceId } = await faced(platform, [40], { min_qty: 5, max_qty: 10 }, oxidizer);
  const paint = await newItem(platform, standard, dangerous('3'));
  await putStock(platform, standard, [{ item: paint, qty: 2, location: face }]);
  for (const kinds of [['min_max'], ['top_up']]) {
    const { moves, not_replenished: not } = await planned(platform, { location_ids: [face], kinds });
    t.deepEqual(moves, []);
    t.like(not[0], { face_id: faceId, reason: 'hazard_segregation' });
  }
  const away = await client.post('/api/wms/inventory/move', {
    warehouse_id: standard.warehouseId,
    from_location_id: face,
    to_location_id: await newShelf(platform),
    item_id: paint,
    qty: 2,
  });
  t.is(away.status, 200, away.text);
  const { moves } = await planned(platform, { location_ids: [face] });
  t.is((await actOn(client, moves[0].id, 'confirm')).body.data?.status, 'done');
});

test('of two items of one face that are kept apart, one is brought', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const { face, reserve } = await faced(platform, [40], { min_qty: 5, max_qty: 10 }, oxidizer);
  const paint = await newItem(platform, standard, dangerous('3'));
  await putStock(platform, standard, [{ item: paint, qty: 20, location: reserve[0]! }]);
  const other = await client.post(facesPath, {
    warehouse_id: standard.warehouseId,
    location_id: face,
    item_id: paint,
    min_qty: 5,
    max_qty: 10,
  });
  t.is(other.status, 201, other.text);
  const { moves, not_replenished: not } = await planned(platform, { location_ids: [face] });
  t.is(moves.length, 1);
  t.like(not[0], { reason: 'hazard_segregation' });
  t.is((await actOn(client, moves[0].id, 'confirm')).body.data?.status, 'done');
});

test('what a wave picks is brought to another face of the item, or picked from reserve', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const { item, face } = await faced(
    platform,
    [100],
    { min_qty: 0, max_qty: 60, refill_uom: 'CS' },
    oxidizer,
  );
  const paint = await newItem(platform, standard, dangerous('3'));
  await putStock(platform, standard, [{ item: paint, qty: 2, location: face }]);
  const wave = async () => newWave(platform, [(await newShipment(platform, [{ item_id: item, qty: 3 }])).id]);
  const first = await wave();
  t.deepEqual(await read(client, `/api/wms/moves?wave_id=${first.id}`), []);
  const again = await planned(platform, { wave_id: first.id, kinds: ['on_demand'] });
  t.like(again.not_replenished[0], { location_id: face, reason: 'hazard_segregation' });

  const second = await newShelf(platform);
  const made = { warehouse_id: standard.warehouseId, location_id: second, item_id: item };
  t.is((await client.post(facesPath, { ...made, min_qty: 0, max_qty: 60, priority: 200 })).status, 201);
  const [move] = await read(client, `/api/wms/moves?wave_id=${(await wave()).id}`);
  t.is(move.to_location_id, second);
  t.is((await actOn(client, move.id, 'confirm')).body.data?.status, 'done');
});

test('what leaves a place earlier in a group of moves keeps nothing away from it', async (t) => {
  const { platform } = t.context;
  const { database, standard } = platform;
  const [place, elsewhere] = [await newShelf(platform), await newShelf(platform)];
  const paint = await stocked(platform, {}, dangerous('3'));
  const other = await stocked(platform, { 'A-01': 4 }, oxidizer.item);
  await putStock(platform, standard, [{ item: paint, qty: 2, location: place }]);
  const move = (item_id: string, from: string, to: string, qty: number) => ({
    warehouse_id: standard.warehouseId,
    from_location_id: from,
    to_location_id: to,
    item_id,
    qty,
  });
  const shelf = standard.locations['A-01']!;
  // Half of it leaves, then the rest; what comes between is refused, and what comes back after as well.
  const ids = await accept(database, standard, 'wms.move_stock', [
    move(paint, place, elsewhere, 1),
    move(other, shelf, place, 1),
    move(paint, place, elsewhere, 1),
    move(other, shelf, place, 2),
    move(paint, elsewhere, place, 1),
    move(other, place, shelf, 2),
    move(paint, elsewhere, place, 1),
  ]);
  await runInGroups(database, standard.id, ids, ids.length);
  const { rows } = await platform.owner.query(
    `select state, outcome ->> 'code' as code from unnest($1::uuid[]) with ordinality as k (id, n)
       join commands c using (id) order by k.n`,
    [ids],
  );
  t.deepEqual(
    rows.map(({ state, code }) => code ?? state),
    ['done', 'HAZARD_SEGREGATION', 'done', 'done', 'HAZARD_SEGREGATION', 'done', 'done'],
  );
});
