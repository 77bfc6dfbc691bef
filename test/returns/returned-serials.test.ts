/** Serial numbers that come back: of which shipment a presumed one left, and one unit inspected once. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { read } from '../fulfillment/outbound-rig.ts';
import { drive, newItem, newOrder } from '../orders/orders-rig.ts';
import {
  askReturn,
  authorizedReturn,
  completeReceipt,
  dispose,
  inspect,
  patch,
  post,
  receiveUnits,
  returnsPath,
  sellSerials,
  soldSerials,
  type Sold,
} from './returns-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

/** A serial-tracked item with these serials in stock. */
async function inStock(serials: string[]): Promise<string> {
  const { client, standard } = platform;
  const item = await newItem(platform, standard, { serial_tracked: true });
  const made = await post(client, '/api/wms/inbound-receipts', {
    warehouse_id: standard.warehouseId,
    source_type: 'manual',
    lines: [{ item_id: item, expected_qty: serials.length }],
  });
  const { id, lines } = made.body.data;
  const counted = await post(client, `/api/wms/inbound-receipts/${id}/receive-line`, {
    receipt_line_id: lines[0].id,
    received_qty: serials.length,
    location_id: standard.locations['A-01'],
    serial_nos: serials,
  });
  if (counted.status !== 200) throw new Error(counted.text);
  return item;
}

/** One unit sold of which nobody said the serial. */
async function soldUnnamed(item: string): Promise<Sold> {
  const { client, standard } = platform;
  const order = await newOrder(client, [{ item, qty: 1 }], { warehouse_id: standard.warehouseId });
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms', 'fulfill');
  return { orderId: order.id, orderLineId: order.lines[0].id, itemId: item };
}

async function serialsIn(item: string, state: string): Promise<string[]> {
  const { rows } = await platform.owner.query(
    'select serial_no from serials where item_id = $1 and state = $2 order by serial_no',
    [item, state],
  );
  return rows.map(({ serial_no: serial }) => serial);
}

test('a serial that comes back trades places with one presumed to have left with its own order', async (t) => {
  const { client } = platform;
  const item = await inStock(['OW-1', 'OW-2', 'OW-3', 'OW-4']);
  const first = await soldUnnamed(item);
  const second = await soldUnnamed(item);
  const [one, other] = (await serialsIn(item, 'in_stock')) as [string, string];
  for (const [sold, serial] of [
    [second, one],
    [first, other],
  ] as const) {
    const found = await authorizedReturn(client, sold, 1);
    const counted = await receiveUnits(platform, found, 1, { serial_nos: [serial] });
    t.is(counted.status, 200, counted.text);
  }
  t.deepEqual(await serialsIn(item, 'in_stock'), ['OW-1', 'OW-2', 'OW-3', 'OW-4']);
});

test('a count that is taken back is counted again, also of a serial nobody had named as it left', async (t) => {
  const { client } = platform;
  const item = await inStock(['AG-1', 'AG-2']);
  const sold = await soldUnnamed(item);
  const [serial] = (await serialsIn(item, 'in_stock')) as [string];
  const found = await authorizedReturn(client, sold, 1);
  const counted = await receiveUnits(platform, found, 1, { serial_nos: [serial] });
  t.is(counted.status, 200, counted.text);
  const back = await post(client, `/api/wms/inbound-receipts/${found.receipt_id}/reverse-line`, {
    receipt_line_id: found.lines[0].receipt_line_id,
    ledger_entry_id: counted.body.data.ledger_entry_ids[0],
    qty: 1,
    note: 'another place',
    serial_nos: [serial],
  });
  t.is(back.status, 200, back.text);
  const { orders }: any = await read(client, `/api/wms/returns/lookup?code=${serial}`);
  t.like(orders, [{ id: sold.orderId }], 'it is known which order it left with');
  const again = await receiveUnits(platform, found, 1, { serial_nos: [serial] });
  t.is(again.status, 200, again.text);
  t.deepEqual(await serialsIn(item, 'in_stock'), ['AG-1', 'AG-2']);
});

test('a unit is inspected once, on whichever line of its return', async (t) => {
  const { client } = platform;
  const sold = await soldSerials(platform, ['ON-1', 'ON-2', 'ON-3']);
  const asked = await post(client, returnsPath, {
    order_id: sold.orderId,
    kind: 'customer',
    lines: [1, 2].map(() => ({ order_line_id: sold.orderLineId, qty: 1, reason_code: 'too_small' })),
  });
  t.is(asked.status, 201, asked.text);
  await client.patch(`${returnsPath}/${asked.body.data.id}`, { action: 'authorize' });
  const found: any = await read(client, `${returnsPath}/${asked.body.data.id}`);
  for (const [index, serial] of ['ON-1', 'ON-2'].entries()) {
    const counted = await receiveUnits(platform, { ...found, lines: [found.lines[index]] }, 1, {
      serial_nos: [serial],
    });
    t.is(counted.status, 200, counted.text);
  }
  const second = { ...found, lines: [found.lines[1]] };
  t.is((await inspect(client, found, 1, { serial_nos: ['ON-1'] })).status, 201);
  t.like((await inspect(client, second, 1, { serial_nos: ['ON-1'] })).body.error, {
    code: 'UNKNOWN_REFERENCE',
    details: { serial_nos: ['ON-1'] },
  });
  t.is((await inspect(client, second, 1, { serial_nos: ['ON-2'] })).status, 201);
});

