/** Inspection plans: their share of what is received waits on hold until somebody has looked at it. */
import test from 'ava';
import { parse } from 'csv-parse/sync';
import type { Client } from '../helpers/client.ts';
import { recordingFetch } from '../examples/exchange.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { read, type Running } from '../fulfillment/outbound-rig.ts';
import { patch, post, stockByStatus } from '../returns/returns-rig.ts';
import { pixel } from '../transport/transport-rig.ts';
import { inspectGoods, inspectionsPath, plannedGoods, plansPath } from './quality-rig.ts';

let platform: Running;
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
});
test.after.always(() => platform?.stop());

const checks = [
  { name: 'intact', kind: 'pass' },
  { name: 'weight', kind: 'number', min: 9.5, max: 10.5 },
  { name: 'label', kind: 'photo' },
];
const good = [
  { name: 'intact', passed: true },
  { name: 'weight', value: 10 },
  { name: 'label', photo: 'https://photos.example.test/1.jpg' },
];
const heavy = good.map((one) => (one.name === 'weight' ? { ...one, value: 11 } : one));

test('a share of each line waits, however it is scanned, and the rest is available at once', async (t) => {
  const goods = await plannedGoods(platform, { sample_percent: 10, checks });
  for (const qty of [1, 4, 5, 10]) t.is((await goods.scan(qty)).status, 200);
  t.deepEqual(await stockByStatus(client, goods.item), { available: 18, hold: 2 });
  const [found, ...others] = await goods.inspections();
  t.is(others.length, 0, 'what comes before somebody has looked joins it');
  t.like(found, {
    status: 'open',
    held_qty: 2,
    sample_qty: 2,
    rest: 'passes',
    on_fail: 'ask',
    outcome: null,
  });
  t.deepEqual(
    found.checks.map(({ name, kind }: any) => [name, kind]),
    checks.map(({ name, kind }) => [name, kind]),
  );
  const passed = await inspectGoods(client, found.id, good);
  t.is(passed.status, 200, passed.text);
  t.like(passed.body.data, { status: 'decided', outcome: 'passed', decision: 'accept' });
  t.deepEqual(await stockByStatus(client, goods.item), { available: 20 });
  t.is((await inspectGoods(client, found.id, good)).body.error.code, 'ILLEGAL_TRANSITION');
  const file = (await client.get('/api/exports/inspections')).text;
  const rows: any[] = parse(file, { columns: true }).filter((row: any) => row.inspection_id === found.id);
  t.like(rows, [
    { status: 'decided', outcome: 'passed', held_qty: '2', check_name: 'intact', passed: 'true' },
    { check_name: 'weight', check_kind: 'number', min: '9.5', max: '10.5', value: '10' },
    { check_name: 'label', photo: good[2]!.photo as string },
  ]);
  await goods.scan(10);
  t.is((await goods.inspections('open')).length, 1, 'the next share is another');
});

test('the first of each so many are looked at, and with rest: waits all wait for them', async (t) => {
  const goods = await plannedGoods(platform, {
    sample_qty: 2,
    sample_of: 5,
    rest: 'waits',
    on_fail: 'reject',
    checks,
  });
  await goods.scan(6);
  await goods.scan(1);
  t.deepEqual(await stockByStatus(client, goods.item), { hold: 7 });
  const [found] = await goods.inspections();
  t.like(found, { qty: 7, held_qty: 7, sample_qty: 4 });
  t.like((await inspectGoods(client, found.id, heavy)).body.data, {
    status: 'decided',
    outcome: 'failed',
    decision: 'reject',
  });
  t.deepEqual(await stockByStatus(client, goods.item), { damaged: 7 });
});

test('what fails stays on hold, or waits for a person who decides once', async (t) => {
  const kept = await plannedGoods(platform, { sample_percent: 100, on_fail: 'hold', checks });
  await kept.scan(3);
  const [held] = await kept.inspections();
  t.like((await inspectGoods(client, held.id, heavy)).body.data, { status: 'decided', decision: 'hold' });
  t.deepEqual(await stockByStatus(client, kept.item), { hold: 3 });

  const asked = await plannedGoods(platform, { sample_percent: 100, checks });
  await asked.scan(3);
  const [found] = await asked.inspections();
  const at = `${inspectionsPath}/${found.id}`;
  t.is(
    (await patch(client, at, { action: 'decide', decision: 'accept' })).body.error.code,
    'ILLEGAL_TRANSITION',
  );
  t.like((await inspectGoods(client, found.id, heavy)).body.data, { status: 'inspected', decision: null });
  const both = await Promise.all([
    patch(client, at, { action: 'decide', decision: 'accept' }),
    patch(client, at, { action: 'decide', decision: 'reject' }),
  ]);
  t.deepEqual(
    both.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 400],
  );
  const { decision } = await read(client, at);
  t.deepEqual(
    await stockByStatus(client, asked.item),
    decision === 'accept' ? { available: 3 } : { damaged: 3 },
  );
  t.is((await patch(client, at, { action: 'decide', decision })).status, 200, 'repeating it changes nothing');
});

