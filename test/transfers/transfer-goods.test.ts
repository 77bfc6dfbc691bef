/** Lots, license plates and serials arrive as they left, and statements of each warehouse add up. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { warehouseDay } from '../helpers/receiving.ts';
import { read, stocked, type Running } from '../fulfillment/outbound-rig.ts';
import { createClient, type Client } from '../helpers/client.ts';
import {
  act,
  complete,
  done,
  newTransfer,
  post,
  receive,
  secondWarehouse,
  stockIn,
  transfersPath,
  type Second,
} from './transfers-rig.ts';

let platform: Running;
let client: Client;
let to: Second;
let from: string;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
  from = platform.standard.warehouseId;
  to = await secondWarehouse(client);
});
test.after.always(() => platform?.stop());

const receipts = '/api/wms/inbound-receipts';
let skus = 0;

const inOrder = (rows: readonly unknown[][]): unknown[][] =>
  rows.toSorted((one, other) => String(one).localeCompare(String(other)));

async function newItem(flags: object): Promise<string> {
  const answer = await client.post('/api/wms/items', { sku: `SENT-${(skus += 1)}`, name: 'Sent', ...flags });
  return answer.body.data.id;
}

/** Receives goods of an item at A-01 of the first warehouse. */
async function bring(item: string, counts: readonly object[]): Promise<void> {
  const { warehouseId, locations } = platform.standard;
  const lines = [{ item_id: item }];
  const made = await post(client, receipts, { warehouse_id: warehouseId, source_type: 'manual', lines });
  const { id, lines: made_lines } = made.body.data;
  for (const count of counts) {
    const place = { receipt_line_id: made_lines[0].id, location_id: locations['A-01'] };
    const answer = await post(client, `${receipts}/${id}/receive-line`, { ...place, ...count });
    if (answer.status !== 200) throw new Error(answer.text);
  }
}

const rowsOf = async (item: string, query = ''): Promise<any[]> =>
  (await read(client, `/api/wms/inventory?item_id=${item}${query}`)).filter(({ qty }: any) => qty !== 0);

async function integrity(): Promise<{ mismatch_count: number; serial_mismatch_count: number }> {
  return read(client, '/api/wms/inventory/integrity');
}

test('a license plate that leaves whole is planned at the destination, and arrives with its lot', async (t) => {
  const item = await newItem({ lot_tracked: true, expiry_tracked: true });
  const lpn = `LPN-SENT-${skus}`;
  const expiry = { manufacture_date: '2026-01-01' };
  await bring(item, [
    { received_qty: 6, lot_no: 'EARLY', expiry_date: warehouseDay(100), pallet_lpn: lpn, ...expiry },
    { received_qty: 9, lot_no: 'LATE', expiry_date: warehouseDay(200), pallet_lpn: `${lpn}-B`, ...expiry },
  ]);
  const made = await newTransfer(client, platform.standard, to, [{ item_id: item, qty: 10 }]);
  const sent = await done(client, made, 'ship');
  const goods = sent.goods.map(({ lot_no, pallet_lpn, in_transit_qty: qty }) => [lot_no, pallet_lpn, qty]);
  t.deepEqual(inOrder(goods), [
    ['EARLY', lpn, 6],
    ['LATE', null, 4],
  ]);
  const plate = async (name: string) => (await read(client, `/api/wms/pallets?lpn=${name}`))[0];
  t.like(await plate(lpn), { state: 'planned', warehouse_id: to.id, location_id: null });
  t.like(await plate(`${lpn}-B`), { state: 'active', warehouse_id: from });

  const wrong = await receive(client, sent, to, 1, { lot_no: 'OTHER', expiry_date: warehouseDay(100) });
  t.like(wrong.body.error, { code: 'NOT_IN_TRANSIT', details: { lot_no: 'OTHER', in_transit: 0 } });
  t.is((await receive(client, sent, to, 1)).body.error.code, 'LOT_REQUIRED');
  t.is((await receive(client, sent, to, 6, { lot_no: 'EARLY', pallet_lpn: lpn })).status, 200);
  t.like(await plate(lpn), { state: 'active', warehouse_id: to.id, location_id: to.shelf });
  t.is((await receive(client, sent, to, 4, { lot_no: 'LATE' })).status, 200);
  const there = (await rowsOf(item, `&warehouse_id=${to.id}`)).map((one) => [
    one.lot_no,
    one.status,
    one.qty,
  ]);
  t.deepEqual(inOrder(there), [
    ['EARLY', 'available', 6],
    ['LATE', 'available', 4],
  ]);
  t.is((await integrity()).mismatch_count, 0);
});

