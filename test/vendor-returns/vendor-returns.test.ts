/** Returns to vendors: what goes back is held as what it was, leaves once, and is credited. */
import test from 'ava';
import { parse } from 'csv-parse/sync';
import { joinPlatform } from '../helpers/join-platform.ts';
import {
  newShelf,
  newWave,
  patch,
  pickAll,
  read,
  stocked,
  type Running,
} from '../fulfillment/outbound-rig.ts';
import { createClient, type Client } from '../helpers/client.ts';
import { drive, newOrder } from '../orders/orders-rig.ts';
import {
  authorizedReturn,
  completeReceipt,
  dispose,
  inspect,
  post,
  receivedReturn,
  receiveUnits,
  returnsPath,
  soldOrder,
  stockByStatus,
} from '../returns/returns-rig.ts';
import { vendorReturnsPath } from './vendor-return-subject.ts';

let platform: Running;
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
});
test.after.always(() => platform?.stop());

const at = ({ id }: { id: string }): string => `${vendorReturnsPath}/${id}`;

function ask(lines: readonly object[], more: object = {}) {
  const { warehouseId: warehouse_id, vendorId: vendor_id } = platform.standard;
  return post(client, vendorReturnsPath, { warehouse_id, vendor_id, lines, ...more });
}

async function made(lines: readonly object[], more: object = {}): Promise<any> {
  const answer = await ask(lines, more);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data;
}

const act = (of: { id: string }, action: string, more: object = {}) =>
  patch(client, at(of), { action, ...more });

/** Five units of a new item at a shelf of its own, of which some are set aside. */
async function partlySetAside(
  status: 'hold' | 'damaged',
  qty: number,
): Promise<{ item: string; location: string }> {
  const location = await newShelf(platform);
  const item = await stocked(platform, { [location]: 5 });
  const place = { warehouse_id: platform.standard.warehouseId, location_id: location, item_id: item };
  await post(client, '/api/wms/inventory/hold', { ...place, qty, reason_code: 'damage' });
  if (status === 'damaged')
    await post(client, '/api/wms/inventory/release-hold', {
      ...place,
      qty,
      reason_code: 'damage',
      to_status: status,
    });
  return { item, location };
}

test('damaged stock goes back to its vendor, and the vendor credits it', async (t) => {
  const { item, location } = await partlySetAside('damaged', 2);
  const line = {
    item_id: item,
    qty: 2,
    stock_status: 'damaged',
    location_id: location,
    reason_code: 'cracked',
  };
  const found = await made([line, { item_id: item, qty: 1 }], { authorization_no: 'RA-77' });
  t.regex(found.return_no, /^VR-\d{8}-\d{4}$/);
  t.like(found, { status: 'draft', shipment_id: null, authorization_no: 'RA-77' });
  t.like(found.lines[0], { stock_status: 'damaged', reason_code: 'cracked' });
  const released = (await act(found, 'release')).body.data;
  t.is(released.status, 'released');
  t.deepEqual(await stockByStatus(client, item), { available: 2, allocated: 3 });
  t.is(
    (await act(found, 'release')).body.data.shipment_id,
    released.shipment_id,
    'repeating it changes nothing',
  );
  t.is((await act(found, 'credit', { credit_no: 'CN-1' })).body.error.code, 'ILLEGAL_TRANSITION');
  t.is((await act(found, 'ship', { tracking_no: 'T-1' })).body.data.status, 'shipped');
  t.deepEqual(await stockByStatus(client, item), { available: 2 });
  t.like(await read(client, `/api/wms/shipments/${released.shipment_id}`), {
    status: 'shipped',
    kind: 'vendor_return',
    vendor_return_id: found.id,
  });
  t.is((await act(found, 'cancel')).body.error.code, 'ILLEGAL_TRANSITION');
  t.like((await act(found, 'credit', { credit_no: 'CN-1' })).body.data, {
    status: 'credited',
    credit_no: 'CN-1',
  });
  t.is((await act(found, 'credit', { credit_no: 'CN-1' })).status, 200);
  const file = (await client.get('/api/exports/vendor-returns')).text;
  const rows = parse(file, { columns: true }).filter((row: any) => row.vendor_return_id === found.id);
  const words = (row: any) => [row.return_no, row.credit_no, row.qty, row.stock_status, row.location_code];
  const shared = [found.return_no, 'CN-1'];
  t.deepEqual(rows.map(words), [
    [...shared, '2', 'damaged', 'PICK-1'],
    [...shared, '1', 'available', ''],
  ]);
  const listed = await read(client, `/api/wms/shipments?kind=vendor_return&page_size=200`);
  t.true(listed.some(({ id }: any) => id === released.shipment_id));
});

