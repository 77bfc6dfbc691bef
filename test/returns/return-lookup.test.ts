/** A code scanned at the dock: whatever names what came back finds it, and says how much may still come. */
import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { pickedShipment, read, type Running } from '../fulfillment/outbound-rig.ts';
import { drive, newItem, newOrder, putStock } from '../orders/orders-rig.ts';
import { startFarCarrier } from '../parcels/far-carrier.ts';
import {
  inState,
  labelsPath,
  newAccount,
  newCarton,
  onLabel,
  placeWarehouse,
} from '../parcels/parcels-rig.ts';
import {
  askReturn,
  authorizedReturn,
  patch,
  post,
  receiveUnits,
  returnsPath,
  soldOrder,
} from './returns-rig.ts';

let platform: Running;
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
});
test.after.always(() => platform?.stop());

const lookup = (by: Client, code: string, more = '') =>
  by.get(`/api/wms/returns/lookup?code=${encodeURIComponent(code)}${more}`);

async function shipmentOf(orderId: string): Promise<any> {
  const { rows } = await platform.owner.query('select * from wms_shipments where order_id = $1', [orderId]);
  return rows[0];
}

test('a return by its number: what came, what is still expected, and on which line of which receipt', async (t) => {
  const sold = await soldOrder(platform, 5);
  const found = await authorizedReturn(client, sold, 3);
  await receiveUnits(platform, found, 1);
  const answer = await lookup(client, found.return_no);
  t.is(answer.status, 200, answer.text);
  const { data } = answer.body;
  t.deepEqual(data.matched_by, ['return']);
  t.like(data.returns[0], { id: found.id, status: 'receiving', receipt_id: found.receipt_id });
  t.is(data.orders[0].id, sold.orderId);
  t.is(data.lines_total, 1);
  t.like(data.lines[0], {
    order_line_id: sold.orderLineId,
    shipped_qty: 5,
    returned_qty: 1,
    authorised_qty: 2,
    returnable_qty: 2,
  });
  t.deepEqual(data.lines[0].expected_on, [
    {
      return_id: found.id,
      return_no: found.return_no,
      return_line_id: found.lines[0].id,
      receipt_line_id: found.lines[0].receipt_line_id,
      qty: 2,
    },
  ]);
  t.is((await askReturn(client, sold, 2)).status, 201, 'what it says may come back is taken');
  const after = (await lookup(client, found.return_no)).body.data.lines[0];
  t.like(after, { authorised_qty: 4, returnable_qty: 0 });
  t.is(after.expected_on.length, 2);
});

test('an order by our number and by the channel’s, its lines in pages', async (t) => {
  const items = [await newItem(platform, platform.standard), await newItem(platform, platform.standard)];
  await putStock(
    platform,
    platform.standard,
    items.map((item) => ({ item, qty: 2 })),
  );
  const lines = items.map((item) => ({ item, qty: 2 }));
  const { warehouseId: warehouse_id } = platform.standard;
  const channelNo = `WEB-${items[0]!.slice(-8)}`;
  const order = await newOrder(client, lines, { warehouse_id, channel_order_no: channelNo });
  const before = (await lookup(client, order.order_no)).body.data;
  t.like(before.lines[0], { shipped_qty: 0, returnable_qty: 0 }, 'nothing has left');
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms', 'fulfill');
  for (const [code, kind] of [
    [order.order_no, 'order'],
    [channelNo, 'channel_order'],
  ]) {
    const { data } = (await lookup(client, code)).body;
    t.deepEqual(data.matched_by, [kind]);
    t.deepEqual(
      data.lines.map(({ item_id, returnable_qty }: any) => [item_id, returnable_qty]),
      items.map((item) => [item, 2]),
    );
    t.is(data.shipments[0].order_id, order.id);
  }
  const second = (await lookup(client, order.order_no, '&page=2&page_size=1')).body.data;
  t.is(second.lines_total, 2);
  t.deepEqual(
    second.lines.map(({ item_id }: any) => item_id),
    [items[1]],
  );
});

