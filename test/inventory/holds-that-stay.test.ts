/** What stays on hold, by whatever way goods leave the hold or come back to it: no hold frees what another one keeps. */
import test from 'ava';
import type { Answer, Client } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { newShipment, patch, read, type Running } from '../fulfillment/outbound-rig.ts';
import { assertInvariants, newItem, putStock } from '../orders/orders-rig.ts';
import { inspectGoods, inspectionsPath, plannedGoods } from '../quality/quality-rig.ts';
import {
  authorizedReturn,
  liftHold,
  post,
  receivedReturn,
  receiveUnits,
  soldOrder,
  stockByStatus,
} from '../returns/returns-rig.ts';
import { vendorReturnsPath } from '../vendor-returns/vendor-return-subject.ts';

let platform: Running;
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
});
test.after.always(() => platform?.stop());

const lot = 'L-1';

async function itemIn(shelves: Record<string, number>, more: { lot?: string } = {}): Promise<string> {
  const item = await newItem(platform, platform.standard);
  const stock = Object.entries(shelves).map(([location, qty]) => ({ item, qty, location, ...more }));
  await putStock(platform, platform.standard, stock);
  return item;
}

function at(item: string, shelf: string, more: object): Record<string, unknown> {
  const { warehouseId: warehouse_id, locations } = platform.standard;
  return { warehouse_id, location_id: locations[shelf], item_id: item, reason_code: 'damage', ...more };
}

async function placed(item: string, shelf: string, more: object): Promise<void> {
  const held = await post(client, '/api/wms/inventory/hold', at(item, shelf, more));
  if (held.status !== 200) throw new Error(held.text);
}

const lift = (item: string, shelf: string, more: object = {}): Promise<Answer> =>
  liftHold(platform, item, shelf, more);

const kept = async (item: string): Promise<unknown[]> =>
  (await read(client, `/api/wms/inventory/holds?item_id=${item}`)).map((one: any) => [one.kind, one.qty]);

const code = ({ status, body }: Answer): string => body.error?.code ?? String(status);

/** A released return to the vendor of goods on hold. */
async function sentBack(item: string, shelf: string, qty: number): Promise<any> {
  const { warehouseId: warehouse_id, vendorId: vendor_id, locations } = platform.standard;
  const line = { item_id: item, qty, stock_status: 'hold', location_id: locations[shelf] };
  const made = await post(client, vendorReturnsPath, { warehouse_id, vendor_id, lines: [line] });
  const released = await patch(client, `${vendorReturnsPath}/${made.body.data.id}`, { action: 'release' });
  if (released.status !== 200) throw new Error(released.text);
  return released.body.data;
}

/** A shipment that was picked to staging and cancelled: its goods wait there to be put back. */
async function toPutBack(item: string, qty: number): Promise<any> {
  const shipment = await newShipment(platform, [{ item_id: item, qty }]);
  for (const action of ['pick', 'cancel']) {
    const answer = await patch(client, `/api/wms/shipments/${shipment.id}`, { action });
    if (answer.status !== 200) throw new Error(answer.text);
  }
  const tasks = await read(client, '/api/wms/put-back-tasks?status=open&page_size=200');
  return tasks.find((task: any) => task.shipment_id === shipment.id);
}

const complete = (task: any, more: object = {}): Promise<Answer> =>
  patch(client, `/api/wms/put-back-tasks/${task.id}`, { action: 'complete', ...more });

test('goods held for a kind that are not sent to their vendor after all are held for it again', async (t) => {
  const item = await itemIn({ 'A-01': 8 });
  await placed(item, 'A-01', { qty: 3, kind: 'customs' });
  await placed(item, 'A-01', { qty: 1 });
  const first = await sentBack(item, 'A-01', 3);
  t.deepEqual(await kept(item), [['customs', 1]], 'of what is left, no kind keeps nothing');
  t.is((await patch(client, `${vendorReturnsPath}/${first.id}`, { action: 'cancel' })).status, 200);
  t.deepEqual(await kept(item), [['customs', 3]]);
  t.is(code(await lift(item, 'A-01', { qty: 2 })), 'HELD_BY_KIND');

  // The same once it was picked: it is on hold in staging, and then where it came from.
  const second = await sentBack(item, 'A-01', 4);
  t.is((await patch(client, `/api/wms/shipments/${second.shipment_id}`, { action: 'pick' })).status, 200);
  t.is((await patch(client, `${vendorReturnsPath}/${second.id}`, { action: 'cancel' })).status, 200);
  t.deepEqual(await kept(item), [['customs', 3]]);
  const tasks = await read(client, '/api/wms/put-back-tasks?status=open&page_size=200');
  for (const task of tasks.filter((one: any) => one.shipment_id === second.shipment_id))
    t.is((await complete(task)).status, 200);
  t.deepEqual(await kept(item), [['customs', 3]]);
  t.is(code(await lift(item, 'A-01', { qty: 2 })), 'HELD_BY_KIND');

  const third = await sentBack(item, 'A-01', 3);
  t.is((await patch(client, `${vendorReturnsPath}/${third.id}`, { action: 'ship' })).status, 200);
  t.deepEqual(await kept(item), [['customs', 1]], 'what has left is kept no more');
  t.is((await lift(item, 'A-01', { kind: 'customs' })).status, 200);
  t.deepEqual(await stockByStatus(client, item), { available: 5 });
  await assertInvariants(t, platform);
});

