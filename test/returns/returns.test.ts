/** A return from the order to the shelf: its limits, its receipt, inspection, disposition, and what each refuses. */
import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { read, type Running } from '../fulfillment/outbound-rig.ts';
import { assertInvariants, drive, newItem, newOrder, putStock } from '../orders/orders-rig.ts';
import {
  askReturn,
  authorizedReturn,
  completeReceipt,
  dispose,
  inspect,
  patch,
  post,
  receiveUnits,
  receivedReturn,
  returnsPath,
  soldOrder,
  stockByStatus,
} from './returns-rig.ts';

let platform: Running;
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
});
test.after.always(() => platform?.stop());

const at = (id: string): string => `${returnsPath}/${id}`;

test('a return from the order to the shelf: every unit is accounted for', async (t) => {
  const sold = await soldOrder(platform, 5);
  const found = await authorizedReturn(client, sold, 4);
  t.regex(found.return_no, /^RMA-\d{8}-\d{4}$/);
  t.like(found, { status: 'authorized', order_id: sold.orderId, merchant_id: platform.standard.merchantId });
  const receipt = await read(client, `/api/wms/inbound-receipts/${found.receipt_id}`);
  t.like(receipt, { source_type: 'return', return_id: found.id, status: 'new' });
  t.is(receipt.lines[0].expected_qty, 4);

  const counted = await receiveUnits(platform, found, 3, { damaged_qty: 1 });
  t.is(counted.status, 200, counted.text);
  t.is((await read(client, at(found.id))).status, 'receiving');
  t.deepEqual(await stockByStatus(client, sold.itemId), { hold: 3, damaged: 1 }, 'nothing is sellable yet');
  await completeReceipt(client, found);
  t.is((await read(client, at(found.id))).status, 'inspecting');

  const whole = await inspect(client, found, 3, { defects: ['scratched'] });
  t.is(whole.status, 201, whole.text);
  const broken = await inspect(client, found, 1, { grade: 'D' });
  const [first, second] = (await read(client, at(found.id))).inspections;
  t.like(first, { qty: 3, grade: 'A', defects: ['scratched'], disposed_qty: 0 });
  t.like(second, { qty: 1, grade: 'D' });
  t.is(broken.status, 201);

  const location_id = platform.standard.locations['DOCK-1'];
  t.is((await dispose(client, found, first.id, 'restock', { qty: 2, location_id })).status, 201);
  t.is((await dispose(client, found, first.id, 'vendor')).status, 201);
  const scrapped = await dispose(client, found, second.id, 'scrap', {
    location_id,
    stock_status: 'damaged',
    reason_code: 'damage',
  });
  t.is(scrapped.status, 201, scrapped.text);
  t.is(scrapped.body.data.status, 'disposed');
  t.deepEqual(await stockByStatus(client, sold.itemId), { available: 2, hold: 1 });
  t.deepEqual(
    scrapped.body.data.dispositions.map(({ kind, qty, ledger_entry_ids: entries }: any) => [
      kind,
      qty,
      entries.length,
    ]),
    [
      ['restock', 2, 2],
      ['vendor', 1, 0],
      ['scrap', 1, 1],
    ],
  );
  const closed = await patch(client, at(found.id), { action: 'close' });
  t.is(closed.body.data.status, 'closed');
  t.is((await patch(client, at(found.id), { action: 'close' })).status, 200, 'repeated');
  await assertInvariants(t, platform);
  const events = await platform.owner.query<{ type: string }>(
    `select type from events where subject_id = $1 order by subject_seq`,
    [found.id],
  );
  t.deepEqual(
    events.rows.map(({ type }) => type),
    [
      'requested',
      'authorized',
      'receiving',
      'received',
      'inspected',
      'inspected',
      'disposed',
      'disposed',
      'disposed',
      'closed',
    ].map((word) => `return.${word}`),
  );
});

test('never more than was shipped: what came back, what is authorised and what is asked', async (t) => {
  const sold = await soldOrder(platform, 5);
  const first = await authorizedReturn(client, sold, 3);
  const more = await askReturn(client, sold, 3);
  t.is(more.status, 409);
  t.like(more.body.error, {
    code: 'RETURN_EXCEEDS_SHIPPED',
    details: { order_line_id: sold.orderLineId, shipped: 5, returned: 0, authorised: 3, would_be: 6 },
  });
  await receiveUnits(platform, first, 2);
  t.like((await askReturn(client, sold, 3)).body.error.details, { returned: 2, authorised: 1, would_be: 6 });
  await completeReceipt(client, first);
  t.is((await askReturn(client, sold, 3)).status, 201, 'the third never came');
  const second = await askReturn(client, sold, 1);
  t.like(second.body.error.details, { returned: 2, authorised: 3 });
});

