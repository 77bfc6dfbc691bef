import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { patch, read, type Running } from '../fulfillment/outbound-rig.ts';
import { newItem } from '../orders/orders-rig.ts';
import { aisle, pickTimes, stockAt } from './slotting-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

test('what ships in one step was picked from its shelf', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const { warehouse_id, places } = await aisle(platform, { NEAR: 2, FAR: 50 });
  const item_id = await newItem(platform, standard);
  await stockAt(platform, warehouse_id, item_id, places['FAR']!, 9);
  const made = await client.post('/api/wms/shipments', {
    warehouse_id,
    lines: [{ item_id, qty: 2 }],
    ship_to: { name: 'A' },
  });
  const shipped = await patch(client, `/api/wms/shipments/${made.body.data.id}`, { action: 'ship' });
  t.is(shipped.status, 200, shipped.text);
  const { data } = (await client.post('/api/wms/slotting-plans', { warehouse_id, dry_run: true })).body;
  t.like(data.moves, [{ item_id, to_location: 'NEAR' }]);
});

test('items are classed by their picks in the ledger, and a dry run changes nothing', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const { warehouse_id, places } = await aisle(platform, { A: 10 });
  const items = [
    await newItem(platform, standard),
    await newItem(platform, standard),
    await newItem(platform, standard),
  ];
  for (const item of items) await stockAt(platform, warehouse_id, item, places['A']!, 20);
  await pickTimes(platform, warehouse_id, items[0]!, 8);
  await pickTimes(platform, warehouse_id, items[1]!, 2);
  const dry = await client.post('/api/wms/velocity', { warehouse_id, dry_run: true });
  t.is(dry.status, 200, dry.text);
  t.is((await read(client, `/api/wms/items/${items[0]}`)).velocity, null);
  const { data } = (await client.post('/api/wms/velocity', { warehouse_id })).body;
  t.deepEqual({ ...data, dry_run: true }, dry.body.data);
  t.deepEqual(
    data.items.map(({ item_id: id, picks, qty, upto_percent: upto, velocity, was }: any) => [
      items.indexOf(id),
      picks,
      qty,
      upto,
      velocity,
      was,
    ]),
    [
      [0, 8, 8, 80, 'A', null],
      [1, 2, 2, 100, 'B', null],
      [2, 0, 0, 100, 'C', null],
    ],
  );
  t.deepEqual(
    data.classes.map(({ velocity, items: n, changed }: any) => [velocity, n, changed]),
    [
      ['A', 1, 1],
      ['B', 1, 1],
      ['C', 1, 1],
    ],
  );
  t.is((await read(client, `/api/wms/items/${items[0]}`)).velocity, 'A');
  const again = await client.post('/api/wms/velocity', { warehouse_id });
  t.deepEqual(again.body.data.items, []);
  for (const wrong of [
    { a_percent: 90, b_percent: 20 },
    { days: 0 },
    { warehouse_id: items[0] },
    { colour: 'red' },
  ])
    t.is((await client.post('/api/wms/velocity', { warehouse_id, ...wrong })).status, 400);
});

test('what is picked most goes to the nearest place that takes it, with its reasons, and is carried there', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const { warehouse_id, places } = await aisle(platform, {
    SMALL: 2,
    COLD: 3,
    NEAR: 5,
    MID: 9,
    FAR: 40,
    FURTHER: 60,
  });
  await client.patch(`/api/wms/locations/${places['SMALL']}`, { capacity: 1 });
  await client.patch(`/api/wms/locations/${places['COLD']}`, { temperature_class: 'cold' });
  const [hot, cold] = [await newItem(platform, standard), await newItem(platform, standard)];
  await stockAt(platform, warehouse_id, hot, places['FURTHER']!, 30);
  await stockAt(platform, warehouse_id, cold, places['FAR']!, 30);
  await pickTimes(platform, warehouse_id, hot, 5);
  await pickTimes(platform, warehouse_id, cold, 1);
  const body = { warehouse_id, moves_max: 1 };
  const dry = await client.post('/api/wms/slotting-plans', { ...body, dry_run: true });
  t.is(dry.status, 200, dry.text);
  t.is((await read(client, `/api/wms/moves?kind=reslot&warehouse_id=${warehouse_id}`)).length, 0);
  const { data } = (await client.post('/api/wms/slotting-plans', body)).body;
  t.like(data, { metres_saved: 550, dry_run: false });
  const [move] = data.moves;
  t.like(move, {
    item_id: hot,
    picks: 5,
    to_location: 'NEAR',
    metres_from: 61,
    metres_to: 6,
    metres_saved: 550,
    qty: 25,
  });
  t.deepEqual(
    move.rejected.map(({ location, reason }: any) => `${location} ${reason}`),
    ['SMALL full_units', 'COLD temperature'],
  );
  const rest = await client.post('/api/wms/slotting-plans', { warehouse_id });
  t.deepEqual(
    rest.body.data.moves.map(({ item_id: id, to_location: to }: any) => [id, to]),
    [[cold, 'MID']],
  );
  t.true(
    rest.body.data.not_moved.some((one: any) => one.item_id === hot && one.reason === 'already_planned'),
  );

  const kept = await read(client, `/api/wms/moves/${move.id}`);
  t.like(kept, { kind: 'reslot', status: 'open', why: { picks: 5, metres_saved: 550 } });
  for (const action of ['claim', 'confirm'])
    t.is((await patch(client, `/api/wms/moves/${move.id}`, { action })).status, 200);
  const there = await read(client, `/api/wms/inventory?item_id=${hot}&location_id=${places['NEAR']}`);
  t.is(there[0].qty, 25);
});

