/** A program of two screens, which knows nothing but what `claim` says, receives and counts. */
import test from 'ava';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { newShelf, patch, read } from '../fulfillment/outbound-rig.ts';
import { putStock, settled } from '../orders/orders-rig.ts';
import { choose, codeOf, finish, item, post, record, type Seen } from './two-screens-rig.ts';
import { count, next } from './work-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test.serial('a receipt of two items, one with a lot and an expiry date', async (t) => {
  const { client, standard } = platform;
  const [plain, milk] = [
    await item(platform),
    await item(platform, { lot_tracked: true, expiry_tracked: true }),
  ];
  const uoms = [{ uom: 'CS', factor: 12 }];
  const barcodes = [{ barcode: `CASE-${plain.sku}`, uom: 'CS' }];
  t.is((await patch(client, `/api/wms/items/${plain.id}`, { uoms, barcodes })).status, 200);
  const receipt = await client.post('/api/wms/inbound-receipts', {
    warehouse_id: standard.warehouseId,
    source_type: 'manual',
    lines: [
      { item_id: plain.id, expected_qty: 12 },
      { item_id: milk.id, expected_qty: 6 },
      { item_id: plain.id, expected_qty: 3 },
    ],
  });
  t.is(receipt.status, 201, receipt.text);
  const { id, receipt_no } = receipt.body.data;
  t.is((await client.post('/api/wms/receiving-tasks', { receipt_id: id })).status, 201);
  const work = await next(platform, { kinds: ['receive'] });
  t.is(work.steps[0].code, receipt_no);
  t.true(work.steps[1].say.includes(`${plain.sku}, ${milk.sku}`), work.steps[1].say);
  const dock = await codeOf(platform, await newShelf(platform));
  await record(platform, work.record, { item: `CASE-${plain.sku}`, quantity: 1, location: dock });
  await record(platform, work.record, {
    item: milk.sku,
    lot: 'L1',
    expiry_date: '2099-01-31',
    quantity: 6,
    location: dock,
  });
  const last = await record(platform, work.record, { item: plain.sku, quantity: 3, location: dock });
  t.is(last.line.line_no, 3, 'the first of the item was counted in full');
  await finish(platform, work);
  const { lines } = await read(client, `/api/wms/inbound-receipts/${id}`);
  t.deepEqual(
    lines.map(({ received_qty: qty }: any) => qty),
    [12, 6, 3],
  );
  const [lot] = await read(client, `/api/wms/inventory?item_id=${milk.id}`);
  t.like(lot, { lot_no: 'L1', qty: 6 });
});

test.serial('what is scanned is counted in its own unit, on the line that is told in it', async (t) => {
  const { client, standard } = platform;
  const { id: item_id, sku } = await item(platform);
  const uoms = [{ uom: 'CS', factor: 12 }];
  const barcodes = [{ barcode: `ONE-${sku}` }, { barcode: `CASE-${sku}`, uom: 'CS' }];
  t.is((await patch(client, `/api/wms/items/${item_id}`, { uoms, barcodes })).status, 200);
  const house = { warehouse_id: standard.warehouseId, source_type: 'manual' };
  const receiptOf = async (lines: object[]): Promise<string> =>
    (await client.post('/api/wms/inbound-receipts', { ...house, lines })).body.data.id;
  const location = await codeOf(platform, await newShelf(platform));
  const scan = (id: string, read: string, received_qty: number) =>
    client.post(`/api/wms/inbound-receipts/${id}/receive-line`, { item: read, received_qty, location });
  const countedOf = async (id: string): Promise<number[]> =>
    (await read(client, `/api/wms/inbound-receipts/${id}`)).lines.map(({ received_qty: qty }: any) => qty);

  const cases = await receiptOf([{ item_id, expected_qty: 10, uom: 'CS' }]);
  t.like((await scan(cases, sku, 10)).body.error?.details, [{ path: 'item', code: 'not_in_unit' }]);
  t.is((await scan(cases, sku, 24)).status, 200);
  t.deepEqual(await countedOf(cases), [2]);

  const both = await receiptOf([
    { item_id, expected_qty: 5 },
    { item_id, expected_qty: 1, uom: 'CS' },
  ]);
  t.is((await scan(both, `CASE-${sku}`, 1)).status, 200);
  t.is((await scan(both, `ONE-${sku}`, 2)).status, 200);
  t.is((await scan(both, sku, 3)).status, 200);
  t.deepEqual(await countedOf(both), [5, 1]);

  const turned = await receiptOf([
    { item_id, expected_qty: 1, uom: 'CS' },
    { item_id, expected_qty: 5 },
  ]);
  t.is((await scan(turned, `ONE-${sku}`, 1)).status, 200);
  t.deepEqual(await countedOf(turned), [0, 1]);
});

