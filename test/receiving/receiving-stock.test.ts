import test from 'ava';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { makeReceipt, receiptsPath, warehouseDay as day } from '../helpers/receiving.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test('a known lot keeps its date: another is 409 with both, none is enough, a correction is audited', async (t) => {
  const { client, standard, owner } = platform;
  const receipt = await makeReceipt(client, standard, { lines: [{ sku: 'EXPIRY', qty: 50 }] });
  const known = day(400);
  t.is((await receipt.receive({ received_qty: 1, lot_no: 'KNOWN', expiry_date: known })).status, 200);
  t.is((await receipt.receive({ received_qty: 1, lot_no: 'KNOWN' })).status, 200);
  const conflict = await receipt.receive({ received_qty: 1, lot_no: 'KNOWN', expiry_date: day(401) });
  t.is(conflict.status, 409);
  t.deepEqual(conflict.body.error.details, {
    path: 'expiry_date',
    lot_no: 'KNOWN',
    recorded: known,
    given: day(401),
  });

  const correction = {
    item_id: standard.items['EXPIRY'],
    lot_no: 'KNOWN',
    expiry_date: day(401),
    note: 'misread label',
  };
  const corrected = await client.post('/api/wms/lots/correct', correction);
  t.is(corrected.status, 200, corrected.text);
  t.is(corrected.body.data.previous.expiry_date, known);
  t.is((await receipt.receive({ received_qty: 1, lot_no: 'KNOWN', expiry_date: day(401) })).status, 200);
  const told = await owner.query("select data from events where type = 'lot.corrected' and subject_id = $1", [
    correction.item_id,
  ]);
  t.like(told.rows[0].data, {
    expiry_date: day(401),
    note: 'misread label',
    previous: { expiry_date: known },
  });
  t.is((await client.post('/api/wms/lots/correct', { ...correction, lot_no: 'NONE' })).status, 404);
});

test('a serial in stock is refused anywhere, and may come back once it has left', async (t) => {
  const { client, standard, owner } = platform;
  const receipt = await makeReceipt(client, standard, { lines: [{ sku: 'SERIAL', qty: 10 }] });
  t.is((await receipt.receive({ received_qty: 2, serial_nos: ['L1', 'L2'] })).status, 200);
  const again = await receipt.receive({ received_qty: 2, serial_nos: ['L2', 'L3'] });
  t.is(`${again.status} ${again.body.error.code}`, '409 SERIAL_IN_USE');
  t.deepEqual(again.body.error.details.serial_nos, ['L2']);
  await owner.query(
    "update serials set state = 'shipped', left_at = now() where organization_id = $1 and serial_no = 'L2'",
    [standard.id],
  );
  const back = await makeReceipt(client, standard, {
    source_type: 'return',
    lines: [{ sku: 'SERIAL', qty: 1 }],
  });
  t.is((await back.receive({ received_qty: 1, serial_nos: ['L2'] })).status, 200);
  const { rows } = await owner.query(
    "select state from serials where organization_id = $1 and serial_no = 'L2' order by received_at, id",
    [standard.id],
  );
  t.deepEqual(
    rows.map(({ state }) => state),
    ['shipped', 'in_stock'],
  );
});

test('what is rejected needs no lot and never enters stock; what is expired may enter as damaged', async (t) => {
  const { client, standard, owner } = platform;
  const receipt = await makeReceipt(client, standard, { lines: [{ sku: 'EXPIRY', qty: 10 }] });
  const rejected = await receipt.receive({ received_qty: 0, rejected_qty: 4 });
  t.is(rejected.status, 200, rejected.text);
  t.deepEqual(rejected.body.data.ledger_entry_ids, []);
  t.like(rejected.body.data.line, { received_qty: 0, rejected_qty: 4, remaining_qty: 6 });
  const damaged = await receipt.receive({
    received_qty: 2,
    condition: 'damaged',
    lot_no: 'OLD',
    expiry_date: day(-5),
  });
  t.is(damaged.status, 200, damaged.text);
  t.like(damaged.body.data.line, { received_qty: 0, damaged_qty: 2 });
  const { rows } = await owner.query(
    'select status, qty_delta::float as qty from inventory_ledger where ref_id = $1',
    [receipt.id],
  );
  t.deepEqual(rows, [{ status: 'damaged', qty: 2 }]);
});