test('cancelled, also after picking, what was on hold is on hold again', async (t) => {
  for (const status of ['hold', 'damaged'] as const) {
    const { item, location } = await partlySetAside(status, 3);
    const line = { item_id: item, qty: 3, stock_status: status, location_id: location };
    const found = await made([line]);
    await act(found, 'release');
    t.like((await act(found, 'cancel', { reason: 'kept' })).body.data, {
      status: 'cancelled',
      end_reason: 'kept',
    });
    t.deepEqual(await stockByStatus(client, item), { available: 2, [status]: 3 });

    const again = await made([line]);
    const { shipment_id: id } = (await act(again, 'release')).body.data;
    const wave = await newWave(platform, [id]);
    await pickAll(client, wave.id);
    t.is((await patch(client, `/api/wms/shipments/${id}`, { action: 'cancel' })).status, 200);
    t.is((await read(client, at(again))).status, 'cancelled', 'with its shipment');
    for (const { id: task } of await read(client, `/api/wms/put-back-tasks?shipment_id=${id}`))
      t.is((await patch(client, `/api/wms/put-back-tasks/${task}`, { action: 'complete' })).status, 200);
    t.deepEqual(await stockByStatus(client, item), { available: 2, [status]: 3 });
  }
});

test('a short pick looks for nothing elsewhere: what was set aside is not replaced by good stock', async (t) => {
  const { item, location } = await partlySetAside('hold', 3);
  const found = await made([{ item_id: item, qty: 3, stock_status: 'hold', location_id: location }]);
  const { shipment_id: id } = (await act(found, 'release')).body.data;
  const wave = await newWave(platform, [id]);
  const [task] = await read(client, `/api/wms/pick-tasks?wave_id=${wave.id}`);
  await patch(client, `/api/wms/pick-tasks/${task.id}`, { action: 'claim' });
  await patch(client, `/api/wms/pick-tasks/${task.id}`, { action: 'short', picked_qty: 1 });
  t.deepEqual(await stockByStatus(client, item), { available: 2, hold: 2, allocated: 1 });
  t.is((await act(found, 'ship')).body.data.status, 'shipped');
  t.deepEqual(await stockByStatus(client, item), { available: 2, hold: 2 });
});

test('more than there is, and places that are not named, are refused', async (t) => {
  const { item, location } = await partlySetAside('damaged', 1);
  const line = { item_id: item, qty: 2, stock_status: 'damaged', location_id: location };
  t.is((await act(await made([line]), 'release')).body.error.code, 'INSUFFICIENT_STOCK');
  t.is((await act(await made([{ item_id: item, qty: 5 }]), 'release')).body.error.code, 'INSUFFICIENT_ATP');
  const code = async (body: object): Promise<string> => (await ask([body])).body.error.details[0].code;
  t.is(await code({ item_id: item, qty: 1, stock_status: 'damaged' }), 'required');
  t.is(await code({ item_id: item, qty: 1, location_id: location }), 'not_allowed');
  t.is((await ask([{ item_id: location, qty: 1 }])).body.error.code, 'UNKNOWN_REFERENCE');
  t.deepEqual(await stockByStatus(client, item), { available: 4, damaged: 1 }, 'nothing was taken');
});

test('damaged units that nobody inspects wait for no disposition, whatever else of their return does', async (t) => {
  const item_class = `never-${platform.standard.id.slice(-8)}`;
  const rule = { name: item_class, priority: 1, item_class, inspect: 'never' };
  t.is((await client.post('/api/oms/return-rules', rule)).status, 201);
  const [unlooked, other] = [
    await stocked(platform, { 'A-01': 2 }, { item_class }),
    await stocked(platform, { 'A-01': 1 }),
  ];
  const sold = [
    { item: unlooked, qty: 2 },
    { item: other, qty: 1 },
  ];
  const { warehouseId: warehouse_id, locations } = platform.standard;
  const order = await newOrder(client, sold, { warehouse_id });
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms', 'fulfill');
  const asked = await post(client, returnsPath, {
    order_id: order.id,
    kind: 'customer',
    lines: sold.map(({ item, qty }) => ({ item_id: item, qty, reason_code: 'broken' })),
  });
  const back = (await patch(client, `${returnsPath}/${asked.body.data.id}`, { action: 'authorize' })).body
    .data;
  t.is((await receiveUnits(platform, back, 1, { damaged_qty: 1 })).status, 200);
  t.deepEqual(await stockByStatus(client, unlooked), { available: 1, damaged: 1 });
  t.is((await receiveUnits(platform, { ...back, lines: [back.lines[1]] }, 1)).status, 200);
  const place = { qty: 1, location_id: locations['DOCK-1'] };
  const found = await made([{ ...place, item_id: unlooked, stock_status: 'damaged' }]);
  const released = await act(found, 'release');
  t.is(released.body.data?.status, 'released', released.text);
  const waiting = await made([{ ...place, item_id: other, stock_status: 'hold' }]);
  t.is((await act(waiting, 'release')).body.error.code, 'RETURN_UNDISPOSED', 'the other is to be looked at');
});

