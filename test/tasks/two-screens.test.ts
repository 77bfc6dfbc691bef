/** A program of two screens, which knows nothing but what `claim` says, receives, counts, picks and carries. */
import test from 'ava';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { newShelf, newShipment, newWave, patch, read, stocked } from '../fulfillment/outbound-rig.ts';
import { newItem, putStock, settled } from '../orders/orders-rig.ts';
import { count, done, next, plannedMove } from './work-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

/** What a scanner reads of some goods, by scan. */
type Seen = Readonly<Record<string, unknown>>;

async function post(path: string, body: object): Promise<any> {
  const answer = await settled(platform.client, await platform.client.post(path, body), path);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text} ${JSON.stringify(body)}`);
  return answer.body.data;
}

/** What was seen under the names that these fields say. */
const sent = (fields: any, seen: Seen): object =>
  Object.fromEntries(
    fields.flatMap(({ scan, field, is_list: isList }: any) =>
      seen[scan] === undefined ? [] : [[field, isList ? [seen[scan]].flat() : seen[scan]]],
    ),
  );

/** Sends a round of scans as the work says. */
function record({ path, list, fields }: any, seen: Seen): Promise<any> {
  const round = sent(fields, seen);
  return post(path, list === null ? round : { [list]: [round] });
}

/** The choice of these words, as a person finds it, sent with what was seen. */
async function choose({ choices }: any, words: RegExp, seen: Seen = {}): Promise<any> {
  const { method, path, action, fixed, fields } = choices.find(({ say }: any) => words.test(say));
  const body = { ...(action === null ? {} : { action }), ...fixed, ...sent(fields, seen) };
  if (method === 'POST') return post(path, body);
  const answer = await settled(platform.client, await patch(platform.client, path, body), path);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text} ${JSON.stringify(body)}`);
  return answer.body.data;
}

async function finish({ finish: { path, action } }: any): Promise<any> {
  const done = await patch(platform.client, path, { action });
  if (done.status !== 200) throw new Error(done.text);
  return done.body.data;
}

const codeOf = async (shelf: string): Promise<string> =>
  (await read(platform.client, `/api/wms/locations/${shelf}`)).code;

async function item(more: object = {}): Promise<{ id: string; sku: string }> {
  const id = await newItem(platform, platform.standard, more);
  return { id, sku: (await read(platform.client, `/api/wms/items/${id}`)).sku };
}