test('a plate that never arrived is back at the source as it was', async (t) => {
  const item = await newItem({});
  const lpn = `LPN-BACK-${skus}`;
  await bring(item, [{ received_qty: 5, pallet_lpn: lpn }]);
  const made = await newTransfer(client, platform.standard, to, [{ item_id: item, qty: 5 }]);
  const sent = await done(client, made, 'ship');
  const { locations } = platform.standard;
  const moved = { warehouse_id: to.id, pallet_lpn: lpn, to_location_id: to.stage };
  t.is((await post(client, '/api/wms/inventory/move', moved)).status, 200);
  t.deepEqual(
    await stockIn(client, item, to.id),
    { in_transit: 5 },
    'moving the plate moves nothing in transit',
  );
  const location_id = locations['A-02'];
  await done(client, sent, 'close', { missing: 'back', reason_code: 'correction', location_id });
  const [plate] = await read(client, `/api/wms/pallets?lpn=${lpn}`);
  t.like(plate, { state: 'active', warehouse_id: from, location_id });
  t.deepEqual(await stockIn(client, item, from), { available: 5 });
  const [row] = await rowsOf(item);
  t.like(row, { location_id, lpn_count: 1 });
});

test('serials are in transit and arrive, and one wrongly presumed to leave trades places', async (t) => {
  const item = await newItem({ serial_tracked: true });
  await bring(item, [{ received_qty: 5, serial_nos: ['S1', 'S2', 'S3', 'S4', 'S5'] }]);
  const made = await newTransfer(client, platform.standard, to, [{ item_id: item, qty: 3 }]);
  const serials = [{ item_id: item, serial_nos: ['S5'] }];
  const sent = await done(client, made, 'ship', { serials });
  const states = async (): Promise<Record<string, string>> => {
    const { rows } = await platform.owner.query('select serial_no, state from serials where item_id = $1', [
      item,
    ]);
    return Object.fromEntries(rows.map(({ serial_no, state }) => [serial_no, state]));
  };
  const inTransit = { S1: 'in_transit', S2: 'in_transit', S5: 'in_transit' };
  t.deepEqual(await states(), { ...inTransit, S3: 'in_stock', S4: 'in_stock' });
  t.is((await integrity()).serial_mismatch_count, 0);
  const delivered = await post(client, receipts, {
    warehouse_id: from,
    source_type: 'manual',
    lines: [{ item_id: item, expected_qty: 1, serial_nos: ['S1'] }],
    receive: true,
  });
  t.like(delivered.body.error, { code: 'SERIAL_IN_USE' }, 'what is in transit is live');

  const count = (serial_nos: string[]) => receive(client, sent, to, serial_nos.length, { serial_nos });
  t.like((await count(['S9'])).body.error, {
    code: 'SERIAL_NOT_IN_TRANSIT',
    details: { serial_nos: ['S9'] },
  });
  t.is((await count(['S5'])).status, 200);
  t.is((await count(['S5'])).body.error.code, 'SERIAL_NOT_IN_TRANSIT', 'it has arrived');
  // S4 is here, so it did leave, and S1 was wrongly presumed to.
  const counted = await count(['S4', 'S2']);
  t.is(counted.status, 200);
  t.deepEqual(await states(), {
    S1: 'in_stock',
    S2: 'in_stock',
    S3: 'in_stock',
    S4: 'in_stock',
    S5: 'in_stock',
  });
  const taken = await post(client, `${receipts}/${sent.receipt_id}/reverse-line`, {
    receipt_line_id: sent.lines[0].receipt_line_id,
    ledger_entry_id: counted.body.data.ledger_entry_ids[0],
    qty: 1,
    serial_nos: ['S4'],
    note: 'scanned twice',
  });
  t.is(taken.status, 200);
  t.is((await states())['S4'], 'in_transit');
  await done(client, sent, 'close', { missing: 'write_off', reason_code: 'lost' });
  t.is((await states())['S4'], 'removed');
  t.is((await integrity()).serial_mismatch_count, 0);
});

