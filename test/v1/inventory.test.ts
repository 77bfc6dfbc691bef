/** v1 inventory: the list in its own envelope, and the adjustment by SKU. */
import test from 'ava';
import { createClient } from '../helpers/client.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { unknownId } from '../helpers/shelf.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const inventory = '/v1/wms/inventory';
const adjustPath = `${inventory}/adjust`;
const filterOf = (filters: Record<string, string>): string =>
  String(
    new URLSearchParams(Object.fromEntries(Object.entries(filters).map(([k, v]) => [`filter[${k}]`, v]))),
  );

let skus = 0;

/** A new item of the standard organization, by SKU. */
async function freshSku(flags: object = {}): Promise<string> {
  skus += 1;
  const sku = `V1-${skus}`;
  const made = await platform.client.post('/api/wms/items', { sku, name: 'Item', ...flags });
  if (made.status !== 201) throw new Error(made.text);
  return sku;
}

const adjust = (body: object, options?: { headers?: Record<string, string> }) =>
  platform.client.post(adjustPath, { warehouse_id: 'W1', reason: 'found', ...body }, options);

test('an adjustment answers the bare inventory row, and the list shows it in the v1 envelope', async (t) => {
  const { client, standard } = platform;
  const sku = await freshSku();
  const made = await adjust({ sku, qty_delta: 12.5 });
  t.is(made.status, 200, made.text);
  t.like(made.body, { sku, qty: 12.5, status: 'available', warehouse_code: 'W1', location: 'STAGE-1' });
  t.like(made.body.adjustment, { qty_before: 0, qty_after: 12.5 });
  t.false('ok' in made.body);

  for (const warehouse of ['W1', standard.warehouseId, standard.warehouseId.toUpperCase()]) {
    const found = await client.get(`${inventory}?${filterOf({ sku, warehouse_id: warehouse })}`);
    t.like(found.body, { page: 1, page_size: 20, total: 1 });
    t.deepEqual(Object.keys(found.body).toSorted(), ['data', 'page', 'page_size', 'total']);
    t.is(found.body.data[0].id, made.body.id);
  }
  for (const nobody of [unknownId, platform.threePl.warehouseId, 'NOWHERE']) {
    const none = await client.get(`${inventory}?${filterOf({ warehouse_id: nobody })}`);
    t.deepEqual(none.body, { data: [], page: 1, page_size: 20, total: 0 });
  }
});

test('without a location goods come to staging and leave from the fullest place; a place may be named by id or code', async (t) => {
  const { standard } = platform;
  const sku = await freshSku();
  await adjust({ sku, qty_delta: 3, location_id: 'A-01' });
  await adjust({ sku, qty_delta: 8, location_id: standard.locations['A-02'] });
  t.like((await adjust({ sku, qty_delta: -5 })).body, { location: 'A-02', qty: 3 });
  t.like((await adjust({ sku, qty_delta: 1 })).body, { location: 'A-01', qty: 4 });
  const short = await adjust({ sku, qty_delta: -6 });
  t.is(short.status, 409);
  t.is(short.body.error.code, 'INSUFFICIENT_STOCK');
  t.deepEqual(Object.keys(short.body), ['error']);
});

test('a reason that is no code is kept as the note of a correction, in the ledger', async (t) => {
  const { client } = platform;
  const sku = await freshSku();
  await adjust({ sku, qty_delta: 2, reason: 'damage' });
  await adjust({ sku, qty_delta: 1, reason: 'Found behind the rack (again)!' });
  const { body } = await client.get(`/api/wms/inventory/ledger?sku=${sku}`);
  t.deepEqual(
    body.data.map(({ reason_code, note }: Record<string, unknown>) => [reason_code, note]),
    [
      ['correction', 'Found behind the rack (again)!'],
      ['damage', null],
    ],
  );
});

