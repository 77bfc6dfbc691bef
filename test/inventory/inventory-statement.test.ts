import anyTest, { type TestFn } from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { adjust, freshItem } from '../helpers/shelf.ts';

const test = anyTest as TestFn<{ platform: Platform & { stop(): Promise<void> } }>;

test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

const path = '/api/wms/inventory/statement';
const today = () => new Date().toISOString().slice(0, 10);

test('opening, adjusted by reason and closing add up, and the lines are ledger entries', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const shelf = await freshItem(platform);
  await adjust(client, shelf, { qty_delta: 20 });
  await adjust(client, shelf, { qty_delta: -3, reason_code: 'damage' });
  await adjust(client, shelf, { qty_delta: -1, reason_code: 'damage' });
  const { warehouse_id, item_id, location_id } = shelf;
  await client.post('/api/wms/inventory/move', {
    warehouse_id,
    item_id,
    from_location_id: location_id,
    to_location_id: standard.locations['A-02'],
    qty: 5,
  });
  const period = `from=${today()}&to=${today()}`;
  const statement = (await client.get(`${path}?${period}&page_size=200`)).body.data;
  const item = statement.items.find((one: any) => one.item_id === item_id);
  t.like(item, { opening: 0, received: 0, shipped: 0, adjusted: 16, closing: 16 });
  t.deepEqual(item.adjusted_by_reason, [
    { reason_code: 'damage', qty: -4 },
    { reason_code: 'found', qty: 20 },
  ]);
  const lines = statement.lines.filter((line: any) => line.item_id === item_id);
  t.deepEqual(
    lines.map((line: any) => line.qty_delta),
    [20, -3, -1],
    'a move changes no total',
  );

  const later = (await client.get(`${path}?from=2999-01-01&to=2999-01-31`)).body.data;
  t.like(
    later.items.find((one: any) => one.item_id === item_id),
    { opening: 16, closing: 16, adjusted: 0, adjusted_by_reason: [] },
  );
  t.is(later.lines_total, 0);

  const csv = await client.get(`${path}?${period}&format=csv`);
  t.regex(csv.headers.get('content-type')!, /^text\/csv/);
  t.is(csv.text.split('\n').filter((line) => line.includes(item.sku)).length, 5);
  const pdf = await client.get(`${path}?${period}&format=pdf`);
  t.is(pdf.headers.get('content-type'), 'application/pdf');
  t.true(pdf.text.startsWith('%PDF'));
});

test('a statement is of one merchant, over days that exist, for those who may look', async (t) => {
  const { platform } = t.context;
  const { client, threePl } = platform;
  for (const bad of [
    '',
    '?from=2026-01-01',
    '?from=2026-01-02&to=2026-01-01',
    '?from=2026-02-30&to=2026-03-01',
    '?from=2026-01-01&to=2026-01-01&format=xls',
  ]) {
    t.is((await client.get(path + bad)).status, 400, bad);
  }
  const period = '?from=2026-01-01&to=2026-12-31';
  t.is(
    (await client.get(`${path}${period}&merchant_id=${threePl.merchantId}`)).body.error.code,
    'UNKNOWN_REFERENCE',
  );
  const house = await platform.clientWith(threePl, ['wms.billing.view']);
  t.is((await house.get(path + period)).body.error.code, 'MERCHANT_REQUIRED');
  t.is((await house.get(`${path}${period}&merchant_id=${threePl.merchantId}`)).status, 200);
  const second = await platform.clientWith(threePl, ['wms.billing.view'], {
    merchantId: threePl.secondMerchantId!,
  });
  t.is((await second.get(`${path}${period}&merchant_id=${threePl.merchantId}`)).status, 400);
  t.is((await second.get(path + period)).body.data.merchant_id, threePl.secondMerchantId);
  const outsider = await platform.clientWith(platform.standard, ['tenancy.view']);
  t.is((await outsider.get(path + period)).status, 403);
  t.is((await fetch(platform.url + path + period)).status, 401);
});

test('a statement may end on the last day there is', async (t) => {
  const { client } = t.context.platform;
  await adjust(client, await freshItem(t.context.platform), { qty_delta: 2 });
  for (const from of ['1900-01-01', '9999-12-31']) {
    const answer = await client.get(`${path}?from=${from}&to=9999-12-31`);
    t.is(answer.status, 200, answer.text);
    t.is(answer.body.data.lines_total > 0, from === '1900-01-01');
  }
});