test('each check has one result of its kind; the others are refused by name', async (t) => {
  const goods = await plannedGoods(platform, { sample_percent: 100, checks });
  await goods.scan(1);
  const [{ id }] = await goods.inspections();
  const refused = async (results: object[]) =>
    (await inspectGoods(client, id, results)).body.error.details[0];
  t.like(await refused(good.slice(1)), { path: 'results', code: 'required' });
  t.like(await refused([...good, { name: 'smell', passed: true }]), {
    path: 'results.3.name',
    code: 'unknown',
  });
  t.like(await refused([{ name: 'intact', value: 1 }, ...good.slice(1)]), { path: 'results' });
  const made = (body: object) => client.post(plansPath, { name: 'Odd', priority: 1, ...body });
  t.like((await made({})).body.error.details[0], { path: 'sample_percent' });
  t.like((await made({ sample_qty: 3, sample_of: 2 })).body.error.details[0], { path: 'sample_of' });
  t.like((await made({ sample_percent: 5, checks: [checks[0], checks[0]] })).body.error.details[0], {
    path: 'checks.1.name',
  });
});

test('the first plan that matches applies: to deliveries, whose goods and whose vendor it names', async (t) => {
  const goods = await plannedGoods(platform, { sample_percent: 100 });
  const { item_class } = await read(client, `/api/wms/items/${goods.item}`);
  const first = await client.post(plansPath, {
    name: `First ${item_class}`,
    priority: 1,
    item_class,
    vendor_id: platform.standard.vendorId,
    sample_percent: 50,
  });
  t.is(first.status, 201, first.text);
  await goods.scan(4);
  t.like((await goods.inspections())[0], { plan_id: first.body.data.id, held_qty: 2, checks: [] });
  await client.patch(`${plansPath}/${first.body.data.id}`, { is_active: false });
  await goods.scan(4);
  t.deepEqual(await stockByStatus(client, goods.item), { available: 2, hold: 6 });
  const [found] = await goods.inspections();
  t.like(found, { held_qty: 6 }, 'it joins what is open');
});

test('a count that is taken back takes its share out of the inspection, and the last one ends it', async (t) => {
  const goods = await plannedGoods(platform, { sample_percent: 100, checks });
  const scanned = await goods.scan(5);
  const [entry] = scanned.body.data.ledger_entry_ids;
  t.is((await goods.takeBack(entry, 2)).status, 200);
  t.like((await goods.inspections())[0], { status: 'open', held_qty: 3 });
  t.is((await goods.takeBack(entry, 3)).status, 200);
  t.like((await goods.inspections())[0], { status: 'cancelled' });
});

test('many scans at once hold exactly their share; two who record at once: one does', async (t) => {
  const goods = await plannedGoods(platform, { sample_percent: 20, checks });
  const answers = await Promise.all(Array.from({ length: 20 }, () => goods.scan(2)));
  t.true(answers.every(({ status }) => status === 200));
  t.deepEqual(await stockByStatus(client, goods.item), { available: 32, hold: 8 });
  const [found] = await goods.inspections();
  t.like(found, { held_qty: 8 });
  const both = await Promise.all([
    inspectGoods(client, found.id, good),
    inspectGoods(client, found.id, heavy),
  ]);
  t.deepEqual(
    both.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 400],
  );
});

test('a merchant’s token sees the inspections of its own goods, and keeps no plans', async (t) => {
  const { threePl } = platform;
  const house = await platform.clientWith(threePl, ['wms.inspections.plan', 'wms.inspections.view']);
  const granted = [
    'wms.inspections.view',
    'wms.inspections.plan',
    'wms.inbound.create',
    'wms.inbound.receive',
  ] as const;
  const own = await platform.clientWith(threePl, granted, { merchantId: threePl.merchantId });
  const other = await platform.clientWith(threePl, granted, { merchantId: threePl.secondMerchantId! });
  const made = await house.post(plansPath, {
    name: 'Theirs',
    priority: 1,
    merchant_id: threePl.merchantId,
    sample_percent: 100,
  });
  t.is(made.status, 201, made.text);
  const received = await own.post('/api/wms/inbound-receipts', {
    warehouse_id: threePl.warehouseId,
    source_type: 'manual',
    receive: true,
    lines: [{ item_id: threePl.items['PLAIN'], expected_qty: 2, location_id: threePl.locations['DOCK-1'] }],
  });
  t.is(received.status, 201, received.text);
  const [found] = (await own.get(inspectionsPath)).body.data;
  t.like(found, { plan_id: made.body.data.id, held_qty: 2 });
  t.is((await other.get(`${inspectionsPath}/${found.id}`)).status, 404);
  t.is((await other.get(inspectionsPath)).body.data.length, 0);
  t.is((await other.get(`${plansPath}/${made.body.data.id}`)).status, 404);
  t.is((await own.post(plansPath, { name: 'Mine', priority: 1, sample_percent: 1 })).status, 403);
  t.is((await house.get(`${plansPath}/${made.body.data.id}`)).body.data.name, 'Theirs');
  t.is((await house.get(`${plansPath}?merchant_id=${threePl.merchantId}`)).body.data.length, 1);
  t.is((await client.get(`${inspectionsPath}/${found.id}`)).status, 404, 'another organization');
  await house.patch(`${plansPath}/${made.body.data.id}`, { is_active: false });
});

