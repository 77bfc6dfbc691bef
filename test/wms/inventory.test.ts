import anyTest, { type TestFn } from 'ava';
import { inTenant } from '../../db/database.ts';
import type { Permission } from '../../domain/tenancy/permissions.ts';
import { startPlatform, type Platform } from '../helpers/platform.ts';
import type { Client } from '../helpers/client.ts';

const test = anyTest as TestFn<{ platform: Platform & { stop(): Promise<void> } }>;

test.before(async (t) => {
  t.context.platform = await startPlatform(undefined);
});
test.after.always((t) => t.context.platform?.stop());

const unknownId = '01890000-0000-7000-8000-000000000000';
let skus = 0;

interface Shelf {
  warehouse_id: string;
  item_id: string;
  location_id: string;
}

/** A fresh item, so that tests of one file do not meet in one row. */
async function freshItem(platform: Platform, flags: object = {}): Promise<Shelf> {
  skus += 1;
  const made = await platform.client.post('/api/wms/items', {
    sku: `INV-${skus}`,
    name: 'Inventory item',
    ...flags,
  });
  const { standard } = platform;
  return {
    warehouse_id: standard.warehouseId,
    item_id: made.body.data.id,
    location_id: standard.locations['A-01']!,
  };
}

const adjust = (client: Client, shelf: Shelf, change: object) =>
  client.post('/api/wms/inventory/adjust', { ...shelf, reason_code: 'found', ...change });

async function rowsOf(client: Client, itemId: string, more = ''): Promise<any[]> {
  return (await client.get(`/api/wms/inventory?item_id=${itemId}${more}`)).body.data;
}

test('adjust by a delta writes one ledger entry of type adjust and the balance follows', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const shelf = await freshItem(platform);
  const adjusted = await adjust(client, shelf, { qty_delta: 10.5, note: 'found behind the rack' });
  t.is(adjusted.status, 200, adjusted.text);
  t.like(adjusted.body.data, { changed: true, qty_before: 0, qty_after: 10.5 });
  t.like(adjusted.body.data.balance, {
    ...shelf,
    qty: 10.5,
    status: 'available',
    location: 'A-01',
    lot_no: null,
    lpn_count: 0,
  });
  await adjust(client, shelf, { qty_delta: -0.5, reason_code: 'damage' });
  const [row] = await rowsOf(client, shelf.item_id);
  t.is(row.qty, 10);
  t.is(row.id, adjusted.body.data.balance.id, 'the id of a row is stable');
  const { data } = (await client.get(`/api/wms/inventory/ledger?item_id=${shelf.item_id}`)).body;
  t.deepEqual(
    data.map((entry: any) => [entry.transaction_type, entry.qty_delta, entry.reason_code]),
    [
      ['adjust', -0.5, 'damage'],
      ['adjust', 10.5, 'found'],
    ],
  );
  t.is(data[1].id, adjusted.body.data.ledger_entry_ids[0]);
});

test('adjust takes exactly one of qty_delta and qty_after, a known reason, and ids of the organization', async (t) => {
  const { platform } = t.context;
  const { client, threePl } = platform;
  const shelf = await freshItem(platform);
  for (const [change, code] of [
    [{}, 'VALIDATION_FAILED'],
    [{ qty_delta: 1, qty_after: 1 }, 'VALIDATION_FAILED'],
    [{ qty_delta: 1, reason_code: 'whim' }, 'VALIDATION_FAILED'],
    [{ qty_delta: 1, status: 'allocated' }, 'VALIDATION_FAILED'],
    [{ qty_delta: 0.1234567 }, 'VALIDATION_FAILED'],
    [{ qty_delta: 1, item_id: threePl.items['PLAIN'] }, 'UNKNOWN_REFERENCE'],
    [{ qty_delta: 1, location_id: threePl.locations['A-01'] }, 'UNKNOWN_REFERENCE'],
    [{ qty_delta: 1, warehouse_id: threePl.warehouseId }, 'UNKNOWN_REFERENCE'],
    [{ qty_delta: 1, warehouse_id: unknownId }, 'UNKNOWN_REFERENCE'],
    [{ qty_delta: 1, item_id: platform.standard.items['LOT'] }, 'LOT_REQUIRED'],
  ] as const) {
    const refused = await adjust(client, shelf, change);
    t.is(refused.status, 400, refused.text);
    t.is(refused.body.error.code, code, JSON.stringify(change));
  }
});