/** A serial comes back on an order of two, and that becomes of it. */
async function disposedOf(serial: string, kind: string, more: object = {}): Promise<Sold> {
  const { client, standard } = platform;
  const sold = await soldSerials(platform, [serial, `${serial}-2`]);
  const found = await authorizedReturn(client, sold, 1, { serial_nos: [serial] });
  const counted = await receiveUnits(platform, found, 1, { serial_nos: [serial] });
  const completed = await completeReceipt(client, found);
  const inspected = await inspect(client, found, 1, { serial_nos: [serial] });
  const disposed = await dispose(client, found, inspected.body.data?.inspections[0].id, kind, {
    location_id: standard.locations['DOCK-1'],
    ...more,
  });
  for (const answer of [counted, completed, inspected, disposed])
    if (answer.status >= 300) throw new Error(answer.text);
  return sold;
}

test('a serial that was disposed of is sold and returned again while the rest of its return is still out', async (t) => {
  const { client, standard } = platform;
  const sold = await soldSerials(platform, ['LV-1', 'LV-2']);
  const found = await authorizedReturn(client, sold, 2, { serial_nos: ['LV-1', 'LV-2'] });
  const counted = await receiveUnits(platform, found, 1, { serial_nos: ['LV-1'] });
  t.is(counted.status, 200, counted.text);
  const inspected = await inspect(client, found, 1, { serial_nos: ['LV-1'] });
  const restocked = await dispose(client, found, inspected.body.data.inspections[0].id, 'restock', {
    location_id: standard.locations['DOCK-1'],
  });
  t.is(restocked.body.data?.status, 'receiving', restocked.text);
  const again = await sellSerials(platform, sold.itemId, ['LV-1']);
  const back = await askReturn(client, again, 1, { serial_nos: ['LV-1'] });
  t.is(back.status, 201, back.text);
  t.is((await askReturn(client, sold, 1, { serial_nos: ['LV-2'] })).status, 409, 'the other is still out');
});

test('a serial that came back and left with another order is returned on that one alone', async (t) => {
  const { client, owner } = platform;
  const first = await disposedOf('RS-1', 'restock');
  const again = () => askReturn(client, first, 1, { serial_nos: ['RS-1'] });
  const refused = await again();
  t.like(refused.body.error, { code: 'SERIAL_NOT_SHIPPED', details: { serial: 'RS-1' } }, refused.text);
  const second = await sellSerials(platform, first.itemId, ['RS-1']);
  const { rows } = await owner.query('select shipment_no from wms_shipments where order_id = $1', [
    second.orderId,
  ]);
  t.like((await again()).body.error, {
    code: 'SERIAL_NOT_SHIPPED',
    details: { serial: 'RS-1', last_shipment_no: rows[0].shipment_no },
  });
  t.is((await askReturn(client, first, 1, { serial_nos: ['RS-1-2'] })).status, 201, 'the other one is out');
  const back = await authorizedReturn(client, second, 1, { serial_nos: ['RS-1'] });
  t.is((await receiveUnits(platform, back, 1, { serial_nos: ['RS-1'] })).status, 200);
});

test('a serial that was scrapped, or went to its vendor, does not come back once more', async (t) => {
  const { client, standard } = platform;
  const scrapped = await disposedOf('SC-1', 'scrap');
  t.is(
    (await askReturn(client, scrapped, 1, { serial_nos: ['SC-1'] })).body.error.code,
    'SERIAL_NOT_SHIPPED',
  );
  const sent = await disposedOf('VE-1', 'vendor', { vendor_id: standard.vendorId });
  const again = () => askReturn(client, sent, 1, { serial_nos: ['VE-1'] });
  t.is((await again()).body.error.code, 'SERIAL_NOT_SHIPPED');
  const { rows } = await platform.owner.query(
    'select vendor_return_id as id from vendor_return_lines where item_id = $1',
    [sent.itemId],
  );
  for (const action of ['release', 'ship']) {
    const done = await patch(client, `/api/wms/vendor-returns/${rows[0].id}`, { action });
    t.is(done.status, 200, done.text);
  }
  t.is((await again()).body.error.code, 'SERIAL_NOT_SHIPPED');
});