test('a parcel by its tracking number, and by a carton’s SSCC as scanners read it', async (t) => {
  const item = await newItem(platform, platform.standard);
  await putStock(platform, platform.standard, [{ item, qty: 1 }]);
  const { warehouseId: warehouse_id } = platform.standard;
  const order = await newOrder(client, [{ item, qty: 1 }], { warehouse_id });
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const { id } = await shipmentOf(order.id);
  await patch(client, `/api/wms/shipments/${id}`, { action: 'pick' });
  const packed = await post(client, `/api/wms/shipments/${id}/cartons`, {
    lines: [{ item_id: item, qty: 1 }],
  });
  t.true(packed.status < 300, packed.text);
  const { rows } = await platform.owner.query('select sscc from cartons where shipment_id = $1', [id]);
  const { sscc } = rows[0];
  const tracking_no = `1Z${id.slice(-10)}`;
  const shipped = await patch(client, `/api/wms/shipments/${id}`, { action: 'ship', tracking_no });
  t.is(shipped.status, 200, shipped.text);
  for (const [code, kind] of [
    [tracking_no, 'tracking'],
    [sscc, 'sscc'],
    [`00${sscc}`, 'sscc'],
    [`(00) ${sscc}`, 'sscc'],
  ]) {
    const { body } = await lookup(client, code);
    t.deepEqual(body.data?.matched_by, [kind], code);
    t.is(body.data.shipments[0].id, id);
    t.like(body.data.lines[0], { item_id: item, returnable_qty: 1 });
  }
});

test('what is printed on our own papers: the packing list’s number, a pallet’s plate and SSCC, the channel’s return', async (t) => {
  const { standard, owner } = platform;
  const item = await newItem(platform, standard);
  const plate = `P-${item.slice(-8)}`;
  const received = await post(client, '/api/wms/inbound-receipts', {
    warehouse_id: standard.warehouseId,
    source_type: 'manual',
    lines: [{ item_id: item, expected_qty: 4 }],
  });
  const { id: receiptId, lines } = received.body.data;
  await post(client, `/api/wms/inbound-receipts/${receiptId}/receive-line`, {
    receipt_line_id: lines[0].id,
    received_qty: 4,
    location_id: standard.locations['A-01'],
    pallet_lpn: plate,
  });
  const sscc = String(Date.now()).padStart(18, '0');
  await owner.query('update lpns set sscc = $1 where lpn = $2', [sscc, plate]);
  t.is((await lookup(client, plate)).status, 404, 'it has not left');
  const order = await newOrder(client, [{ item, qty: 4 }], { warehouse_id: standard.warehouseId });
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms', 'fulfill');
  const { id, shipment_no } = await shipmentOf(order.id);
  const channelNo = `RET-${item.slice(-8)}`;
  const asked = await post(client, returnsPath, {
    order_id: order.id,
    kind: 'customer',
    channel_return_no: channelNo,
    lines: [{ item_id: item, qty: 1, reason_code: 'refused' }],
  });
  for (const [code, kind] of [
    [shipment_no, 'shipment'],
    [plate, 'lpn'],
    [sscc, 'sscc'],
    [`(00) ${sscc}`, 'sscc'],
    [channelNo, 'channel_return'],
  ]) {
    const { body } = await lookup(client, code);
    t.deepEqual(body.data?.matched_by, [kind], code);
    t.is(body.data.shipments[0].id, id);
    t.is(body.data.returns[0].id, asked.body.data.id);
    t.like(body.data.lines[0], { item_id: item, shipped_qty: 4, returnable_qty: 3 });
  }
});

test('each parcel of a shipment by its own tracking number, until its label is void', async (t) => {
  const far = await startFarCarrier();
  t.teardown(() => far.close());
  await placeWarehouse(platform);
  const account = await newAccount(client, far.url);
  const shipment = await pickedShipment(platform, 4);
  const labels = [];
  for (const qty of [3, 1]) {
    const carton = await newCarton(client, shipment, qty);
    const bought = await post(client, labelsPath, {
      shipment_id: shipment.id,
      carton_id: carton.id,
      account_id: account.id,
      service_code: 'GROUND',
      print: false,
    });
    t.is(bought.status, 201, bought.text);
    labels.push(bought.body.data);
  }
  for (const { tracking_no } of labels) {
    const { body } = await lookup(client, tracking_no);
    t.deepEqual(body.data?.matched_by, ['tracking'], tracking_no);
    t.deepEqual(
      body.data.shipments.map(({ id }: any) => id),
      [shipment.id],
    );
  }
  const [, { id, tracking_no }] = labels;
  await onLabel(client, id, 'void');
  await inState(client, id, 'voided');
  t.is((await lookup(client, tracking_no)).status, 404);
});