test('qty_after compares and sets: the same quantity again changes nothing', async (t) => {
  const { platform } = t.context;
  const shelf = await freshItem(platform);
  t.true((await adjust(platform.client, shelf, { qty_after: 7 })).body.data.changed);
  const again = await adjust(platform.client, shelf, { qty_after: 7 });
  t.is(again.status, 200);
  t.like(again.body.data, { changed: false, qty_before: 7, qty_after: 7, ledger_entry_ids: [] });
  t.is((await platform.client.get(`/api/wms/inventory/ledger?item_id=${shelf.item_id}`)).body.meta.total, 1);
  await adjust(platform.client, shelf, { qty_after: 0, reason_code: 'lost' });
  t.deepEqual(await rowsOf(platform.client, shelf.item_id), [], 'an empty row is hidden');
});

test('twenty parallel adjustments to one quantity of an empty shelf add it once', async (t) => {
  const { platform } = t.context;
  const shelf = await freshItem(platform);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => adjust(platform.client, shelf, { qty_after: 10 })),
  );
  t.true(answers.every(({ status }) => status === 200));
  t.is(answers.filter(({ body }) => body.data.changed).length, 1);
  t.is((await rowsOf(platform.client, shelf.item_id))[0].qty, 10);
});

test('more than there is cannot be taken, whoever is first', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const shelf = await freshItem(platform);
  await adjust(client, shelf, { qty_delta: 10 });
  const answers = await Promise.all(
    Array.from({ length: 15 }, () => adjust(client, shelf, { qty_delta: -1, reason_code: 'lost' })),
  );
  t.is(answers.filter(({ status }) => status === 200).length, 10);
  const refused = answers.find(({ status }) => status === 409)!;
  t.is(refused.body.error.code, 'INSUFFICIENT_STOCK');
  t.like(refused.body.error.details, { available: 0, allocated: 0, required: 1, holders: [] });
  t.deepEqual(await rowsOf(client, shelf.item_id), []);
});

test('permissions: adjusting needs the special one, moving its own, querying any operational view', async (t) => {
  const { platform } = t.context;
  const { standard } = platform;
  const shelf = await freshItem(platform);
  const admin = (await platform.client.post('/api/tenancy/tokens', { name: 'admin', roles: ['admin'] })).body
    .data;
  t.false(admin.permissions.includes('wms.inventory_adjust'), 'a role never carries it');
  const mover = await platform.clientWith(standard, ['wms.inventory.move']);
  t.is((await adjust(mover, shelf, { qty_delta: 1 })).status, 403);
  t.is((await mover.get('/api/wms/inventory')).status, 403);
  const adjuster = await platform.clientWith(standard, ['wms.inventory_adjust']);
  t.is((await adjust(adjuster, shelf, { qty_delta: 1 })).status, 200);
  for (const path of ['move', 'hold', 'release-hold']) {
    t.is((await adjuster.post(`/api/wms/inventory/${path}`, {})).status, 403);
    t.is((await fetch(`${platform.url}/api/wms/inventory/${path}`, { method: 'POST' })).status, 401);
  }
  for (const area of [
    'inbound',
    'outbound',
    'putaway',
    'picking',
    'packing',
    'cycle_count',
    'transfer',
    'billing',
  ]) {
    const viewer = await platform.clientWith(standard, [`wms.${area}.view` as Permission]);
    t.is((await viewer.get('/api/wms/inventory')).status, 200);
  }
  const [row] = await rowsOf(platform.client, shelf.item_id);
  const stranger = await platform.clientWith(platform.threePl, ['wms.inbound.view']);
  t.is((await stranger.get(`/api/wms/inventory/${row.id}/holders`)).status, 404);
  t.is((await platform.client.get(`/api/wms/inventory/${unknownId}/holders`)).status, 404);
  t.deepEqual(await rowsOf(stranger, shelf.item_id), []);
  t.is((await stranger.get(`/api/wms/inventory/ledger?item_id=${shelf.item_id}`)).body.meta.total, 0);
});