test('of a count taken back the named unit is in transit again, wherever it was taken to be', async (t) => {
  const item = await newItem({ serial_tracked: true });
  await bring(item, [{ received_qty: 2, serial_nos: ['V1', 'V2'] }]);
  const made = await newTransfer(client, platform.standard, to, [{ item_id: item, qty: 2 }]);
  const sent = await done(client, made, 'ship');
  const counts = [];
  for (const serial of ['V1', 'V2'])
    counts.push((await receive(client, sent, to, 1, { serial_nos: [serial] })).body.data);
  const moved = { warehouse_id: to.id, item_id: item, from_location_id: to.shelf, to_location_id: to.stage };
  t.is((await post(client, '/api/wms/inventory/move', { ...moved, qty: 1 })).status, 200);
  const [away] = await read(client, `/api/wms/serials?item_id=${item}&location_id=${to.stage}`);
  const taken = await post(client, `${receipts}/${sent.receipt_id}/reverse-line`, {
    receipt_line_id: sent.lines[0].receipt_line_id,
    ledger_entry_id: counts[away.serial_no === 'V1' ? 0 : 1].ledger_entry_ids[0],
    qty: 1,
    serial_nos: [away.serial_no],
    note: 'scanned twice',
  });
  t.is(taken.status, 200, taken.text);
  const units = await read(client, `/api/wms/serials?item_id=${item}`);
  const [back, stayed] = [true, false].map((isAway) =>
    units.find((one: any) => (one.serial_no === away.serial_no) === isAway),
  );
  t.like(back, { state: 'in_transit' });
  t.like(stayed, { state: 'in_stock', location_id: to.stage });
  t.is((await integrity()).serial_mismatch_count, 0);
});

test('a plate is merged without what is still in transit with it, which is counted later', async (t) => {
  const item = await newItem({});
  const lpn = `LPN-PART-${skus}`;
  await bring(item, [{ received_qty: 10, pallet_lpn: lpn }]);
  const made = await newTransfer(client, platform.standard, to, [{ item_id: item, qty: 10 }]);
  const sent = await done(client, made, 'ship');
  t.is((await receive(client, sent, to, 6, { pallet_lpn: lpn })).status, 200);
  const body = { warehouse_id: to.id, location_id: to.shelf };
  const { lpn: target } = (await post(client, '/api/wms/pallets', body)).body.data;
  const merged = await post(client, '/api/wms/pallets/merge', { pallet_lpn: target, from_lpns: [lpn] });
  t.is(merged.status, 200, merged.text);
  t.deepEqual(await stockIn(client, item, to.id), { available: 6, in_transit: 4 });
  t.is((await receive(client, sent, to, 4, { pallet_lpn: lpn })).status, 200);
  t.deepEqual(await stockIn(client, item, to.id), { available: 10 });
  t.is((await integrity()).mismatch_count, 0);
});

test("the statement of each warehouse adds up, and the merchant's has the goods in transit", async (t) => {
  const item = await stocked(platform, { 'A-01': 20 });
  const made = await newTransfer(client, platform.standard, to, [{ item_id: item, qty: 12 }]);
  const sent = await done(client, made, 'ship');
  await receive(client, sent, to, 5);
  const { sku } = sent.lines[0];
  const statement = async (more = '') => {
    const period = `from=${warehouseDay(-1)}&to=${warehouseDay(1)}`;
    const { items } = await read(client, `/api/wms/inventory/statement?${period}&page_size=200${more}`);
    return items.find((one: any) => one.sku === sku);
  };
  t.like(await statement(`&warehouse_id=${from}`), { transferred: -12, received: 20, closing: 8 });
  t.like(await statement(`&warehouse_id=${to.id}`), { transferred: 12, received: 0, closing: 12 });
  await done(client, sent, 'close', { missing: 'back', reason_code: 'found' });
  t.like(await statement(`&warehouse_id=${from}`), { transferred: -5, closing: 15 });
  t.like(await statement(`&warehouse_id=${to.id}`), { transferred: 5, closing: 5 });
  t.like(await statement(), { transferred: 0, received: 20, closing: 20 });
});

