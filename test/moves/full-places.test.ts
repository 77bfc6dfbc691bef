/**
 * Places that are full are passed over without being entered: they count in the rank, are told with their reason, and are
 * chosen again once there is room. What is carried there all the same is warned of, as is what goes to another class.
 */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { putStock } from '../orders/orders-rig.ts';
import type { Running } from '../fulfillment/outbound-rig.ts';
import { actOn, moveByHand, planLoose, putawayFloor } from './putaway-rig.ts';

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

const codesOf = ({ warnings }: any): string[] => warnings?.map(({ code }: any) => code) ?? [];

test('by default a move over a limit, or to another class, is done and warned of', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const floor = await putawayFloor(
    platform,
    {
      OWN: {},
      SMALL: { capacity: 2 },
      FROZEN: { storage_class: 'frozen', capacity: 2 },
      WARM: { temperature_class: 'warm' },
      STAGE: { type: 'staging', storage_class: 'frozen', temperature_class: 'warm' },
    },
    { qty: 30 },
  );
  const expected = {
    OWN: [],
    SMALL: ['LOCATION_FULL'],
    FROZEN: ['CLASS_REFUSED', 'LOCATION_FULL'],
    WARM: ['CLASS_REFUSED'],
    STAGE: [],
  } as const;
  for (const [name, codes] of Object.entries(expected)) {
    const to = floor.places[name]!;
    const moved = await moveByHand(platform, floor, to, 3);
    t.is(moved.status, 200, moved.text);
    t.deepEqual(codesOf(moved.body.data), [...codes], name);
    const planned = await client.post('/api/wms/moves', {
      kind: 'reslot',
      warehouse_id: standard.warehouseId,
      from_location_id: floor.dock,
      to_location_id: floor.places['OWN'],
      item_id: floor.item,
      qty: 3,
    });
    const elsewhere = name === 'OWN' ? {} : { to_location_id: to, reason: 'it was nearer' };
    const done = await actOn(client, planned.body.data.id, 'confirm', elsewhere);
    t.like(done.body.data, { status: 'done', done_qty: 3, to_location_id: to }, done.text);
    t.deepEqual(codesOf(done.body.data), [...codes], `planned, to ${name}`);
  }
});

test('goods of a class without a place are told which places keep others', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const floor = await putawayFloor(
    platform,
    Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [
        `X${at}`,
        { zone: 'ODD', ...(at < 5 ? { temperature_class: 'cold' } : { storage_class: `odd-${at}` }) },
      ]),
    ),
    { qty: 10 },
  );
  const made = await client.post('/api/wms/putaway-rules', {
    warehouse_id: standard.warehouseId,
    name: floor.storage_class,
    applies_to: { storage_class: floor.storage_class },
    steps: [{ place: 'any', zones: ['ODD'] }],
  });
  t.is(made.status, 201, made.text);
  const { moves, unplaced } = (await planLoose(client, floor, 5)).body.data;
  t.deepEqual(moves, []);
  const own = new Set(Object.values(floor.places));
  t.is(unplaced[0].rejected.length, 20);
  t.true(unplaced[0].rejected.every(({ location_id: id }: any) => own.has(id)));
  const because = (word: string) => unplaced[0].rejected.filter(({ reason }: any) => reason === word).length;
  t.deepEqual([because('class'), because('temperature')], [15, 5]);
});