test('every filter of the query narrows it', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const shelf = await freshItem(platform, { lot_tracked: true });
  await adjust(client, shelf, { qty_delta: 3, lot_no: 'L1' });
  await adjust(
    client,
    { ...shelf, location_id: standard.locations['A-02']! },
    { qty_delta: 4, lot_no: 'L2', status: 'damaged' },
  );
  const { sku } = (await client.get(`/api/wms/items/${shelf.item_id}`)).body.data;
  const qtys = async (filter: string) =>
    ((await client.get(`/api/wms/inventory?${filter}`)).body.data as any[])
      .filter((row) => row.item_id === shelf.item_id)
      .map((row) => row.qty);
  t.deepEqual(await qtys(`sku=${sku}`), [3, 4]);
  t.deepEqual(await qtys(`sku=${sku}&location=A-02`), [4]);
  t.deepEqual(await qtys(`item_id=${shelf.item_id}&location_id=${shelf.location_id}`), [3]);
  t.deepEqual(await qtys(`item_id=${shelf.item_id}&status=damaged`), [4]);
  t.deepEqual(await qtys(`item_id=${shelf.item_id}&status=hold`), []);
  t.deepEqual(await qtys(`item_id=${shelf.item_id}&merchant_id=${standard.merchantId}`), [3, 4]);
  t.deepEqual(await qtys(`item_id=${shelf.item_id}&merchant_id=${unknownId}`), []);
  t.deepEqual(await qtys(`item_id=${shelf.item_id}&warehouse_id=${standard.warehouseId}&lot_no=L1`), [3]);
  const page = (await client.get(`/api/wms/inventory?sku=${sku}&page=2&page_size=1`)).body;
  t.deepEqual([page.data[0].qty, page.meta], [4, { page: 2, page_size: 1, total: 2 }]);
  t.deepEqual((await client.get(`/api/wms/inventory?sku=${sku}&page=3&page_size=1`)).body.data, []);
  t.is((await client.get('/api/wms/inventory?status=gone')).status, 400);
  t.is((await client.get('/api/wms/inventory?page_size=201')).status, 400);
});

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
  t.deepEqual(
    byLpn.map(({ lpn, qty }) => [lpn, qty]).sort(),
    [
      [carton.lpn, 6],
      ['PAL-1', 4],
    ].sort(),
  );
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

  // Loose stock may be taken off a plate; an empty plate is consumed.
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

test('as_of shows the stock of any past moment, exactly', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const shelf = await freshItem(platform);
  const moments: string[] = [];
  const expected: number[][] = [];
  const there = standard.locations['A-04']!;
  for (const [delta, moveQty] of [
    [10, 0],
    [5, 4],
    [-3, 2],
  ] as const) {
    await adjust(client, shelf, { qty_delta: delta });
    if (moveQty) {
      await client.post('/api/wms/inventory/move', {
        warehouse_id: shelf.warehouse_id,
        item_id: shelf.item_id,
        from_location_id: shelf.location_id,
        to_location_id: there,
        qty: moveQty,
      });
    }
    const last = (await client.get(`/api/wms/inventory/ledger?item_id=${shelf.item_id}&page_size=1`)).body
      .data[0].occurred_at;
    moments.push(last);
    expected.push((await rowsOf(client, shelf.item_id)).map(({ qty }) => qty));
  }
  for (const [index, moment] of moments.entries()) {
    t.deepEqual(
      (await rowsOf(client, shelf.item_id, `&as_of=${moment}`)).map(({ qty }) => qty),
      expected[index],
    );
  }
  t.deepEqual(await rowsOf(client, shelf.item_id, '&as_of=2001-01-01T00:00:00Z'), []);
  t.is((await client.get('/api/wms/inventory?as_of=2999-01-01T00:00:00Z')).status, 400);
  t.is((await client.get('/api/wms/inventory?as_of=yesterday')).status, 400);
});

