import anyTest, { type TestFn } from 'ava';
import { inTenant } from '../../db/database.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { adjust, freshItem, rowsOf, stockOnPlate, unknownId } from '../helpers/shelf.ts';

const test = anyTest as TestFn<{ platform: Platform & { stop(): Promise<void> } }>;

test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

test('loose stock moves both ways at once and nothing is lost', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const shelf = await freshItem(platform);
  const there = standard.locations['A-02']!;
  await adjust(client, shelf, { qty_delta: 50 });
  await adjust(client, { ...shelf, location_id: there }, { qty_delta: 50 });
  const move = (from: string, to: string) =>
    client.post('/api/wms/inventory/move', {
      warehouse_id: shelf.warehouse_id,
      item_id: shelf.item_id,
      from_location_id: from,
      to_location_id: to,
      qty: 3,
    });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 ? move(shelf.location_id, there) : move(there, shelf.location_id),
    ),
  );
  t.deepEqual(
    [...new Set(answers.map(({ status }) => status))],
    [200],
    answers.map(({ text }) => text).join(),
  );
  t.deepEqual(
    (await rowsOf(client, shelf.item_id)).map(({ qty }) => qty),
    [50, 50],
  );
  const tooMuch = await client.post('/api/wms/inventory/move', {
    warehouse_id: shelf.warehouse_id,
    item_id: shelf.item_id,
    from_location_id: there,
    to_location_id: shelf.location_id,
    qty: 51,
  });
  t.is(tooMuch.status, 409);
  t.like(tooMuch.body.error.details, { available: 50, required: 51 });
});

test('a move is either of a pallet or of loose stock', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const shelf = await freshItem(platform);
  const to = { warehouse_id: standard.warehouseId, to_location_id: standard.locations['A-02'] };
  const loose = { from_location_id: shelf.location_id, item_id: shelf.item_id, qty: 1 };
  for (const body of [
    to,
    { ...to, pallet_lpn: 'P', ...loose },
    { ...to, pallet_lpn: 'P', qty: 1 },
    { ...to, from_location_id: shelf.location_id },
    { ...to, ...loose, qty: 0 },
  ]) {
    const refused = await client.post('/api/wms/inventory/move', body);
    t.is(refused.status, 400, JSON.stringify(body));
    t.is(refused.body.error.code, 'VALIDATION_FAILED');
  }
  t.is(
    (await client.post('/api/wms/inventory/move', { ...to, pallet_lpn: 'NOBODY' })).body.error.code,
    'UNKNOWN_REFERENCE',
  );
  const same = { ...to, ...loose, to_location_id: shelf.location_id };
  t.is((await client.post('/api/wms/inventory/move', same)).status, 400);
});

