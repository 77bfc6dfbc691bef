import anyTest, { type TestFn } from 'ava';
import { inTenant } from '../../db/database.ts';
import { post } from '../../db/inventory/ledger.write.ts';
import type { Permission } from '../../domain/permissions.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { adjust, freshItem, rowsOf, unknownId } from '../helpers/shelf.ts';

const test = anyTest as TestFn<{ platform: OwnPlatform & { stop(): Promise<void> } }>;

test.before(async (t) => {
  t.context.platform = await startPlatform(undefined);
});
test.after.always((t) => t.context.platform?.stop());

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
  const facts = { page: 2, page_size: 1, total: 2, total_is_exact: true, next_cursor: null };
  t.deepEqual([page.data[0].qty, page.meta], [4, facts]);
  t.deepEqual((await client.get(`/api/wms/inventory?sku=${sku}&page=3&page_size=1`)).body.data, []);
  t.is((await client.get('/api/wms/inventory?status=gone')).status, 400);
  t.is((await client.get('/api/wms/inventory?page_size=201')).status, 400);
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
  for (const moment of [
    'yesterday',
    '2026-02-30T00:00:00Z',
    '2026-01-01T00:00:00%2B23:59',
    '2026-01-01',
    '',
  ]) {
    t.is((await client.get(`/api/wms/inventory?as_of=${moment}`)).status, 400, moment);
  }
  t.is((await client.get('/api/wms/inventory?as_of=2026-01-01T00:00:00%2B14:00')).status, 200);
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

test('a moment just past waits for postings in flight, so that it never changes again', async (t) => {
  const { platform } = t.context;
  const { client, database, standard } = platform;
  const shelf = await freshItem(platform);
  let posted = (): void => {};
  let commit = (): void => {};
  const isPosted = new Promise<void>((resolve) => (posted = resolve));
  const mayCommit = new Promise<void>((resolve) => (commit = resolve));
  const posting = inTenant(database, { organizationId: standard.id }, async (tx) => {
    const at = {
      ...shelf,
      merchant_id: standard.merchantId,
      status: 'available' as const,
      lot_no: '',
      lpn_id: null,
    };
    const entry = {
      ...at,
      qty_delta: 4,
      transaction_type: 'receive' as const,
      ref_type: 'test',
      ref_id: null,
    };
    await post(tx, { organizationId: standard.id, commandId: unknownId, actor: 'test' }, [entry]);
    posted();
    await mayCommit;
  });
  await isPosted;
  await new Promise((resolve) => setTimeout(resolve, 2));
  const reading = rowsOf(client, shelf.item_id, `&as_of=${new Date().toISOString()}`);
  t.is(
    await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, 150, 'waiting'))]),
    'waiting',
  );
  commit();
  await posting;
  t.deepEqual(
    (await reading).map(({ qty }) => qty),
    [4],
  );
});