test('a reason nobody may give any more stops no inspection', async (t) => {
  const reason = '/api/wms/reason-codes/sample';
  t.is((await client.patch(reason, { is_active: false })).status, 200);
  const goods = await plannedGoods(platform, { sample_percent: 100, checks });
  await goods.scan(1);
  const [found] = await goods.inspections();
  const passed = await inspectGoods(client, found.id, good);
  t.is(passed.status, 200, passed.text);
  t.deepEqual(await stockByStatus(client, goods.item), { available: 1 });
  await client.patch(reason, { is_active: true });
});

test('what another inspection lacks, which somebody adjusted away, keeps nobody from deciding about this one', async (t) => {
  const goods = await plannedGoods(platform, { sample_percent: 100, checks });
  const elsewhere = platform.standard.locations['A-01'];
  await goods.scan(5);
  const [first] = await goods.inspections();
  await goods.scan(5, { location_id: elsewhere });
  const second = (await goods.inspections()).find(({ id }) => id !== first.id);
  const lost = await client.post('/api/wms/inventory/adjust', {
    warehouse_id: platform.standard.warehouseId,
    item_id: goods.item,
    location_id: elsewhere,
    status: 'hold',
    qty_delta: -1,
    reason_code: 'lost',
  });
  t.is(lost.status, 200, lost.text);
  const passed = await inspectGoods(client, first.id, good);
  t.is(passed.status, 200, passed.text);
  t.deepEqual(await stockByStatus(client, goods.item), { available: 5, hold: 4 });
  t.like(await goods.inspections('open'), [{ id: second.id }]);
});

test('a photo check takes photos that were uploaded, which are shown with it and leave with the export', async (t) => {
  const goods = await plannedGoods(platform, { sample_percent: 100, checks: [checks[2]!] });
  await goods.scan(1);
  const [found] = await goods.inspections();
  const path = `${inspectionsPath}/${found.id}/photos`;
  const photo = { filename: 'label.png', content: pixel.toString('base64') };
  const added = await post(client, path, { photos: [photo, { ...photo, filename: 'again.png' }] });
  t.is(added.status, 201, added.text);
  const [shown, ...others] = added.body.data.photos;
  t.is(others.length, 0, 'the same bytes are the same photo');
  t.like(shown, { content_type: 'image/png', size_bytes: pixel.length });
  const { accessToken, id: organization } = platform.standard;
  const headers = { authorization: `Bearer ${accessToken}`, 'x-organization-id': organization };
  const kept = await recordingFetch(new Request(`${platform.url}${path}/${shown.id}`, { headers }));
  t.deepEqual(Buffer.from(await kept.arrayBuffer()), pixel);
  t.is((await client.get(`${path}/${found.id}`)).status, 404);
  t.is((await client.post(path, { photos: [{ ...photo, content: 'bm90IGEgcGljdHVyZQ==' }] })).status, 400);
  const strange = await inspectGoods(client, found.id, [{ name: 'label', photo: found.id }]);
  t.is(strange.body.error.code, 'UNKNOWN_REFERENCE', strange.text);
  const passed = await inspectGoods(client, found.id, [{ name: 'label', photo: shown.id }]);
  t.like(passed.body.data, { outcome: 'passed', results: [{ photo: shown.id }], photos: [{ id: shown.id }] });
  const file = (await client.get('/api/exports/inspections')).text;
  const rows: any[] = parse(file, { columns: true }).filter((row: any) => row.inspection_id === found.id);
  t.like(rows, [{ check_name: 'label', photo: shown.id }]);
  const other = await platform.clientWith(platform.threePl, ['wms.inspections.view', 'wms.inspections.work']);
  t.is((await other.get(`${path}/${shown.id}`)).status, 404);
  t.is((await other.post(path, { photos: [photo] })).status, 404);
});