test('good goes to available or, for inspection, to hold; the last good day is accepted', async (t) => {
  const { client, standard, owner } = platform;
  const receipt = await makeReceipt(client, standard, {
    lines: [
      { sku: 'QC', qty: 5 },
      { sku: 'PLAIN', qty: 5 },
      { sku: 'EXPIRY', qty: 5 },
    ],
  });
  await receipt.receive({ received_qty: 3, damaged_qty: 1 }, 0);
  await receipt.receive({ received_qty: 2 }, 1);
  const last = await receipt.receive({ received_qty: 1, lot_no: 'LAST', expiry_date: day(30) }, 2);
  t.is(last.status, 200, last.text);
  const { rows } = await owner.query(
    'select status, qty_delta::float as qty from inventory_ledger where ref_id = $1 order by occurred_at, line_no',
    [receipt.id],
  );
  t.deepEqual(
    rows.map(({ status, qty }) => `${status} ${qty}`),
    ['hold 3', 'damaged 1', 'available 2', 'available 1'],
  );
});

test('a location held by a count takes nothing in, except what never enters stock', async (t) => {
  const { client, standard } = platform;
  const location = standard.locations['STAGE-1'];
  const count = await client.post('/api/wms/count-tasks', {
    warehouse_id: standard.warehouseId,
    location_ids: [location],
  });
  t.is(count.status, 201, count.text);
  const receipt = await makeReceipt(client, standard);
  const locked = await receipt.receive({ received_qty: 1, location_id: location });
  t.is(`${locked.status} ${locked.body.error.code}`, '409 LOCATION_LOCKED');
  t.deepEqual(locked.body.error.details, { location_id: location, count_task_id: count.body.data.id });
  t.is((await receipt.receive({ received_qty: 0, rejected_qty: 1, location_id: location })).status, 200);
  await client.patch(`/api/wms/count-tasks/${count.body.data.id}`, { action: 'cancel' });
});

test('over what is tolerated needs the flag and its permission; the item decides before vendor and merchant', async (t) => {
  const { threePl, owner, clientWith } = platform;
  const client = await clientWith(threePl, everyPermission);
  const set = (table: string, percent: number) =>
    owner.query(`update ${table} set over_receipt_tolerance_percent = $1 where organization_id = $2`, [
      percent,
      threePl.id,
    ]);
  await set('merchants', 20);
  await set('vendors', 10);
  const own = { merchant_id: threePl.merchantId };
  const bought = { ...own, vendor_id: threePl.vendorId };
  const receiving = async (words: object, qty: number) =>
    (await (await makeReceipt(client, threePl, words)).receive({ received_qty: qty })).status;
  t.is(await receiving(own, 60), 200);
  t.is(await receiving(bought, 55), 200);
  t.is(await receiving(bought, 55.000001), 409);
  await set('items', 0);
  t.is(await receiving(bought, 50.5), 409);

  const receipt = await makeReceipt(client, threePl, bought);
  const plain = await clientWith(threePl, ['wms.inbound.receive']);
  const forbidden = await plain.post(`${receiptsPath}/${receipt.id}/receive-line`, {
    receipt_line_id: receipt.lines[0]!.id,
    received_qty: 51,
    location_id: threePl.locations['DOCK-1'],
    allow_over_receive: true,
  });
  t.is(forbidden.status, 403);
  t.is(forbidden.body.error.details.permission, 'wms.inbound.over_receive');
  const lifted = await receipt.receive({ received_qty: 51, allow_over_receive: true });
  t.like(lifted.body.data.line, { received_qty: 51, over_qty: 1, remaining_qty: 0 });
});