test('a unit by its serial number: the line of the shipment it left with last, and no other', async (t) => {
  const item = await newItem(platform, platform.standard, { serial_tracked: true });
  const plain = await newItem(platform, platform.standard);
  await putStock(platform, platform.standard, [{ item: plain, qty: 1 }]);
  const serial = `SN-${item.slice(-8)}`;
  const receipt = await post(client, '/api/wms/inbound-receipts', {
    warehouse_id: platform.standard.warehouseId,
    source_type: 'manual',
    lines: [{ item_id: item, expected_qty: 1 }],
  });
  const { id, lines } = receipt.body.data;
  await post(client, `/api/wms/inbound-receipts/${id}/receive-line`, {
    receipt_line_id: lines[0].id,
    received_qty: 1,
    location_id: platform.standard.locations['A-02'],
    serial_nos: [serial],
  });
  t.is((await lookup(client, serial)).status, 404, 'it has not left');
  const { warehouseId: warehouse_id } = platform.standard;
  const order = await newOrder(
    client,
    [
      { item, qty: 1 },
      { item: plain, qty: 1 },
    ],
    { warehouse_id },
  );
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const shipment = await shipmentOf(order.id);
  const serials = [{ item_id: item, serial_nos: [serial] }];
  const shipped = await patch(client, `/api/wms/shipments/${shipment.id}`, { action: 'ship', serials });
  t.is(shipped.status, 200, shipped.text);
  const { data } = (await lookup(client, serial)).body;
  t.deepEqual(data.matched_by, ['serial']);
  t.is(data.shipments[0].id, shipment.id);
  t.deepEqual(
    data.lines.map(({ item_id }: any) => item_id),
    [item],
  );
});

test('a return without an order has lines without one', async (t) => {
  const item = await newItem(platform, platform.standard);
  const made = await post(client, returnsPath, {
    warehouse_id: platform.standard.warehouseId,
    kind: 'undeliverable',
    lines: [{ item_id: item, qty: 2, reason_code: 'refused' }],
  });
  const { data } = (await lookup(client, made.body.data.return_no)).body;
  t.deepEqual(data.orders, []);
  t.like(data.lines[0], { order_line_id: null, item_id: item, shipped_qty: null, returnable_qty: null });
  t.is(data.lines[0].expected_on[0].qty, 2);
});

test('what names nothing is not found, a part of a number neither; a merchant finds its own alone', async (t) => {
  const sold = await soldOrder(platform, 1);
  const { order_no } = await read(client, `/api/oms/orders/${sold.orderId}`);
  for (const code of [order_no.slice(0, -1), `${order_no}0`, 'nothing']) {
    const { status, body } = await lookup(client, code);
    t.is(status, 404);
    t.is(body.error.code, 'NOT_FOUND');
  }
  const without = await client.get('/api/wms/returns/lookup');
  t.like(without.body.error, { code: 'VALIDATION_FAILED', details: [{ path: 'code' }] });
  const { threePl } = platform;
  const all = await platform.clientWith(threePl, [
    'oms.returns.create',
    'oms.returns.view',
    'wms.returns.unplanned',
  ]);
  t.is((await lookup(all, order_no)).status, 404, 'another organization');
  const { merchantId: mine, secondMerchantId: other } = threePl;
  const item = await newItem(platform, threePl, { merchant_id: mine });
  const made = await post(all, returnsPath, {
    merchant_id: mine,
    warehouse_id: threePl.warehouseId,
    kind: 'recall',
    lines: [{ item_id: item, qty: 1, reason_code: 'recall' }],
  });
  t.is(made.status, 201, made.text);
  const as = (merchantId: string) => platform.clientWith(threePl, ['oms.returns.view'], { merchantId });
  t.is((await lookup(await as(mine), made.body.data.return_no)).status, 200);
  t.is((await lookup(await as(other!), made.body.data.return_no)).status, 404);
});