test('what returns wait for and what a kind keeps are kept both', async (t) => {
  const found = await receivedReturn(platform, 3);
  const { itemId } = found.sold;
  await putStock(platform, platform.standard, [{ item: itemId, location: 'A-01', qty: 4 }]);
  await placed(itemId, 'A-01', { qty: 3, kind: 'customs' });
  await placed(itemId, 'A-01', { qty: 1 });
  t.is(
    code(await lift(itemId, 'A-01', { qty: 2 })),
    'HELD_BY_KIND',
    'one of them is of the return or of customs',
  );
  t.is(code(await lift(itemId, 'DOCK-1', { qty: 2 })), 'HELD_BY_KIND');
  t.is((await lift(itemId, 'A-01', { qty: 1 })).status, 200);
  t.is(code(await lift(itemId, 'DOCK-1', { kind: 'customs' })), '200', 'wherever they stand');
  t.is(code(await lift(itemId, 'A-01', { qty: 1 })), 'RETURN_UNDISPOSED');
  t.deepEqual(await stockByStatus(client, itemId), { available: 4, hold: 3 });
});

test('what waits to be put back is freed by its task alone', async (t) => {
  const item = await itemIn({ 'A-01': 6 });
  const task = await toPutBack(item, 2);
  const staging = (more: object = {}): Promise<Answer> => lift(item, 'STAGE-1', more);
  const refused = await staging();
  t.like(refused.body.error, { code: 'PUT_BACK_OPEN', details: { waiting: 2, would_remain: 0 } });
  await placed(item, 'A-01', { qty: 3 });
  t.is((await lift(item, 'A-01', { qty: 3 })).status, 200, 'the rest is free to go');
  await placed(item, 'A-01', { qty: 1, kind: 'owner' });
  t.is(code(await staging({ qty: 1 })), 'HELD_BY_KIND', 'one of them, or the one the kind keeps');
  t.is((await complete(task)).status, 200);
  t.deepEqual(await stockByStatus(client, item), { available: 5, hold: 1 });
  const lost = await toPutBack(item, 2);
  t.is((await complete(lost, { qty: 0 })).status, 200);
  t.is((await staging({ qty: 2 })).status, 200, 'nobody waits for them any more');
  await assertInvariants(t, platform);
});

/** Ten units at the dock, of which two wait for their inspection. */
async function toInspect(words: object = {}) {
  const checks = [{ name: 'intact', kind: 'pass' }];
  const goods = await plannedGoods(platform, { sample_percent: 20, checks });
  const scanned = await goods.scan(10, words);
  if (scanned.status !== 200) throw new Error(scanned.text);
  const [inspection] = await goods.inspections();
  const passes = () => inspectGoods(client, inspection.id, [{ name: 'intact', passed: true }]);
  return { item: goods.item, inspection, passes };
}

test('what waits for its inspection is freed by that alone', async (t) => {
  const { item, passes } = await toInspect();
  const refused = await lift(item, 'DOCK-1', { qty: 2 });
  t.like(refused.body.error, { code: 'INSPECTION_OPEN', details: { waiting: 2, would_remain: 0 } });
  await placed(item, 'DOCK-1', { qty: 3 });
  t.is(code(await lift(item, 'DOCK-1', { qty: 4 })), 'INSPECTION_OPEN');
  t.is(code(await lift(item, 'DOCK-1', { qty: 3 })), '200', 'the rest is free to go');
  const passed = await passes();
  t.like(passed.body.data, { status: 'decided', decision: 'accept' }, passed.text);
  t.deepEqual(await stockByStatus(client, item), { available: 10 });

  const other = await toInspect();
  const cancel = { action: 'cancel' };
  t.is((await patch(client, `${inspectionsPath}/${other.inspection.id}`, cancel)).status, 200);
  t.is(code(await lift(other.item, 'DOCK-1', { qty: 2 })), '200', 'nobody waits for them any more');
});

test("a lot's release, a vendor and a kind leave what waits for its inspection", async (t) => {
  const found = await toInspect({ lot_no: lot });
  const lots = { item_id: found.item, lot_no: lot };
  t.is(
    (await post(client, '/api/wms/lots/hold', { ...lots, kind: 'recall', reason: 'Glass' })).body.data
      .held_qty,
    8,
  );
  const freed = await post(client, '/api/wms/lots/release', { ...lots, reason: 'None found' });
  t.like(freed.body.data, { released_qty: 8, kept_qty: 0 });
  t.deepEqual(await stockByStatus(client, found.item), { available: 8, hold: 2 });

  const plain = await toInspect();
  await t.throwsAsync(sentBack(plain.item, 'DOCK-1', 2), { message: /INSPECTION_OPEN/ });
  await placed(plain.item, 'DOCK-1', { qty: 5, kind: 'customs' });
  t.is(code(await lift(plain.item, 'DOCK-1', { qty: 2 })), 'HELD_BY_KIND', 'one of them, or of the kind');
  t.is(code(await lift(plain.item, 'DOCK-1', { kind: 'customs' })), '200');
  t.is((await plain.passes()).status, 200);
  t.deepEqual(await stockByStatus(client, plain.item), { available: 10 });
  await assertInvariants(t, platform);
});

