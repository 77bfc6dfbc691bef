import anyTest, { type TestFn } from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { adjust, freshItem, rowsOf, unknownId } from '../helpers/shelf.ts';

const test = anyTest as TestFn<{ platform: Platform & { stop(): Promise<void> } }>;

test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

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

test('a reason is found among however many, and one that is deactivated is refused with those that are not', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const shelf = await freshItem(platform);
  const codes = Array.from({ length: 201 }, (_, index) => `zz-${String(index).padStart(3, '0')}`);
  const made = await Promise.all(codes.map((code) => client.post('/api/wms/reason-codes', { code })));
  t.true(made.every(({ status }) => status === 201));
  t.is((await adjust(client, shelf, { qty_delta: 1, reason_code: 'zz-200' })).status, 200);
  await client.patch('/api/wms/reason-codes/zz-200', { is_active: false });
  const refused = await adjust(client, shelf, { qty_delta: 1, reason_code: 'zz-200' });
  t.like(refused.body.error.details[0], { path: 'reason_code', code: 'not_allowed' });
  t.regex(refused.body.error.message, /damage/);
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