test('two lines of one call share an order line; one of another order is unknown', async (t) => {
  const sold = await soldOrder(platform, 3);
  const other = await soldOrder(platform, 3);
  const line = { order_line_id: sold.orderLineId, qty: 2, reason_code: 'broken' };
  const twice = await post(client, returnsPath, {
    order_id: sold.orderId,
    kind: 'customer',
    lines: [line, line],
  });
  t.like(twice.body.error, { code: 'RETURN_EXCEEDS_SHIPPED', details: { would_be: 4 } });
  const strange = await askReturn(client, { ...sold, orderLineId: other.orderLineId }, 1);
  t.like(strange.body.error, { code: 'UNKNOWN_REFERENCE', details: { path: 'lines.0.order_line_id' } });
  const byItem = await post(client, returnsPath, {
    order_id: sold.orderId,
    kind: 'warranty',
    lines: [{ item_id: sold.itemId, qty: 1, reason_code: 'broken' }],
  });
  t.is(byItem.body.data.lines[0].order_line_id, sold.orderLineId);
});

test('a return that is cancelled closes its receipt and frees what it authorised', async (t) => {
  const sold = await soldOrder(platform, 1);
  const found = await authorizedReturn(client, sold, 1);
  const cancelled = await patch(client, at(found.id), { action: 'cancel', reason: 'kept it' });
  t.like(cancelled.body.data, { status: 'cancelled', end_reason: 'kept it' });
  t.is((await patch(client, at(found.id), { action: 'cancel' })).status, 200, 'repeated');
  const receipt = await read(client, `/api/wms/inbound-receipts/${found.receipt_id}`);
  t.is(receipt.status, 'closed');
  t.truthy(receipt.received_at, 'a receipt is closed from received alone');
  t.is((await askReturn(client, sold, 1)).status, 201);
  const ofOrder = await client.get(`${returnsPath}?order_id=${sold.orderId}`);
  t.deepEqual(
    ofOrder.body.data.map(({ status }: any) => status),
    ['requested', 'cancelled'],
  );
  const byNumber = await client.get(`${returnsPath}?q=${found.return_no}`);
  t.deepEqual(
    byNumber.body.data.map(({ id }: any) => id),
    [found.id],
  );
});

test('nothing beyond what is authorised is counted, whatever is tolerated elsewhere', async (t) => {
  const sold = await soldOrder(platform, 5, { over_receipt_tolerance_percent: 100 });
  const found = await authorizedReturn(client, sold, 2);
  for (const more of [{}, { allow_over_receive: true }]) {
    const over = await receiveUnits(platform, found, 3, more);
    t.like(over.body.error, { code: 'OVER_RECEIPT' });
  }
  const added = await post(client, `${at(found.id)}/lines`, {
    lines: [{ order_line_id: sold.orderLineId, qty: 1, reason_code: 'too_small' }],
  });
  t.is(added.status, 201, added.text);
  t.truthy(added.body.data.lines[1].receipt_line_id);
  const receipt = await read(client, `/api/wms/inbound-receipts/${found.receipt_id}`);
  t.is(receipt.progress.expected_qty, 3);
  const atTheDock = await post(client, `/api/wms/inbound-receipts/${found.receipt_id}/lines`, {
    item_id: sold.itemId,
  });
  t.is(atTheDock.body.error?.code, 'VALIDATION_FAILED', atTheDock.text);
});

