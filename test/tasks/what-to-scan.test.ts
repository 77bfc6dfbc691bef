/** What a handheld is told to scan is what its scanner can check, and where each scan goes is said. */
import test from 'ava';
import { readCountWalk } from '../../db/counting/counts.read.ts';
import { inTenant } from '../../db/database.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { newItem, putStock, settled } from '../orders/orders-rig.ts';
import { newShelf, patch, read } from '../fulfillment/outbound-rig.ts';
import { count, next, planMove, receivingTask } from './work-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const step = (work: any, scan: string): any => work.steps.find((one: any) => one.scan === scan);

async function movedByHand(item: string, more: object, status = 'available'): Promise<any> {
  const { client, standard } = platform;
  const [from, to] = [await newShelf(platform), await newShelf(platform)];
  const there = { warehouse_id: standard.warehouseId, location_id: from, item_id: item, status };
  const put = await client.post('/api/wms/inventory/adjust', {
    ...there,
    qty_delta: 2,
    reason_code: 'found',
  });
  if (put.status !== 200) throw new Error(put.text);
  return planMove(platform, { from_location_id: from, to_location_id: to, item_id: item, qty: 2, ...more });
}

test.serial('an item is found by any of its barcodes, each with its unit', async (t) => {
  const { client, standard } = platform;
  const item = await newItem(platform, standard);
  const barcodes = [{ barcode: `ONE-${item}` }, { barcode: `TWELVE-${item}`, uom: 'CS' }];
  const uoms = [{ uom: 'CS', factor: 12 }];
  t.is((await client.patch(`/api/wms/items/${item}`, { uoms, barcodes })).status, 200);
  const move = await movedByHand(item, {});
  t.deepEqual([move.carries_allocations, move.picks_waiting, move.rule_id], [false, 0, null]);
  const work = await next(platform, { kinds: ['reslot'] });
  t.deepEqual(step(work, 'item').barcodes, [
    { barcode: `ONE-${item}`, uom: null },
    { barcode: `TWELVE-${item}`, uom: 'CS' },
  ]);
  t.is(work.record, null);
  t.is((await patch(client, work.finish.path, { action: work.finish.action })).status, 200);
});

test.serial('damaged units are told apart from the good ones beside them', async (t) => {
  const { client, standard } = platform;
  const item = await newItem(platform, standard);
  await movedByHand(item, { status: 'damaged' }, 'damaged');
  const work = await next(platform, { kinds: ['reslot'] });
  t.regex(step(work, 'item').say, /, damaged\.$/);
  t.is((await patch(client, work.finish.path, { action: work.finish.action })).status, 200);
});

test.serial('units with serial numbers are scanned, and the request takes them', async (t) => {
  const { client, standard } = platform;
  const item = await newItem(platform, standard, { serial_tracked: true });
  const [from, to] = [await newShelf(platform), await newShelf(platform)];
  const serials = [`S1-${item}`, `S2-${item}`];
  const place = { warehouse_id: standard.warehouseId, location_id: from, item_id: item };
  const adjusted = await client.post('/api/wms/inventory/adjust', {
    ...place,
    qty_delta: 2,
    serial_nos: serials,
    reason_code: 'found',
  });
  t.is(adjusted.status, 200, adjusted.text);
  await planMove(platform, { from_location_id: from, to_location_id: to, item_id: item, qty: 1 });
  const work = await next(platform, { kinds: ['reslot'] });
  t.is(step(work, 'serial').qty, 1);
  t.deepEqual(work.finish.needs, ['serial_nos']);
  const done = await patch(client, work.finish.path, {
    action: work.finish.action,
    serial_nos: [serials[1]],
  });
  t.is(done.status, 200, done.text);
});

test.serial('a count says where its scans go, which items it is of, and where a recount goes', async (t) => {
  const { client, standard } = platform;
  const [one, other] = [await newShelf(platform), await newShelf(platform)];
  const item = await newItem(platform, standard);
  await putStock(platform, standard, [
    { item, qty: 40, location: one },
    { item, qty: 40, location: other },
  ]);
  const sku = (await read(client, `/api/wms/items/${item}`)).sku;
  await count(platform, { location_ids: undefined, item_ids: [item] });
  const work = await next(platform, { kinds: ['count'] });
  t.is(step(work, 'item').say, `Scan what is there of ${sku}.`);
  t.deepEqual(work.finish.needs, []);
  t.is(work.record.method, 'POST');
  const lines = [
    { location_id: one, item_id: item, counted_qty: 40 },
    { location_id: other, item_id: item, counted_qty: 3 },
  ];
  const recorded = await settled(client, await client.post(work.record.path, { lines }), 'count');
  t.is(recorded.status, 200, recorded.text);
  const { finish } = work;
  t.is((await patch(client, finish.path, { action: finish.action })).body.data.state, 'review');
  t.is((await patch(client, finish.path, { action: 'recount' })).status, 200);
  const code = (await read(client, `/api/wms/locations/${other}`)).code;
  const scope = { organizationId: standard.id };
  const walk = await inTenant(platform.database, scope, (tx) => readCountWalk(tx, work.id));
  t.deepEqual(walk, { locations: [code], skus: [sku] }, 'what agreed is not walked again');
});

test.serial('receiving says where its scans go', async (t) => {
  await receivingTask(platform);
  const work = await next(platform, { kinds: ['receive'] });
  t.is(work.record.path, `/api/wms/inbound-receipts/${work.ref_id}/receive-line`);
  t.deepEqual(
    work.steps.map(({ scan }: any) => scan),
    ['document', 'item', 'lot', 'expiry_date', 'quantity', 'serial', 'location'],
  );
});