test('units a customer sent back go to their vendor once they are disposed of so, and not before', async (t) => {
  const back = await receivedReturn(platform, 2);
  const { itemId } = back.sold;
  const line = {
    item_id: itemId,
    qty: 2,
    stock_status: 'hold',
    location_id: platform.standard.locations['DOCK-1'],
  };
  const found = await made([line]);
  t.is((await act(found, 'release')).body.error.code, 'RETURN_UNDISPOSED');
  t.deepEqual(await stockByStatus(client, itemId), { hold: 2 });
  const { inspections } = (await inspect(client, back, 2)).body.data;
  t.is((await dispose(client, back, inspections[0].id, 'vendor')).status, 201);
  t.is((await act(found, 'release')).body.data.status, 'released');
  t.is((await act(found, 'ship')).body.data.status, 'shipped');
  t.deepEqual(await stockByStatus(client, itemId), {});
});

test('damaged units a customer sent back wait for their disposition too', async (t) => {
  const { locations } = platform.standard;
  const sold = await soldOrder(platform, 3);
  const back = await authorizedReturn(client, sold, 2);
  t.is((await receiveUnits(platform, back, 0, { damaged_qty: 2 })).status, 200);
  t.is((await completeReceipt(client, back)).status, 200);
  const line = {
    item_id: sold.itemId,
    qty: 2,
    stock_status: 'damaged',
    location_id: locations['DOCK-1'],
  };
  const found = await made([line]);
  t.like((await act(found, 'release')).body.error, {
    code: 'RETURN_UNDISPOSED',
    details: { awaiting: 2, would_remain: 0 },
  });
  const { inspections } = (await inspect(client, back, 2)).body.data;
  t.is((await dispose(client, back, inspections[0].id, 'vendor')).status, 201);
  t.is((await act(found, 'release')).body.data.status, 'released');
});

test('two releases of the same held units at once: one has them, the other is told that they are gone', async (t) => {
  for (let round = 0; round < 4; round += 1) {
    const { item, location } = await partlySetAside('hold', 2);
    const line = { item_id: item, qty: 2, stock_status: 'hold', location_id: location };
    const [one, other] = [await made([line]), await made([line])];
    const answers = await Promise.all([act(one, 'release'), act(other, 'release')]);
    t.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 409],
    );
    t.is(answers.find(({ status }) => status === 409)!.body.error.code, 'INSUFFICIENT_STOCK');
    t.deepEqual(await stockByStatus(client, item), { available: 3, allocated: 2 });
  }
});

test('ship against cancel at once: one wins, and released many times it has one shipment', async (t) => {
  for (let round = 0; round < 4; round += 1) {
    const { item, location } = await partlySetAside('hold', 2);
    const found = await made([{ item_id: item, qty: 2, stock_status: 'hold', location_id: location }]);
    const released = await Promise.all(Array.from({ length: 3 }, () => act(found, 'release')));
    t.is(new Set(released.map(({ body }) => body.data.shipment_id)).size, 1);
    const [shipped, cancelled] = await Promise.all([act(found, 'ship'), act(found, 'cancel')]);
    t.not(shipped.status === 200, cancelled.status === 200, `${shipped.text} ${cancelled.text}`);
    const left = shipped.status === 200 ? { available: 3 } : { available: 3, hold: 2 };
    t.deepEqual(await stockByStatus(client, item), left);
  }
});

test("a merchant's token sees its own returns to vendors alone", async (t) => {
  const { threePl, url } = platform;
  const granted = ['wms.vendor_returns.view', 'wms.vendor_returns.manage'] as const;
  const own = await platform.clientWith(threePl, granted, { merchantId: threePl.merchantId });
  const other = await platform.clientWith(threePl, granted, { merchantId: threePl.secondMerchantId! });
  const body = {
    warehouse_id: threePl.warehouseId,
    vendor_id: threePl.vendorId,
    lines: [{ item_id: threePl.items['PLAIN'], qty: 1 }],
  };
  const unseen = await own.post(vendorReturnsPath, body);
  t.is(unseen.body.error.code, 'UNKNOWN_REFERENCE', "the operator's vendor, named on nothing of its own yet");
  const asked = await createClient(url, threePl).post(vendorReturnsPath, {
    ...body,
    merchant_id: threePl.merchantId,
  });
  t.is(asked.status, 201, asked.text);
  t.is((await own.post(vendorReturnsPath, body)).status, 201);
  t.is((await other.get(at(asked.body.data))).status, 404);
  t.is((await other.post(vendorReturnsPath, body)).body.error.code, 'UNKNOWN_REFERENCE');
  t.is((await own.get(vendorReturnsPath)).body.data.length, 2);
  t.is((await other.get(vendorReturnsPath)).body.data.length, 0);
});