test.serial('two scans of an item at once are of the two lines of it', async (t) => {
  const { client, standard } = platform;
  const { id: item_id, sku } = await item(platform);
  const lines = [1, 1].map((expected_qty) => ({ item_id, expected_qty }));
  const house = { warehouse_id: standard.warehouseId, source_type: 'manual' };
  const { id } = (await client.post('/api/wms/inbound-receipts', { ...house, lines })).body.data;
  const location = await codeOf(platform, await newShelf(platform));
  const path = `/api/wms/inbound-receipts/${id}/receive-line`;
  await Promise.all([1, 2].map(() => post(platform, path, { item: sku, received_qty: 1, location })));
  const after = await read(client, `/api/wms/inbound-receipts/${id}`);
  t.deepEqual(
    after.lines.map(({ received_qty: qty }: any) => qty),
    [1, 1],
  );
  const scan = { item: sku, received_qty: 1, location };
  const refusals: [object, string][] = [
    [{ ...scan, item: 'NOTHING' }, 'UNKNOWN_REFERENCE'],
    [{ ...scan, location: 'NOWHERE' }, 'UNKNOWN_REFERENCE'],
    [{ ...scan, receipt_line_id: after.lines[0].id }, 'VALIDATION_FAILED'],
    [scan, 'OVER_RECEIPT'],
  ];
  for (const [body, code] of refusals) {
    const refused = await client.post(path, body);
    t.is(refused.body.error?.code, code, refused.text);
  }
});

test.serial('a count of two places, one of them empty', async (t) => {
  const { client, standard } = platform;
  const [full, empty] = [await newShelf(platform), await newShelf(platform)];
  const [tin, bolt] = [await item(platform, { lot_tracked: true }), await item(platform)];
  await putStock(platform, standard, [
    { item: tin.id, qty: 5, lot: 'T1', location: full },
    { item: bolt.id, qty: 7, location: full },
    { item: bolt.id, qty: 1, location: empty },
  ]);
  const task = await count(platform, { location_ids: [full, empty] });
  const work = await next(platform, { kinds: ['count'] });
  t.is(work.id, task.id);
  const there: Record<string, Seen[]> = {
    [await codeOf(platform, full)]: [
      { item: tin.sku, lot: 'T1', quantity: 5 },
      { item: bolt.sku, quantity: 7 },
    ],
  };
  for (const { scan, code } of work.steps) {
    if (scan !== 'location') continue;
    const seen = there[code] ?? [];
    for (const goods of seen) await record(platform, work.record, { ...goods, location: code });
    if (seen.length === 0) await choose(platform, work, /^Nothing/, { location: code });
  }
  await finish(platform, work);
  const { lines } = await read(client, `/api/wms/count-tasks/${task.id}`);
  const found = lines.map(
    ({ sku, counted_qty: qty, expected_qty: expected }: any) => `${sku}: ${qty} of ${expected}`,
  );
  t.deepEqual(
    found.toSorted(),
    [`${tin.sku}: 5 of 5`, `${bolt.sku}: 7 of 7`, `${bolt.sku}: 0 of 1`].toSorted(),
  );
  const other = await count(platform, { location_ids: [await newShelf(platform)] });
  const lost = await client.post(`/api/wms/count-tasks/${other.id}/lines`, {
    lines: [{ location: await codeOf(platform, full), item: bolt.sku, counted_qty: 1 }],
  });
  t.is(lost.body.error.details[0].code, 'not_of_task', lost.text);
});

test.serial('an item that two merchants have is the one that lies there, or has to be named', async (t) => {
  const { threePl: house, clientWith } = platform;
  const client = await clientWith(house, everyPermission);
  const made: string[] = [];
  for (const merchant_id of [house.merchantId, house.secondMerchantId]) {
    const answer = await client.post('/api/wms/items', { sku: 'SAME', name: 'Same', merchant_id });
    t.is(answer.status, 201, answer.text);
    made.push(answer.body.data.id);
  }
  const location_ids = [house.locations['A-01']!, house.locations['A-02']!];
  await putStock(platform, house, [{ item: made[1]!, qty: 2, location: 'A-01' }]);
  const body = { warehouse_id: house.warehouseId, location_ids };
  const task = (await settled(client, await client.post('/api/wms/count-tasks', body), 'count')).body.data;
  const path = `/api/wms/count-tasks/${task.id}/lines`;
  const scan = (location: string) =>
    client.post(path, { lines: [{ location, item: 'SAME', counted_qty: 2 }] });
  const found = await settled(client, await scan('A-01'), path);
  t.is(found.status, 200, found.text);
  t.is(found.body.data.lines.find((line: any) => line.counted_qty === 2).item_id, made[1]);
  const unsure = await scan('A-02');
  t.like(unsure.body.error.details[0], { path: 'lines.0.item', code: 'ambiguous' }, unsure.text);
});
