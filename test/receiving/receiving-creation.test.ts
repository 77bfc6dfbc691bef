import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { makeOrder } from '../helpers/purchase.ts';
import { receiptsPath } from '../helpers/receiving.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test("a receipt names only what is the organization's, and every problem is named", async (t) => {
  const { client, standard, threePl } = platform;
  const base = { warehouse_id: standard.warehouseId, source_type: 'manual' };
  const refused = async (words: object, expected: string, path?: string) => {
    const { status, body, text } = await client.post(receiptsPath, { ...base, ...words });
    t.is(`${status} ${body.error?.code}`, expected, text);
    if (path) t.is(body.error.details.path ?? body.error.details[0].path, path);
  };
  await refused({ warehouse_id: threePl.warehouseId }, '400 UNKNOWN_REFERENCE', 'warehouse_id');
  await refused({ vendor_id: threePl.vendorId }, '400 UNKNOWN_REFERENCE', 'vendor_id');
  await refused({ merchant_id: threePl.merchantId }, '400 UNKNOWN_REFERENCE', 'merchant_id');
  await refused({ lines: [{ item_id: threePl.items['PLAIN'] }] }, '400 UNKNOWN_REFERENCE', 'lines.0.item_id');
  await refused(
    { lines: [{ item_id: standard.items['PLAIN'], uom: 'BARREL' }] },
    '400 UNKNOWN_REFERENCE',
    'lines.0.uom',
  );
  await refused({ source_type: 'purchase' }, '400 VALIDATION_FAILED', 'source_id');
  for (const source_id of [
    standard.vendorId,
    await makeOrder(await platform.clientWith(threePl, everyPermission), threePl),
  ])
    await refused({ source_type: 'purchase', source_id }, '400 UNKNOWN_REFERENCE', 'source_id');
  await refused({ expected_date: '2026-02-30' }, '400 VALIDATION_FAILED', 'expected_date');
  await refused({ lines: [{ item_id: standard.items['PLAIN'], expected_qty: 0 }] }, '400 VALIDATION_FAILED');
  const both = await client.post(receiptsPath, { source_type: 'stork', expected_date: '2026-02-30' });
  t.deepEqual(both.body.error.details.map(({ path }: { path: string }) => path).sort(), [
    'expected_date',
    'source_type',
    'warehouse_id',
  ]);
});

test('the merchant is filled in the standard edition and required in 3PL; the title is its name at creation', async (t) => {
  const { client, standard, threePl, clientWith, owner } = platform;
  const made = await client.post(receiptsPath, { warehouse_id: standard.warehouseId, source_type: 'manual' });
  t.is(made.body.data.merchant_id, standard.merchantId);
  const { rows } = await owner.query('select name from merchants where organization_id = $1', [standard.id]);
  t.is(made.body.data.title, rows[0].name);
  const titled = await client.post(receiptsPath, {
    warehouse_id: standard.warehouseId,
    source_type: 'manual',
    title: 'Mine',
  });
  t.is(titled.body.data.title, 'Mine');

  const all = await clientWith(threePl, everyPermission);
  const base = { warehouse_id: threePl.warehouseId, source_type: 'portal' };
  const without = await all.post(receiptsPath, base);
  t.is(`${without.status} ${without.body.error.code}`, '400 MERCHANT_REQUIRED');
  const other = { ...base, merchant_id: threePl.secondMerchantId };
  const crossed = await all.post(receiptsPath, { ...other, lines: [{ item_id: threePl.items['PLAIN'] }] });
  t.is(crossed.body.error.details.path, 'lines.0.item_id');
  t.is((await all.post(receiptsPath, other)).body.data.title, 'Merchant Two');

  // A merchant's token sees, and defaults to, its own merchant only.
  const scoped = await clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
  const own = await scoped.post(receiptsPath, base);
  t.is(own.body.data.merchant_id, threePl.merchantId, own.text);
  const seen = (await scoped.get(receiptsPath)).body.data;
  t.true(seen.length > 0 && seen.every((one: any) => one.merchant_id === threePl.merchantId));
  t.is((await scoped.post(receiptsPath, other)).status, 400);
});

test('the list finds by text, status and warehouse, and pages', async (t) => {
  const { client, standard } = platform;
  const base = { warehouse_id: standard.warehouseId, source_type: 'drayage' };
  const container = `MSKU${Date.now()}`;
  const made = await client.post(receiptsPath, { ...base, container_no: container, seal_no: '50%_SEAL' });
  const found = async (query: string) => (await client.get(`${receiptsPath}?${query}`)).body;
  t.deepEqual(
    (await found(`q=${container.toLowerCase()}`)).data.map(({ id }: any) => id),
    [made.body.data.id],
  );
  t.is((await found(`q=${made.body.data.receipt_no}`)).meta.total, 1);
  t.is((await found(`q=${encodeURIComponent('%_SEA')}`)).meta.total, 1);
  t.is((await found(`q=${encodeURIComponent('__SEA')}`)).meta.total, 0);
  // Without three letters in a row it has to begin a word.
  t.is((await found(`q=${encodeURIComponent('50%_S')}`)).meta.total, 1);
  t.is((await found(`q=${encodeURIComponent('%_S')}`)).meta.total, 0);
  t.is((await found('q=____')).meta.total, 0);
  t.is((await found(`q=${container}&status=closed`)).meta.total, 0);
  t.is((await found(`q=${container}&status=imported&warehouse_id=${standard.warehouseId}`)).meta.total, 1);
  t.is((await found(`warehouse_id=${uuidv7()}`)).meta.total, 0);
  const beyond = await found('page=1000&page_size=1');
  t.deepEqual(beyond.data, []);
  t.true(beyond.meta.total > 0);
  t.is((await client.get(`${receiptsPath}?page_size=201`)).status, 400);
});