test('what an adjustment names wrongly is refused by name and changes nothing', async (t) => {
  const { client, threePl } = platform;
  const sku = await freshSku();
  const lot = await freshSku({ lot_tracked: true });
  const refused: [object, number, string, string?][] = [
    [{ sku: 'NOT-A-SKU', qty_delta: 1 }, 400, 'UNKNOWN_REFERENCE', 'sku'],
    [{ sku, qty_delta: 1, warehouse_id: 'NOWHERE' }, 400, 'UNKNOWN_REFERENCE', 'warehouse_id'],
    [{ sku, qty_delta: 1, warehouse_id: threePl.warehouseId }, 400, 'UNKNOWN_REFERENCE', 'warehouse_id'],
    [{ sku, qty_delta: 1, location_id: 'NOWHERE' }, 400, 'UNKNOWN_REFERENCE', 'location_id'],
    [{ sku, qty_delta: 1, merchant_id: unknownId }, 400, 'UNKNOWN_REFERENCE', 'merchant_id'],
    [{ sku, qty_delta: 0 }, 400, 'VALIDATION_FAILED'],
    [{ sku, qty_delta: '1' }, 400, 'VALIDATION_FAILED'],
    [{ sku, qty_delta: 1, reason: '' }, 400, 'VALIDATION_FAILED'],
    [{ sku, qty_delta: 1, qty_after: 1 }, 400, 'VALIDATION_FAILED'],
    [{ sku: lot, qty_delta: 1 }, 400, 'LOT_REQUIRED'],
    [{ sku, qty_delta: -1 }, 409, 'INSUFFICIENT_STOCK'],
  ];
  for (const [body, status, code, path] of refused) {
    const { status: answered, body: answer } = await adjust(body);
    t.is(answered, status, JSON.stringify(body));
    t.is(answer.error.code, code, JSON.stringify(body));
    if (path) t.is(answer.error.details.path, path);
  }
  const missing = await client.post(adjustPath, {});
  t.deepEqual(missing.body.error.details.map(({ path }: { path: string }) => path).toSorted(), [
    'qty_delta',
    'reason',
    'sku',
    'warehouse_id',
  ]);
  t.is((await client.get(`${inventory}?${filterOf({ sku })}`)).body.total, 0);
});

test('pages hold 20 rows unless told, 200 at most; unknown filters and sorts are refused with the allowed ones', async (t) => {
  const { client } = platform;
  const many = await freshSku();
  for (const place of ['A-01', 'A-02', 'A-03']) await adjust({ sku: many, qty_delta: 1, location_id: place });
  const page = await client.get(`${inventory}?page=2&page_size=2&${filterOf({ sku: many })}`);
  t.like(page.body, { page: 2, page_size: 2, total: 3 });
  t.is(page.body.data.length, 1);
  t.is((await client.get(`${inventory}?page=99`)).body.data.length, 0);
  t.is((await client.get(`${inventory}?page_size=200`)).status, 200);
  for (const query of [
    'page_size=201',
    'page=0',
    'filter[colour]=red',
    'sku=A',
    'sort=colour',
    'sort=-sku;drop',
  ]) {
    const answer = await client.get(`${inventory}?${query}`);
    t.is(answer.status, 400, query);
    t.is(answer.body.error.code, 'VALIDATION_FAILED');
  }
  const unknown = await client.get(`${inventory}?filter[colour]=red`);
  t.regex(unknown.body.error.message, /allowed are filter\[sku\], filter\[warehouse_id\]/);
  t.regex((await client.get(`${inventory}?sort=colour`)).body.error.message, /sku, -sku, qty, -qty/);
});

test('the list is sorted as asked', async (t) => {
  const { client } = platform;
  const [first, second] = [await freshSku(), await freshSku()];
  await adjust({ sku: first, qty_delta: 70_001 });
  await adjust({ sku: second, qty_delta: 70_002 });
  const skusBy = async (sort: string): Promise<string[]> =>
    (await client.get(`${inventory}?sort=${sort}&page_size=200`)).body.data
      .map(({ sku }: { sku: string }) => sku)
      .filter((sku: string) => [first, second].includes(sku));
  t.deepEqual(await skusBy('qty'), [first, second]);
  t.deepEqual(await skusBy('-qty'), [second, first]);
  t.deepEqual(await skusBy('-updated_at'), [second, first]);
  t.deepEqual(await skusBy('-created_at'), [second, first], 'by when the stock arrived');
  t.deepEqual(await skusBy('created_at'), [first, second]);
});