test('in the 3PL edition an adjustment names its merchant, and merchants never net', async (t) => {
  const { platform } = t.context;
  const { threePl } = platform;
  const house = await platform.clientWith(threePl, ['wms.inventory_adjust', 'wms.inbound.view']);
  const shelf = {
    warehouse_id: threePl.warehouseId,
    item_id: threePl.items['PLAIN']!,
    location_id: threePl.locations['A-01']!,
  };
  const nobody = await adjust(house, shelf, { qty_delta: 1 });
  t.is(nobody.status, 400);
  t.is(nobody.body.error.code, 'MERCHANT_REQUIRED');
  const wrong = await adjust(house, shelf, { qty_delta: 1, merchant_id: threePl.secondMerchantId });
  t.is(wrong.body.error.code, 'UNKNOWN_REFERENCE');
  t.is((await adjust(house, shelf, { qty_delta: 8, merchant_id: threePl.merchantId })).status, 200);
  const second = await platform.clientWith(threePl, ['wms.inbound.view', 'wms.inventory_adjust'], {
    merchantId: threePl.secondMerchantId!,
  });
  t.deepEqual((await second.get('/api/wms/inventory')).body.data, []);
  t.is((await second.get('/api/wms/inventory/ledger')).body.meta.total, 0);
  t.is(
    (await adjust(second, shelf, { qty_delta: -1, merchant_id: threePl.merchantId })).body.error.code,
    'UNKNOWN_REFERENCE',
  );
  const first = await platform.clientWith(threePl, ['wms.inbound.view', 'wms.inventory_adjust'], {
    merchantId: threePl.merchantId,
  });
  t.is((await first.get('/api/wms/inventory')).body.data[0].qty, 8);
  t.is(
    (await adjust(first, shelf, { qty_delta: 1 })).status,
    200,
    "a merchant's token fills in its merchant",
  );
});

test('the application cannot write a balance or change the ledger', async (t) => {
  const { database, standard } = t.context.platform;
  const scope = { organizationId: standard.id };
  await t.throwsAsync(
    inTenant(database, scope, (tx) => tx.raw('update inventory_balances set qty = 1')),
    { message: /permission denied/ },
  );
  await t.throwsAsync(
    inTenant(database, scope, (tx) => tx.raw('delete from inventory_balances')),
    { message: /permission denied/ },
  );
  await t.throwsAsync(
    inTenant(database, scope, (tx) => tx.raw('update inventory_ledger set qty_delta = 1')),
    { message: /permission denied/ },
  );
  await t.throwsAsync(t.context.platform.owner.query('update inventory_ledger set qty_delta = 1'), {
    message: /append-only/,
  });
});

test.serial('integrity finds a planted mismatch and names it', async (t) => {
  const { platform } = t.context;
  const { client, owner } = platform;
  const shelf = await freshItem(platform);
  await adjust(client, shelf, { qty_delta: 5 });
  const clean = (await client.get('/api/wms/inventory/integrity')).body.data;
  t.is(clean.mismatch_count, 0);
  t.true(clean.keys_checked > 0);
  await owner.query('update inventory_balances set qty = 6 where item_id = $1', [shelf.item_id]);
  const found = (await client.get('/api/wms/inventory/integrity')).body.data;
  t.is(found.mismatch_count, 1);
  t.like(found.mismatches[0], { item_id: shelf.item_id, balance: 6, ledger: 5 });
  await owner.query('update inventory_balances set qty = 5 where item_id = $1', [shelf.item_id]);
});

/** Stock on a license plate, as receiving puts it there. */
async function stockOnPlate(platform: Platform, shelf: Shelf, lpnId: string, qty: number): Promise<void> {
  const { standard, owner } = platform;
  await owner.query(
    `insert into inventory_ledger (organization_id, id, command_id, line_no, item_id, location_id, status, lot_no, lpn_id, warehouse_id,
       merchant_id, qty_delta, transaction_type, ref_type, actor)
     values ($1, gen_random_uuid(), gen_random_uuid(), 1, $2, $3, 'available', '', $4, $5, $6, $7, 'receive', 'test', 'test')`,
    [standard.id, shelf.item_id, shelf.location_id, lpnId, shelf.warehouse_id, standard.merchantId, qty],
  );
}
