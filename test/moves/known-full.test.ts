/** Places that say that they are full: told by a planner, forgotten by whoever takes of them, and passed over in an index. */
import anyTest, { type TestFn } from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { inTenant } from '../../db/database.ts';
import { openFloor, putAway } from '../../db/moves/find-places.read.ts';
import { enterSpace, noteFull } from '../../db/moves/location-space.write.ts';
import { describeGoods } from '../../db/moves/putaway/putaway-goods.read.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { putStock } from '../orders/orders-rig.ts';
import { rowsLookedAt } from '../lists/rows-read.ts';
import type { Running } from '../fulfillment/outbound-rig.ts';
import { actOn, planLoose, putawayFloor, type PutawayFloor } from './putaway-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

const limits = { capacity: 2, max_lpns: 1 };

/** The names of the places that say so. */
async function fullOnes({ owner }: Running, { places }: PutawayFloor, column = 'has_no_room') {
  const { rows } = await owner.query(
    `select id from locations where id = any ($1::uuid[]) and ${column} order by pick_sequence`,
    [Object.values(places)],
  );
  const names = new Map(Object.entries(places).map(([name, id]) => [id, name]));
  return rows.map(({ id }) => names.get(id));
}

const carry = ({ client, standard }: Running, floor: PutawayFloor, from: string, more: object = {}) =>
  client.post('/api/wms/inventory/move', {
    warehouse_id: standard.warehouseId,
    from_location_id: floor.places[from],
    to_location_id: floor.dock,
    item_id: floor.item,
    qty: 1,
    ...more,
  });

test('a full place says so once somebody planned, and no more once something was taken, or a move to it ended', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const floor = await putawayFloor(platform, { A: limits, B: limits, C: limits, D: limits }, { qty: 20 });
  await putStock(platform, standard, [
    { item: floor.item, qty: 2, location: floor.places['A']! },
    { item: floor.item, qty: 2, location: floor.places['C']! },
  ]);
  const first = await planLoose(client, floor, 2);
  t.is(first.body.data.moves[0].to_location_id, floor.places['B'], first.text);
  t.deepEqual(await fullOnes(platform, floor), ['A', 'C'], 'what was planned itself is found by the next');
  const second = await planLoose(client, floor, 1);
  t.is(second.body.data.moves[0].to_location_id, floor.places['D'], second.text);
  t.deepEqual(await fullOnes(platform, floor), ['A', 'B', 'C']);
  t.is(second.body.data.moves[0].why.rejected.length, 3);

  // What was promised does not leave its place.
  t.is((await carry(platform, floor, 'C')).status, 200);
  t.is((await actOn(client, first.body.data.moves[0].id, 'cancel', { reason: 'changed' })).status, 200);
  t.deepEqual(await fullOnes(platform, floor), ['A']);
  const more = await client.patch(`/api/wms/locations/${floor.places['A']}`, { capacity: 9 });
  t.is(more.status, 200, more.text);
  t.deepEqual(await fullOnes(platform, floor), []);
  const third = await planLoose(client, floor, 8);
  t.deepEqual(
    third.body.data.moves.map(({ to_location_id: to, qty }: any) => [to, qty]),
    [
      [floor.places['A'], 7],
      [floor.places['C'], 1],
    ],
    third.text,
  );
});

test('one that is full of license plates takes loose goods, and plates again once one stands on the other', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const floor = await putawayFloor(platform, { A: { max_lpns: 2 }, B: { max_lpns: 2 } }, { qty: 20 });
  const plates = ['1', '2', '3'].map((name) => `KF${name}-${floor.storage_class}`);
  for (const [index, lpn] of plates.entries()) {
    const at = index < 2 ? floor.places['A']! : floor.dock;
    const made = await client.post('/api/wms/pallets', {
      lpn,
      warehouse_id: standard.warehouseId,
      location_id: at,
    });
    t.is(made.status, 201, made.text);
    await putStock(platform, standard, [
      { item: floor.item, qty: 1, location: at, lpnId: made.body.data.id },
    ]);
  }
  const plan = () => client.post('/api/wms/putaway/plan', { lpn: plates[2] });
  const planned = (await plan()).body.data.moves[0];
  t.is(planned?.to_location_id, floor.places['B']);
  t.deepEqual(await fullOnes(platform, floor, 'has_no_room_for_lpns'), ['A']);
  t.deepEqual(await fullOnes(platform, floor), []);
  t.is((await planLoose(client, floor, 1)).body.data.moves[0].to_location_id, floor.places['A']);
  t.is((await actOn(client, planned.id, 'cancel', { reason: 'changed' })).status, 200);

  const merged = await client.post('/api/wms/pallets/merge', {
    pallet_lpn: plates[1],
    from_lpns: [plates[0]],
  });
  t.is(merged.status, 200, merged.text);
  t.deepEqual(await fullOnes(platform, floor, 'has_no_room_for_lpns'), []);
  t.is((await plan()).body.data.moves[0]?.to_location_id, floor.places['A']);
});

test('what somebody is taking of at this moment is not said to be full, by any planner', async (t) => {
  const { platform } = t.context;
  const { database, owner, standard } = platform;
  const floor = await putawayFloor(platform, { A: limits, B: limits }, { qty: 9 });
  await putStock(platform, standard, [{ item: floor.item, qty: 2, location: floor.places['A']! }]);
  const note = () =>
    inTenant(database, { organizationId: standard.id }, (tx) => noteFull(tx, [floor.places['A']!]));
  const picker = await owner.connect();
  try {
    // A pick has locked the balance, and has not committed.
    await picker.query('begin');
    await picker.query('select from inventory_balances where location_id = $1 for update', [
      floor.places['A'],
    ]);
    await note();
    t.deepEqual(await fullOnes(platform, floor), []);
    await picker.query('rollback');
    await note();
    t.deepEqual(await fullOnes(platform, floor), ['A']);
  } finally {
    picker.release();
  }
  // Who takes while a planner says so waits for it, and then it is not so any more.
  const noted = await inTenant(database, { organizationId: standard.id }, async (tx) => {
    await tx.raw('update locations set units_at_least = null, lpns_at_least = null where id = ?', [
      floor.places['A']!,
    ]);
    await noteFull(tx, [floor.places['A']!]);
    const taking = carry(platform, floor, 'A');
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { taking };
  });
  t.is((await noted.taking).status, 200);
  t.deepEqual(await fullOnes(platform, floor), []);
});