test("a lot's release frees nothing in the place of what has left its hold, nor what waits to be put back", async (t) => {
  const item = await itemIn({ 'A-01': 9 }, { lot });
  const task = await toPutBack(item, 2);
  const lots = { item_id: item, lot_no: lot };
  const holdLot = () => post(client, '/api/wms/lots/hold', { ...lots, kind: 'recall', reason: 'Glass' });
  const release = () => post(client, '/api/wms/lots/release', { ...lots, reason: 'None found' });
  t.is((await holdLot()).body.data.held_qty, 7);
  const moved = await post(client, '/api/wms/inventory/move', {
    warehouse_id: platform.standard.warehouseId,
    from_location_id: platform.standard.locations['A-01'],
    to_location_id: platform.standard.locations['A-03'],
    qty: 7,
    status: 'hold',
    ...lots,
  });
  t.is(moved.status, 200, moved.text);
  const freed = await release();
  t.like(freed.body.data, { released_qty: 7, kept_qty: 0 }, freed.text);
  t.is((await complete(task)).status, 200, 'its goods are where it says');

  t.is((await holdLot()).body.data.held_qty, 9);
  const scrapped = await post(
    client,
    '/api/wms/inventory/adjust',
    at(item, 'A-03', { status: 'hold', qty_delta: -7, lot_no: lot }),
  );
  t.is(scrapped.status, 200, scrapped.text);
  t.is((await lift(item, 'A-01', { lot_no: lot })).status, 200);
  await placed(item, 'A-01', { qty: 2, lot_no: lot });
  t.like((await release()).body.data, { released_qty: 0 }, 'somebody holds those for another reason');
  t.deepEqual(await stockByStatus(client, item), { hold: 2 });
  await assertInvariants(t, platform);
});

/** Three units of the lot came back to the dock, and wait for their disposition. */
async function threeBack(): Promise<string> {
  const sold = await soldOrder(platform, 3);
  const back = await authorizedReturn(client, sold, 3);
  const counted = await receiveUnits(platform, back, 3, { lot_no: lot });
  if (counted.status !== 200) throw new Error(counted.text);
  return sold.itemId;
}

/** Moves goods of the lot that are on hold away from the dock. */
async function moveHeld(item: string, qty: number): Promise<void> {
  const { warehouseId: warehouse_id, locations } = platform.standard;
  const moved = await post(client, '/api/wms/inventory/move', {
    warehouse_id,
    from_location_id: locations['DOCK-1'],
    to_location_id: locations['A-02'],
    qty,
    status: 'hold',
    item_id: item,
    lot_no: lot,
  });
  if (moved.status !== 200) throw new Error(moved.text);
}

async function standing(item: string): Promise<unknown[]> {
  const rows: any[] = await read(client, `/api/wms/inventory?item_id=${item}`);
  const there = rows.filter(({ qty }) => qty > 0);
  return there.map(({ location, status, qty }) => `${location} ${status} ${qty}`).toSorted();
}

const onLot = (item: string, verb: 'hold' | 'release'): Promise<Answer> =>
  post(client, `/api/wms/lots/${verb}`, {
    item_id: item,
    lot_no: lot,
    reason: 'Glass',
    ...(verb === 'hold' ? { kind: 'recall' } : {}),
  });

test("a lot's release leaves what waits at a place there, and frees its own where that was moved to", async (t) => {
  const back = await threeBack();
  await putStock(platform, platform.standard, [{ item: back, location: 'DOCK-1', qty: 5, lot }]);
  const received = (await toInspect({ lot_no: lot })).item;
  for (const [item, cleared, waiting] of [
    [back, 5, 3],
    [received, 8, 2],
  ] as const) {
    await onLot(item, 'hold');
    await moveHeld(item, cleared);
    t.like((await onLot(item, 'release')).body.data, { released_qty: cleared, kept_qty: 0 });
    t.deepEqual(await standing(item), [`A-02 available ${cleared}`, `DOCK-1 hold ${waiting}`]);
  }
});

test("a lot's release frees its own where it is, once what waited there was moved away", async (t) => {
  const item = await threeBack();
  await moveHeld(item, 3);
  await putStock(platform, platform.standard, [{ item, location: 'DOCK-1', qty: 5, lot }]);
  await onLot(item, 'hold');
  t.like((await onLot(item, 'release')).body.data, { released_qty: 5, kept_qty: 0 });
  t.deepEqual(await standing(item), ['A-02 hold 3', 'DOCK-1 available 5']);
});