test('a key that was used is answered as it was, whatever its names stand for now', async (t) => {
  const sku = await freshSku();
  const keyed = { headers: { 'idempotency-key': `renamed-${sku}` } };
  const first = await adjust({ sku, qty_delta: 4 }, keyed);
  t.is(first.status, 200, first.text);
  await platform.owner.query("update items set sku = sku || '-OLD' where organization_id = $1 and sku = $2", [
    platform.standard.id,
    sku,
  ]);
  t.is((await adjust({ sku, qty_delta: 4 })).body.error.code, 'UNKNOWN_REFERENCE');
  const again = await adjust({ sku, qty_delta: 4 }, keyed);
  t.deepEqual([again.status, again.body], [200, first.body]);
});

test('respond-async answers 202 with a bare operation that comes to its outcome', async (t) => {
  const sku = await freshSku();
  const accepted = await adjust({ sku, qty_delta: 1 }, { headers: { prefer: 'respond-async' } });
  t.is(accepted.status, 202, accepted.text);
  t.is(accepted.headers.get('location'), `/v1/operations/${accepted.body.operation_id}`);
  const settled = async (looks: number): Promise<string> => {
    const { state } = (await platform.client.get(accepted.body.location)).body;
    return state === 'done' || looks === 0 ? state : settled(looks - 1);
  };
  t.is(await settled(1_000), 'done');
  const other = createClient(platform.url, platform.threePl);
  t.is((await other.get(accepted.body.location)).status, 404);
});

test("one key adjusts once; another body under it is refused; the organization is the token's", async (t) => {
  const { client, standard, threePl } = platform;
  const sku = await freshSku();
  const keyed = { headers: { 'idempotency-key': `v1-${sku}` } };
  const first = await adjust({ sku, qty_delta: 4 }, keyed);
  const again = await adjust({ sku, qty_delta: 4 }, keyed);
  t.deepEqual(again.body, first.body);
  t.is(again.headers.get('idempotent-replayed'), 'true');
  const other = await adjust({ sku, qty_delta: 5 }, keyed);
  t.is(other.status, 422);
  t.is(other.body.error.code, 'IDEMPOTENCY_KEY_REUSED');
  t.is((await client.get(`${inventory}?${filterOf({ sku })}`)).body.data[0].qty, 4);

  const named = (id: string) => client.get(inventory, { headers: { 'x-organization-id': id } });
  t.is((await named(standard.id)).status, 200);
  const disagreeing = await named(threePl.id);
  t.is(disagreeing.status, 403);
  t.is(disagreeing.body.error.code, 'FORBIDDEN');
});

test("a 3PL names the merchant, by id or code; a merchant's token sees and adjusts its own only", async (t) => {
  const { threePl, clientWith } = platform;
  const all = await clientWith(threePl, ['wms.inventory_adjust', 'wms.inbound.view']);
  const body = { sku: 'PLAIN', warehouse_id: 'W1', qty_delta: 9, reason: 'found' };
  const unnamed = await all.post(adjustPath, body);
  t.is(unnamed.body.error.code, 'MERCHANT_REQUIRED');
  t.is(unnamed.status, 400);
  t.is((await all.post(adjustPath, { ...body, merchant_id: 'M1' })).status, 200);
  t.is((await all.post(adjustPath, { ...body, merchant_id: threePl.merchantId })).body.qty, 18);
  const foreign = await all.post(adjustPath, { ...body, merchant_id: 'M2' });
  t.like(foreign.body.error, { code: 'UNKNOWN_REFERENCE', details: { path: 'sku' } });

  const second = await clientWith(threePl, ['wms.inventory_adjust', 'wms.inbound.view'], {
    merchantId: threePl.secondMerchantId!,
  });
  t.is((await second.get(inventory)).body.total, 0);
  const others = await second.post(adjustPath, { ...body, merchant_id: 'M1' });
  t.like(others.body.error, { code: 'UNKNOWN_REFERENCE', details: { path: 'merchant_id' } });
});