/** So many places of the floor before all others of zone B, each full of the item and known to be. */
async function fillPlaces({ database, standard }: Running, floor: PutawayFloor, item: string, count: number) {
  await inTenant(database, { organizationId: standard.id }, async (tx) => {
    const { rows } = await tx.raw<{ rows: { id: string }[] }>(
      `insert into locations (organization_id, id, warehouse_id, code, type, zone, pick_sequence, storage_class, capacity)
       select ?, uuid7(), ?, ? || n, 'storage', 'B', n, ?, 2 from generate_series(1, ?::integer) n returning id`,
      [standard.id, standard.warehouseId, floor.storage_class, floor.storage_class, count],
    );
    const full = rows.map(({ id }) => id);
    await tx.raw(
      `insert into inventory_ledger (organization_id, id, command_id, line_no, item_id, location_id, status, lot_no, warehouse_id,
                                     merchant_id, qty_delta, transaction_type, ref_type, actor)
       select ?, uuid7(), ?, row_number() over (), i.id, l, 'available', '', ?, i.merchant_id, 2, 'adjust', 'test', 'test'
         from unnest(?::uuid[]) l, items i where i.id = ?`,
      [standard.id, uuidv7(), standard.warehouseId, full, item],
    );
    await noteFull(tx, full);
  });
}

test('an item that fills sixty places goes to the one of them that has room, not to an empty one', async (t) => {
  const { platform } = t.context;
  const places = { EMPTY: { zone: 'A' }, LAST: { capacity: 9, zone: 'ZZ' } };
  const floor = await putawayFloor(platform, places, { qty: 9 });
  await putStock(platform, platform.standard, [
    { item: floor.item, qty: 1, location: floor.places['LAST']! },
  ]);
  await fillPlaces(platform, floor, floor.item, 60);
  const planned = await planLoose(platform.client, floor, 1);
  const [move] = planned.body.data.moves;
  t.is(move?.to_location_id, floor.places['LAST'], planned.text);
  t.like(move.why, { step: 'same_lot', rank: 21, rejected: { length: 20 } });
});

test('a full place is one of an item only while some of it lies there', async (t) => {
  const { platform } = t.context;
  const { database, standard } = platform;
  const floor = await putawayFloor(platform, { ONCE: limits, STILL: limits }, { qty: 9 });
  const [once, still] = [floor.places['ONCE']!, floor.places['STILL']!];
  await putStock(platform, standard, [
    { item: floor.item, qty: 1, location: once },
    { item: floor.item, qty: -1, location: once },
    { item: standard.items['PLAIN']!, qty: 2, location: once },
    { item: floor.item, qty: 2, location: still },
  ]);
  const found = await inTenant(database, { organizationId: standard.id }, async (tx) => {
    await noteFull(tx, [once, still]);
    const lots = JSON.stringify({ [floor.item]: [''] });
    const { rows } = await tx.raw<{ rows: { location_id: string }[] }>(
      "select location_id from item_places(?, ?, '{storage}', ?::jsonb, false, 500, 20, 20)",
      [standard.id, standard.warehouseId, lots],
    );
    return rows.map(({ location_id: id }) => id);
  });
  t.deepEqual(await fullOnes(platform, floor), ['ONCE', 'STILL']);
  t.deepEqual(found, [still]);
});

test('two thousand full places cost a plan a few rows', async (t) => {
  const { platform } = t.context;
  const { database, standard } = platform;
  const floor = await putawayFloor(platform, { Z: { ...limits, zone: 'ZZ' } }, { qty: 9 });
  const context = { organizationId: standard.id };
  await fillPlaces(platform, floor, standard.items['PLAIN']!, 2000);
  // As autovacuum does after so many.
  await platform.owner.query('analyze locations, inventory_balances, planned_moves');
  const looked = await inTenant(database, context, async (tx) => {
    const loose = { item_id: floor.item, location_id: floor.dock, lot_no: '', status: 'available', qty: '2' };
    const [goods] = await describeGoods(tx, [
      { ...loose, pallet_lpn: null, receipt_id: null, source_type: null },
    ]);
    // On a floor this small Postgres may as well read all of it; on a large one the index is its only way.
    await tx.raw('set local enable_seqscan = off');
    const tables = ['locations', 'inventory_balances', 'planned_moves'];
    const before = await Promise.all(tables.map((table) => rowsLookedAt(tx, [table])));
    const onFloor = await openFloor(tx, standard.warehouseId, [goods!], {
      enter: (ids) => enterSpace(tx, ids),
    });
    const { placed } = await putAway(onFloor, goods!);
    t.is(placed[0]?.place.id, floor.places['Z']);
    t.is(placed[0]?.why.rejected.length, 20);
    t.deepEqual(onFloor.foundFull(), []);
    const after = await Promise.all(tables.map((table) => rowsLookedAt(tx, [table])));
    return tables.map((table, index) => `${table} ${after[index]! - before[index]!}`);
  });
  for (const one of looked) t.true(Number(one.split(' ')[1]) < 150, one);
});
