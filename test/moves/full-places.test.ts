/** Places that are full are passed over without being entered: they count in the rank, are told with their reason, and are chosen again once there is room. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { putStock } from '../orders/orders-rig.ts';
import type { Running } from '../fulfillment/outbound-rig.ts';
import { planLoose, putawayFloor } from './putaway-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

test('thirty full places are passed over, twenty of them are named, and the first that has room again is taken', async (t) => {
  const { platform } = t.context;
  const { client, standard, owner } = platform;
  const codes = Array.from({ length: 32 }, (_, index) => `F${String(index).padStart(2, '0')}`);
  const floor = await putawayFloor(
    platform,
    Object.fromEntries(codes.map((code) => [code, { capacity: 2, max_lpns: 1 }])),
    { qty: 10 },
  );
  const { item, places, dock } = floor;
  // Those in the middle are full of what lies there, the first of what is on its way.
  await putStock(
    platform,
    standard,
    codes.slice(1, 30).map((code) => ({ item, qty: 2, location: places[code]! })),
  );
  const onItsWay = await planLoose(client, floor, 2);
  t.is(onItsWay.body.data.moves[0].to_location_id, places['F00'], onItsWay.text);

  const plan = async () => (await planLoose(client, floor, 1, { dry_run: true })).body.data.moves[0];
  const { to_location_id: to, why } = await plan();
  t.is(to, places['F30']);
  // Where the item lies already comes first: a step of its own, then the walk.
  t.like(why, { step: 'any', rank: 1 });
  t.is(why.rejected.length, 20);
  t.deepEqual(
    [why.rejected[0].reason, why.rejected[1].reason, why.rejected[19].reason],
    ['reserved_by_move', 'full_units', 'full_units'],
  );

  const { rows } = await owner.query(
    `select count(*)::int as entered from location_space where location_id = any ($1::uuid[])`,
    [codes.slice(1, 30).map((code) => places[code])],
  );
  t.is(rows[0].entered, 0, 'what is full is not locked');
  const taken = await client.post('/api/wms/inventory/move', {
    warehouse_id: standard.warehouseId,
    from_location_id: places['F07'],
    to_location_id: dock,
    item_id: item,
    qty: 1,
  });
  t.is(taken.status, 200, taken.text);
  t.like(await plan(), { to_location_id: places['F07'], why: { step: 'same_lot', rank: 8 } });
});