test('a pallet moves with its cartons and stock; again changes nothing', async (t) => {
  const { platform } = t.context;
  const { client, standard, database } = platform;
  const shelf = await freshItem(platform);
  const at = { warehouse_id: standard.warehouseId, location_id: shelf.location_id };
  const pallet = (await client.post('/api/wms/pallets', { ...at, lpn: 'PAL-1' })).body.data;
  const carton = (await client.post('/api/wms/pallets', { ...at, type: 'carton', parent_id: pallet.id })).body
    .data;
  t.regex(carton.lpn, /^LPN-\d{8}-\d{4}$/);
  await stockOnPlate(platform, shelf, carton.id, 6);
  await stockOnPlate(platform, shelf, pallet.id, 4);
  const byLpn = await rowsOf(client, shelf.item_id, '&group_by=lpn');
  const onPlates = Object.fromEntries(byLpn.map(({ lpn, qty }) => [lpn, qty]));
  t.deepEqual(onPlates, { [carton.lpn]: 6, 'PAL-1': 4 });
  const [grouped] = await rowsOf(client, shelf.item_id);
  t.like(grouped, { qty: 10, lpn_count: 2 });

  const move = {
    warehouse_id: standard.warehouseId,
    to_location_id: standard.locations['A-03'],
    pallet_lpn: 'PAL-1',
  };
  const moved = await client.post('/api/wms/inventory/move', move);
  t.is(moved.status, 200, moved.text);
  t.is(moved.body.data.ledger_entry_ids.length, 4);
  t.false((await client.post('/api/wms/inventory/move', move)).body.data.changed);
  const detail = (await client.get(`/api/wms/pallets/${pallet.id}`)).body.data;
  t.like(detail, { location: 'A-03', state: 'active' });
  t.is(detail.cartons[0].location, 'A-03');
  t.is(detail.stock.length, 2);

  // Loose stock may be taken off a license plate; an empty license plate is consumed.
  const loose = await client.post('/api/wms/inventory/move', {
    warehouse_id: standard.warehouseId,
    item_id: shelf.item_id,
    from_location_id: standard.locations['A-03'],
    to_location_id: shelf.location_id,
    qty: 10,
  });
  t.is(loose.status, 200, loose.text);
  const states = await inTenant(database, { organizationId: standard.id }, (tx) =>
    tx('lpns').whereIn('id', [pallet.id, carton.id]).pluck('state'),
  );
  t.deepEqual(states.filter((state) => state === 'consumed').length > 0, true);

  const viewer = await platform.clientWith(standard, ['wms.master_data.view']);
  t.is((await viewer.post('/api/wms/pallets', at)).status, 403);
  t.is((await viewer.get(`/api/wms/pallets/${unknownId}`)).status, 404);
  const stranger = await platform.clientWith(platform.threePl, ['wms.master_data.view']);
  t.is((await stranger.get(`/api/wms/pallets/${pallet.id}`)).status, 404);
  t.is(
    (await client.patch(`/api/wms/pallets/${pallet.id}`, { parent_id: carton.id })).status,
    400,
    'a pallet does not stand on a carton',
  );
});

test('a hold takes stock out of sale and gives it back', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const shelf = await freshItem(platform);
  await adjust(client, shelf, { qty_delta: 5 });
  const held = await client.post('/api/wms/inventory/hold', { ...shelf, qty: 2, reason_code: 'sample' });
  t.is(held.status, 200, held.text);
  const rows = await rowsOf(client, shelf.item_id);
  t.deepEqual(
    rows.map(({ status, qty }) => [status, qty]),
    [
      ['available', 3],
      ['hold', 2],
    ],
  );
  const holders = (await client.get(`/api/wms/inventory/${rows[1].id}/holders`)).body.data;
  t.is(holders.not_allocatable, 'status_hold');
  t.is((await client.get(`/api/wms/inventory/${rows[0].id}/holders`)).body.data.not_allocatable, null);
  t.is(
    (await client.post('/api/wms/inventory/release-hold', { ...shelf, qty: 3, reason_code: 'sample' }))
      .status,
    409,
  );
  t.is(
    (await client.post('/api/wms/inventory/release-hold', { ...shelf, reason_code: 'sample' })).status,
    200,
  );
  t.deepEqual(
    (await rowsOf(client, shelf.item_id)).map(({ status, qty }) => [status, qty]),
    [['available', 5]],
  );
  t.is(
    (await client.post('/api/wms/inventory/hold', { ...shelf, qty: 6, reason_code: 'sample' })).status,
    409,
  );
});

test('from where goods arrive to where they are kept is a putaway', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const shelf = { ...(await freshItem(platform)), location_id: standard.locations['STAGE-1']! };
  await adjust(client, shelf, { qty_delta: 5 });
  const { warehouse_id, item_id } = shelf;
  for (const [from, to] of [
    ['STAGE-1', 'A-02'],
    ['A-02', 'P-01'],
  ] as const) {
    const path = { from_location_id: standard.locations[from], to_location_id: standard.locations[to] };
    t.is(
      (await client.post('/api/wms/inventory/move', { warehouse_id, item_id, ...path, qty: 5 })).status,
      200,
    );
  }
  const { data } = (await client.get(`/api/wms/inventory/ledger?item_id=${item_id}`)).body;
  t.deepEqual(
    data.map((entry: any) => entry.transaction_type),
    ['move', 'move', 'putaway', 'putaway', 'adjust'],
  );
});