test('a license plate goes to no nearer place that is too low for it', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const { warehouse_id, places } = await aisle(platform, { LOW: 2, HIGH: 9, FAR: 40 });
  await client.patch(`/api/wms/locations/${places['LOW']}`, { max_lpn_height_cm: 100 });
  const item = await newItem(platform, standard);
  const on = { location_id: places['FAR'], pallet_lpn: 'SLOT-TALL', pallet_height_cm: 120 };
  const received = await client.post('/api/wms/inbound-receipts', {
    warehouse_id,
    source_type: 'manual',
    receive: true,
    lines: [{ item_id: item, expected_qty: 30, ...on }],
  });
  t.is(received.status, 201, received.text);
  await pickTimes(platform, warehouse_id, item, 1);
  const [move] = (await client.post('/api/wms/slotting-plans', { warehouse_id })).body.data.moves;
  t.like(move, { item_id: item, to_location: 'HIGH', rejected: [{ location: 'LOW', reason: 'too_high' }] });
});

test('allocated, held and counted stock stays, and so does what is a pick face', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const { warehouse_id, places } = await aisle(platform, { NEAR: 1, P: 20, Q: 21, R: 22, S: 23, T: 24 });
  const made = new Map<string, string>();
  for (const code of ['P', 'Q', 'R', 'S', 'T']) {
    const item = await newItem(platform, standard);
    made.set(code, item);
    await stockAt(platform, warehouse_id, item, places[code]!, 10);
    await pickTimes(platform, warehouse_id, item, 1);
  }
  const itemOf = (code: string) => made.get(code)!;
  const held = { warehouse_id, lines: [{ item_id: itemOf('P'), qty: 2 }], ship_to: { name: 'A' } };
  t.is((await client.post('/api/wms/shipments', held)).status, 201);
  const adjust = {
    warehouse_id,
    item_id: itemOf('Q'),
    location_id: places['Q'],
    status: 'damaged',
    qty_delta: 1,
  };
  t.true((await client.post('/api/wms/inventory/adjust', { ...adjust, reason_code: 'found' })).status < 300);
  const count = await client.post('/api/wms/count-tasks', { warehouse_id, location_ids: [places['R']] });
  t.is(count.status, 201, count.text);
  const face = { warehouse_id, location_id: places['S'], item_id: itemOf('S'), min_qty: 1, max_qty: 50 };
  t.is((await client.post('/api/wms/pick-faces', face)).status, 201);
  const answers = await Promise.all(
    [1, 2, 3].map(() => client.post('/api/wms/slotting-plans', { warehouse_id })),
  );
  const moves = answers.flatMap(({ body }) => body.data.moves);
  t.deepEqual(
    moves.map(({ item_id: id }: any) => id),
    [itemOf('T')],
    'three planners promise the one place once',
  );
  const last = await client.post('/api/wms/slotting-plans', { warehouse_id, dry_run: true });
  const reasons = last.body.data.not_moved.map(({ location, reason }: any) => `${location} ${reason}`);
  t.deepEqual(reasons.toSorted(), ['P allocated', 'Q on_hold', 'R locked', 'S face', 'T already_planned']);
});

test('plans of slots are the operator’s, and nobody else’s', async (t) => {
  const { platform } = t.context;
  const { threePl, clientWith } = platform;
  const { warehouse_id } = await aisle(platform, {});
  const other = await clientWith(threePl, ['wms.moves.plan']);
  for (const path of ['/api/wms/velocity', '/api/wms/slotting-plans']) {
    t.is((await other.post(path, { warehouse_id })).body.error.code, 'UNKNOWN_REFERENCE');
    const viewer = await clientWith(threePl, ['wms.putaway.view']);
    t.is((await viewer.post(path, { warehouse_id })).status, 403);
  }
});