test("a merchant's token sees and moves its own goods alone", async (t) => {
  const { threePl, url } = platform;
  const operator = createClient(url, threePl);
  const there = await secondWarehouse(operator, 'W3');
  const item = threePl.items['PLAIN']!;
  await operator.post('/api/wms/inventory/adjust', {
    warehouse_id: threePl.warehouseId,
    location_id: threePl.locations['A-01'],
    item_id: item,
    merchant_id: threePl.merchantId,
    qty_delta: 5,
    reason_code: 'found',
  });
  const granted = ['wms.transfer.view', 'wms.transfers.manage'] as const;
  const own = await platform.clientWith(threePl, granted, { merchantId: threePl.merchantId });
  const other = await platform.clientWith(threePl, granted, { merchantId: threePl.secondMerchantId! });
  const made = await newTransfer(own, threePl, there, [{ item_id: item, qty: 5 }]);
  t.is((await other.get(`${transfersPath}/${made.id}`)).status, 404);
  t.is((await act(other, made, 'cancel')).status, 404);
  t.is((await other.get(transfersPath)).body.data.length, 0);
  t.is((await own.get(transfersPath)).body.data.length, 1);
  const foreign = await post(other, transfersPath, {
    from_warehouse_id: threePl.warehouseId,
    to_warehouse_id: there.id,
    lines: [{ item_id: item, qty: 1 }],
  });
  t.is(foreign.body.error.code, 'UNKNOWN_REFERENCE');
  t.is((await done(own, made, 'ship')).status, 'in_transit');
  t.is((await complete(operator, made, { confirm_zero: true })).status, 200);
});

test('on v1 a transfer is created by SKU, shipped, received and closed', async (t) => {
  const item = await newItem({});
  await bring(item, [{ received_qty: 9 }]);
  const { sku } = await read(client, `/api/wms/items/${item}`);
  const asked = { from_warehouse_id: 'W1', to_warehouse_id: 'W2', lines: [{ sku, qty: 9 }] };
  const made = await client.post('/v1/wms/transfers', asked);
  t.is(made.status, 201, made.text);
  t.like(made.body, { status: 'released', to_warehouse_code: 'W2' });
  const at = `/v1/wms/transfers/${made.body.id}`;
  const wait = { headers: { prefer: 'wait=30' } };
  const early = await client.post(`${at}/receive`, { lines: [{ sku, qty_received: 1 }] }, wait);
  t.is(early.body.error.code, 'TRANSFER_NOT_UNDERWAY');
  const shipped = await client.post(`${at}/ship`, { tracking_no: 'PRO-1' }, wait);
  t.like(shipped.body, { status: 'in_transit' });
  t.like(shipped.body.lines[0], { sku, qty_shipped: 9, qty_in_transit: 9 });
  const counted = await client.post(`${at}/receive`, { lines: [{ sku, qty_received: 4 }] }, wait);
  t.is(counted.status, 200, counted.text);
  t.like(counted.body, { status: 'partially_received' });
  t.like(counted.body.lines[0], { qty_received: 4, qty_in_transit: 5 });
  const listed = await client.get(
    '/v1/wms/transfers?filter[to_warehouse_id]=W2&filter[status]=partially_received',
  );
  t.true(listed.body.data.some(({ id }: any) => id === made.body.id));
  t.is((await client.post(`${at}/close`, {}, wait)).body.error.code, 'TRANSFER_REMAINDER');
  const back = { missing: 'back', reason_code: 'found', location_id: 'A-01' };
  t.like((await client.post(`${at}/close`, back, wait)).body, { status: 'closed' });
});