test.serial('a receipt of two items, one with a lot and an expiry date', async (t) => {
  const { client, standard } = platform;
  const [plain, milk] = [await item(), await item({ lot_tracked: true, expiry_tracked: true })];
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
  const dock = await codeOf(await newShelf(platform));
  await record(work.record, { item: `CASE-${plain.sku}`, quantity: 1, location: dock });
  await record(work.record, {
    item: milk.sku,
    lot: 'L1',
    expiry_date: '2099-01-31',
    quantity: 6,
    location: dock,
  });
  const last = await record(work.record, { item: plain.sku, quantity: 3, location: dock });
  t.is(last.line.line_no, 3, 'the first of the item was counted in full');
  await finish(work);
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
  const { id: item_id, sku } = await item();
  const uoms = [{ uom: 'CS', factor: 12 }];
  const barcodes = [{ barcode: `ONE-${sku}` }, { barcode: `CASE-${sku}`, uom: 'CS' }];
  t.is((await patch(client, `/api/wms/items/${item_id}`, { uoms, barcodes })).status, 200);
  const house = { warehouse_id: standard.warehouseId, source_type: 'manual' };
  const receiptOf = async (lines: object[]): Promise<string> =>
    (await client.post('/api/wms/inbound-receipts', { ...house, lines })).body.data.id;
  const location = await codeOf(await newShelf(platform));
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
  const { id: item_id, sku } = await item();
  const lines = [1, 1].map((expected_qty) => ({ item_id, expected_qty }));
  const house = { warehouse_id: standard.warehouseId, source_type: 'manual' };
  const { id } = (await client.post('/api/wms/inbound-receipts', { ...house, lines })).body.data;
  const location = await codeOf(await newShelf(platform));
  const path = `/api/wms/inbound-receipts/${id}/receive-line`;
  await Promise.all([1, 2].map(() => post(path, { item: sku, received_qty: 1, location })));
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
  const [tin, bolt] = [await item({ lot_tracked: true }), await item()];
  await putStock(platform, standard, [
    { item: tin.id, qty: 5, lot: 'T1', location: full },
    { item: bolt.id, qty: 7, location: full },
    { item: bolt.id, qty: 1, location: empty },
  ]);
  const task = await count(platform, { location_ids: [full, empty] });
  const work = await next(platform, { kinds: ['count'] });
  t.is(work.id, task.id);
  const there: Record<string, Seen[]> = {
    [await codeOf(full)]: [
      { item: tin.sku, lot: 'T1', quantity: 5 },
      { item: bolt.sku, quantity: 7 },
    ],
  };
  for (const { scan, code } of work.steps) {
    if (scan !== 'location') continue;
    const seen = there[code] ?? [];
    for (const goods of seen) await record(work.record, { ...goods, location: code });
    if (seen.length === 0) await choose(work, /^Nothing/, { location: code });
  }
  await finish(work);
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
    lines: [{ location: await codeOf(full), item: bolt.sku, counted_qty: 1 }],
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

test.serial('a count where something is missing ends: nothing else is there', async (t) => {
  const { client, standard } = platform;
  const zone = 'MISSING';
  const shelf = await newShelf(platform, { zone });
  const [here, missing] = [await item(), await item()];
  await putStock(platform, standard, [
    { item: here.id, qty: 4, location: shelf },
    { item: missing.id, qty: 9, location: shelf },
  ]);
  await count(platform, { location_ids: [shelf] });
  const work = await next(platform, { kinds: ['count'], zone });
  t.false(JSON.stringify(work).includes(missing.sku), 'a blind count says nothing of what is expected');
  const location = await codeOf(shelf);
  await record(work.record, { location, item: here.sku, quantity: 4 });
  const early = await patch(client, work.finish.path, { action: work.finish.action });
  t.is(early.body.error.code, 'COUNT_INCOMPLETE');
  await choose(work, /nothing else/, { location });
  const { state, lines } = await finish(work);
  t.is(state, 'completed');
  t.deepEqual(
    lines.map(({ sku, difference }: any) => [sku, difference]).toSorted(),
    [
      [here.sku, 0],
      [missing.sku, -9],
    ].toSorted(),
  );
});

test.serial(
  'what is on hold or damaged is counted as that; where both lie they are told apart',
  async (t) => {
    const { client, standard } = platform;
    const zone = 'HELD';
    const shelf = await newShelf(platform, { zone });
    const [held, both] = [await item(), await item()];
    for (const [item_id, status, qty_delta] of [
      [held.id, 'hold', 6],
      [both.id, 'available', 5],
      [both.id, 'damaged', 2],
    ]) {
      const there = { warehouse_id: standard.warehouseId, location_id: shelf };
      const put = await client.post('/api/wms/inventory/adjust', {
        ...there,
        item_id,
        status,
        qty_delta,
        reason_code: 'found',
      });
      t.is(put.status, 200, put.text);
    }
    const task = await count(platform, { location_ids: [shelf] });
    const work = await next(platform, { kinds: ['count'], zone });
    const location = await codeOf(shelf);
    const [, , damaged] = work.steps.find(({ scan }: any) => scan === 'stock_status').barcodes;
    await record(work.record, { location, item: held.sku, quantity: 6 });
    await record(work.record, { location, item: both.sku, quantity: 5 });
    await record(work.record, { location, item: both.sku, quantity: 1, stock_status: damaged.barcode });
    t.is((await finish(work)).state, 'completed');
    const { lines } = await read(client, `/api/wms/count-tasks/${task.id}`);
    t.deepEqual(
      lines.map((one: any) => [one.sku, one.status, one.difference]).toSorted(),
      [
        [held.sku, 'hold', 0],
        [both.sku, 'available', 0],
        [both.sku, 'damaged', -1],
      ].toSorted(),
    );
  },
);

/** A pick of some of the only goods on a shelf, claimed. */
async function pickOf(stock: number, qty: number): Promise<any> {
  const shelf = await newShelf(platform);
  const item_id = await stocked(platform, { [shelf]: stock });
  await newWave(platform, [(await newShipment(platform, [{ item_id, qty }])).id]);
  return { shelf, item_id, work: await next(platform, { kinds: ['pick'] }) };
}

test.serial('a pick is short, is given back, and what is left is counted', async (t) => {
  const { work } = await pickOf(20, 6);
  t.is((await choose(work, /Fewer/, { quantity: 2 })).picked_qty, 2);
  const { work: given } = await pickOf(20, 6);
  t.is((await choose(given, /back/)).status, 'open');
  const again = await next(platform, { kinds: ['pick'] });
  t.is(again.id, given.id);
  await done(platform.client, again);

  const { work: last } = await pickOf(3, 3);
  const picked = await done(platform.client, last);
  const [left] = last.choices.filter(({ after }: any) => after !== null);
  t.truthy(picked[left.after]);
  const counted = await choose(last, /what is left/, { quantity: 0 });
  t.is(counted[left.after], null);
  t.truthy(counted.count_task_id);
});

test.serial('a move of fewer, one given back, and one of goods that are not there', async (t) => {
  await plannedMove(platform);
  const fewer = await next(platform, { kinds: ['reslot'] });
  t.like(await choose(fewer, /fewer/, { quantity: 1 }), { status: 'done', done_qty: 1 });
  await plannedMove(platform);
  const given = await next(platform, { kinds: ['reslot'] });
  t.is((await choose(given, /in hand/)).status, 'in_progress');
  t.is((await choose(given, /back/)).status, 'open');
  const gone = await next(platform, { kinds: ['reslot'] });
  t.like(await choose(gone, /not there/), { status: 'cancelled', end_reason: 'not there' });
});

test.serial('a stop of a batch is short by its picks, whose goods go into their positions', async (t) => {
  const { client, standard } = platform;
  const zone = 'STOP';
  const shelf = await newShelf(platform, { zone });
  const item_id = await stocked(platform, { [shelf]: 9 });
  const shipments = [];
  for (const qty of [2, 3]) shipments.push((await newShipment(platform, [{ item_id, qty }])).id);
  const { id: wave_id } = await newWave(platform, shipments);
  const job = { warehouse_id: standard.warehouseId, method: 'batch', positions: 4, wave_id };
  const made = await client.post('/api/wms/pick-jobs/claim', job);
  t.is(made.status, 200, made.text);
  const stop = await next(platform, { kinds: ['pick'] });
  t.is(stop.finish.fields.qty, 5);
  await choose(stop, /Fewer/, { quantity: 0 });
  const recount = await next(platform, { kinds: ['count'], zone });
  const { sku } = await read(client, `/api/wms/items/${item_id}`);
  await record(recount.record, { location: await codeOf(shelf), item: sku, quantity: 3 });
  t.is((await finish(recount)).state, 'completed');
  const rest = await next(platform, { kinds: ['pick'] });
  t.true(rest.finish.fields.qty < 5);
  await done(client, rest);
  const taken = await next(platform, { kinds: ['pick'] });
  t.deepEqual(taken.choices.find(({ action }: any) => action === 'unclaim').fixed, { put_back: true });
  t.is((await choose(taken, /back/)).status, 'open');
});