test('a serial must have left with the order line; one that did comes back once', async (t) => {
  const item = await newItem(platform, platform.standard, { serial_tracked: true });
  const serial = (n: number): string => `SN-${item.slice(-6)}-${n}`;
  const receipt = await post(client, '/api/wms/inbound-receipts', {
    warehouse_id: platform.standard.warehouseId,
    source_type: 'manual',
    lines: [{ item_id: item, expected_qty: 3 }],
  });
  const { id, lines } = receipt.body.data;
  await post(client, `/api/wms/inbound-receipts/${id}/receive-line`, {
    receipt_line_id: lines[0].id,
    received_qty: 3,
    location_id: platform.standard.locations['A-02'],
    serial_nos: [1, 2, 3].map(serial),
  });
  const { warehouseId } = platform.standard;
  const order = await newOrder(client, [{ item, qty: 1 }], { warehouse_id: warehouseId });
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const made = await platform.owner.query<{ id: string }>(
    'select id from wms_shipments where order_id = $1',
    [order.id],
  );
  const shipped = await patch(client, `/api/wms/shipments/${made.rows[0]!.id}`, {
    action: 'ship',
    serials: [{ item_id: item, serial_nos: [serial(2)] }],
  });
  t.is(shipped.status, 200, shipped.text);
  const sold = { orderId: order.id, orderLineId: order.lines[0].id, itemId: item };
  const stranger = await askReturn(client, sold, 1, { serial_nos: [serial(1)] });
  t.like(stranger.body.error, {
    code: 'SERIAL_NOT_SHIPPED',
    details: { serial: serial(1), last_shipment_no: null },
  });
  const found = await authorizedReturn(client, sold, 1, { serial_nos: [serial(2)] });
  t.like((await receiveUnits(platform, found, 1, { serial_nos: [serial(3)] })).body.error, {
    code: 'SERIAL_NOT_SHIPPED',
  });
  const counted = await receiveUnits(platform, found, 1, { serial_nos: [serial(2)] });
  t.is(counted.status, 200, counted.text);
  await completeReceipt(client, found);
  t.like((await inspect(client, found, 1, { serial_nos: [serial(1)] })).body.error, {
    code: 'UNKNOWN_REFERENCE',
    details: { serial_nos: [serial(1)] },
  });
  t.is((await inspect(client, found, 1, { serial_nos: [serial(2)] })).status, 201);
  const [inspection] = (await read(client, at(found.id))).inspections;
  const location_id = platform.standard.locations['DOCK-1'];
  const scrapped = await dispose(client, found, inspection.id, 'scrap', { location_id });
  t.is(scrapped.status, 201, scrapped.text);
  t.like(scrapped.body.data, { status: 'disposed' });
  t.deepEqual(scrapped.body.data.dispositions[0].serial_nos, [serial(2)]);
  const { rows } = await platform.owner.query(
    `select serial_no, state from serials where item_id = $1 and state <> 'shipped' order by 1`,
    [item],
  );
  t.deepEqual(rows, [
    { serial_no: serial(1), state: 'in_stock' },
    { serial_no: serial(2), state: 'removed' },
    { serial_no: serial(3), state: 'in_stock' },
  ]);
});

test('downgraded units become another item of the merchant', async (t) => {
  const found = await receivedReturn(platform, 2);
  const second = await newItem(platform, platform.standard);
  await inspect(client, found, 2, { grade: 'C' });
  const [{ id }] = (await read(client, at(found.id))).inspections;
  const location_id = platform.standard.locations['DOCK-1'];
  const unnamed = await dispose(client, found, id, 'downgrade', { location_id });
  t.is(unnamed.body.error.code, 'VALIDATION_FAILED');
  const done = await dispose(client, found, id, 'downgrade', { location_id, to_item_id: second });
  t.is(done.status, 201, done.text);
  t.deepEqual(await stockByStatus(client, second), { available: 2 });
  t.deepEqual(await stockByStatus(client, found.sold.itemId), {});
});

test('a count is taken back while it is not inspected', async (t) => {
  const sold = await soldOrder(platform, 3);
  const found = await authorizedReturn(client, sold, 3);
  const counted = await receiveUnits(platform, found, 3);
  const [entry] = counted.body.data.ledger_entry_ids;
  await completeReceipt(client, found);
  await inspect(client, found, 2);
  const [{ id }] = (await read(client, at(found.id))).inspections;
  await dispose(client, found, id, 'quarantine');
  const back = (qty: number) =>
    post(client, `/api/wms/inbound-receipts/${found.receipt_id}/reverse-line`, {
      receipt_line_id: found.lines[0].receipt_line_id,
      ledger_entry_id: entry,
      qty,
      note: 'miscounted',
    });
  t.like((await back(2)).body.error, { code: 'INSPECTION_EXCEEDS_RECEIVED', details: { inspected: 2 } });
  t.is((await back(1)).status, 200);
  t.is((await read(client, at(found.id))).status, 'disposed', 'all that is left was disposed of');
});

test('a return of which nothing came is disposed of when its counting ends', async (t) => {
  const found = await authorizedReturn(client, await soldOrder(platform, 1), 1);
  t.is((await completeReceipt(client, found, { confirm_zero: true })).status, 200);
  t.is((await read(client, at(found.id))).status, 'disposed');
});

test('goods that no order line names need a permission of their own', async (t) => {
  const item = await newItem(platform, platform.standard);
  await putStock(platform, platform.standard, [{ item, qty: 1 }]);
  const body = {
    warehouse_id: platform.standard.warehouseId,
    kind: 'undeliverable',
    lines: [{ item_id: item, qty: 1, reason_code: 'refused' }],
  };
  const without = await platform.clientWith(platform.standard, ['oms.returns.create']);
  t.like((await without.post(returnsPath, body)).body.error, {
    code: 'FORBIDDEN',
    details: { permission: 'wms.returns.unplanned' },
  });
  t.is((await post(client, returnsPath, body)).status, 201);
});
