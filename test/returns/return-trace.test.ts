/** The way of returned units, from the order line to the journal entry, and what a 3PL's merchant is charged for it. */
import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { billingRig } from '../billing/billing-rig.ts';
import { read, type Running } from '../fulfillment/outbound-rig.ts';
import { newItem } from '../orders/orders-rig.ts';
import {
  authorizedReturn,
  completeReceipt,
  credit,
  dispose,
  inspect,
  inspectedReturn,
  invoicedOrder,
  patch,
  post,
  receiveUnits,
  returnsPath,
} from './returns-rig.ts';

let platform: Running;
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
});
test.after.always(() => platform?.stop());

const trace = (id: string): string => `${returnsPath}/${id}/trace`;

test('one read follows units from the order line to the journal entry and the fee', async (t) => {
  const sold = await invoicedOrder(platform, 3, { price: 4, tax: 1.2 });
  const found = await inspectedReturn(platform, sold, 2);
  const [inspection] = (await read(client, `${returnsPath}/${found.id}`)).inspections;
  const location_id = platform.standard.locations['DOCK-1'];
  t.is((await dispose(client, found, inspection.id, 'restock', { qty: 1, location_id })).status, 201);
  t.is((await dispose(client, found, inspection.id, 'vendor')).status, 201);
  const fee = await (await billingRig(platform, platform.standard)).item('RESTOCKING');
  const paid = await credit(client, found, { restocking_fee: 1, fee_item_id: fee });
  t.is(paid.status, 201, paid.text);
  const [{ id: noteId }] = paid.body.data.credits;
  await patch(client, `/api/accounting/invoices/${noteId}`, { action: 'issue' });

  const { body } = await client.get(trace(found.id));
  t.is(body.meta.total, 1);
  const [line] = body.data;
  t.like(line, {
    return_line_id: found.lines[0].id,
    order_line_id: sold.orderLineId,
    order_id: sold.orderId,
    ordered_qty: 3,
    receipt_id: found.receipt_id,
    receipt_line_id: found.lines[0].receipt_line_id,
    received_qty: 2,
  });
  t.is(line.shipments.length, 1);
  t.like(line.shipments[0], { status: 'shipped', qty: 3 });
  t.deepEqual(
    line.ledger.map(({ transaction_type: type, status, qty_delta: qty, disposition_id: of }: any) => [
      type,
      status,
      qty,
      of === null,
    ]),
    [
      ['return', 'hold', 2, true],
      ['status_change', 'hold', -1, false],
      ['status_change', 'available', 1, false],
    ],
  );
  t.is(line.inspections[0].inspection_id, inspection.id);
  t.deepEqual(
    line.dispositions.map(({ kind, inspection_id: of }: any) => [kind, of]),
    [
      ['restock', inspection.id],
      ['vendor', inspection.id],
    ],
  );
  t.like(line.books.credits[0], {
    credit_note_id: noteId,
    credited_line_id: sold.invoice.lines[0].id,
    status: 'open',
    quantity: 2,
    amount: 8,
  });
  t.deepEqual(
    line.books.postings.map(({ event, base_debit: debit, invoice_line_id: of }: any) => [event, debit, of]),
    [['issue', 8, line.books.credits[0].invoice_line_id]],
  );
  const entry = await read(
    client,
    `/api/accounting/journal-entries/${line.books.postings[0].journal_entry_id}`,
  );
  t.is(entry.entry_no, line.books.postings[0].entry_no);
  t.like(line.books.fees[0], { billing_item_id: fee, amount: 1, charge_id: null });
});

test('a fee is traced once, of however many inspections its credit note pays back', async (t) => {
  const sold = await invoicedOrder(platform, 2, { price: 4 });
  const found = await authorizedReturn(client, sold, 2);
  for (const answer of [
    await receiveUnits(platform, found, 2),
    await inspect(client, found, 1),
    await inspect(client, found, 1, { grade: 'B' }),
  ])
    t.true(answer.status < 300, answer.text);
  const fee = await (await billingRig(platform, platform.standard)).item('RESTOCKING-TWICE');
  const paid = await credit(client, found, { restocking_fee: 1, fee_item_id: fee });
  t.is(paid.status, 201, paid.text);
  const [{ books }] = (await client.get(trace(found.id))).body.data;
  t.is(books.credits.length, 2);
  t.deepEqual(
    books.fees.map(({ amount }: any) => amount),
    [1],
  );
});

test('a serial says with which shipment it left and on which receipt it came back', async (t) => {
  const { standard } = platform;
  const item = await newItem(platform, standard, { serial_tracked: true });
  const arrived = await post(client, '/api/wms/inbound-receipts', {
    warehouse_id: standard.warehouseId,
    source_type: 'manual',
    merchant_id: standard.merchantId,
    lines: [{ item_id: item, expected_qty: 1 }],
  });
  await post(client, `/api/wms/inbound-receipts/${arrived.body.data.id}/receive-line`, {
    receipt_line_id: arrived.body.data.lines[0].id,
    received_qty: 1,
    location_id: standard.locations['A-01'],
    serial_nos: ['TRACE-1'],
  });
  const order = await post(client, '/api/oms/orders', {
    warehouse_id: standard.warehouseId,
    lines: [{ product_id: item, qty: 1, price: 1 }],
  });
  const { id: orderId, lines } = order.body.data;
  for (const action of ['submit', 'approve']) await patch(client, `/api/oms/orders/${orderId}`, { action });
  await post(client, `/api/oms/orders/${orderId}/push-to-wms`, {});
  const { body } = await client.get(`/api/wms/shipments?order_id=${orderId}`);
  const shipped = await patch(client, `/api/wms/shipments/${body.data[0].id}`, {
    action: 'ship',
    serials: [{ item_id: item, serial_nos: ['TRACE-1'] }],
  });
  t.is(shipped.status, 200, shipped.text);
  const sold = { orderId, orderLineId: lines[0].id, itemId: item };
  const asked = await post(client, returnsPath, {
    order_id: sold.orderId,
    kind: 'warranty',
    lines: [{ order_line_id: sold.orderLineId, qty: 1, reason_code: 'broken', serial_nos: ['TRACE-1'] }],
  });
  const found = (await patch(client, `${returnsPath}/${asked.body.data.id}`, { action: 'authorize' })).body
    .data;
  const before = (await client.get(trace(found.id))).body.data[0].units;
  t.deepEqual(before, [{ serial_no: 'TRACE-1', shipment_id: body.data[0].id, receipt_id: null }]);
  await receiveUnits(platform, found, 1, { serial_nos: ['TRACE-1'] });
  await completeReceipt(client, found);
  await inspect(client, found, 1, { serial_nos: ['TRACE-1'] });
  const after = (await client.get(trace(found.id))).body.data[0].units;
  t.deepEqual(after, [{ ...before[0], receipt_id: found.receipt_id }]);
});

test('the merchant of a 3PL is charged for receiving, inspecting and disposing, and the trace names the charges', async (t) => {
  const rig = await billingRig(platform);
  const { organization, client: house } = rig;
  const work = await rig.item('RETURNS');
  await rig.sheet([{ billing_item_id: work, pricing_model: 'per_unit', rate: 2 }]);
  await rig.rule('return.received', work, { quantity_basis: 'lines' });
  await rig.rule('return.inspected', work, { quantity_basis: 'minutes' });
  await rig.rule('return.disposed', work, { quantity_basis: 'units' });
  const asked = await post(house, returnsPath, {
    warehouse_id: organization.warehouseId,
    merchant_id: organization.merchantId,
    kind: 'undeliverable',
    lines: [{ item_id: organization.items['PLAIN'], qty: 4, reason_code: 'refused' }],
  });
  const { id } = asked.body.data;
  const found = (await patch(house, `${returnsPath}/${id}`, { action: 'authorize' })).body.data;
  await post(house, `/api/wms/inbound-receipts/${found.receipt_id}/receive-line`, {
    receipt_line_id: found.lines[0].receipt_line_id,
    received_qty: 4,
    location_id: organization.locations['DOCK-1'],
  });
  await completeReceipt(house, found);
  const inspected = await inspect(house, found, 4, { minutes: 1.5 });
  const [inspection] = inspected.body.data.inspections;
  const disposed = await dispose(house, found, inspection.id, 'quarantine', { qty: 3 });
  t.is(disposed.status, 201, disposed.text);
  const day = (offset: number): string =>
    new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const run = await rig.run({ period_start: day(-1), period_end: day(1) });

  const [line] = (await house.get(trace(id))).body.data;
  t.deepEqual(
    line.books.fees.map(({ amount }: any) => amount).toSorted(),
    [2, 3, 6],
    'one line received, a minute and a half of inspection, three units disposed of',
  );
  t.deepEqual(
    new Set(line.books.fees.map(({ charge_id: charge }: any) => charge)),
    new Set((await rig.charges()).map(({ id: charge }) => charge)),
  );
  t.deepEqual([line.order_line_id, line.shipments, line.books.credits], [null, [], []]);

  const floor = await platform.clientWith(organization, ['oms.returns.view']);
  t.is((await floor.get(trace(id))).body.data[0].books, null, 'the books are for accounting.view');
  const other = await platform.clientWith(platform.standard, ['oms.returns.view']);
  t.is((await other.get(trace(id))).status, 404);

  t.is((await house.delete(`/api/accounting/invoices/${run.invoices[0].id}`)).status, 200);
  const { charge_id } = line.books.fees.find(({ amount }: any) => amount === 6);
  const waived = await post(house, '/api/accounting/billing/charges', {
    charge_id,
    action: 'waive',
    reason: 'goodwill',
  });
  t.true(waived.status < 300, waived.text);
  const [after] = (await house.get(trace(id))).body.data;
  t.deepEqual(after.books.fees.map(({ amount }: any) => amount).toSorted(), [2, 3], 'nobody is charged it');
});

test('every arrow of a trace is a foreign key', async (t) => {
  const { rows } = await platform.owner.query(
    `select conrelid::regclass || ' > ' || confrelid::regclass as arrow from pg_constraint where contype = 'f'`,
  );
  const arrows = new Set(rows.map(({ arrow }) => arrow));
  const steps = [
    'return_lines > returns',
    'return_lines > sales_order_lines',
    'wms_shipment_lines > sales_order_lines',
    'wms_shipment_lines > wms_shipments',
    'return_units > return_lines',
    'return_lines > inbound_receipt_lines',
    'inbound_receipts > returns',
    'inspections > return_lines',
    'dispositions > inspections',
    'disposition_entries > dispositions',
    'disposition_entries > inventory_ledger',
    'invoice_lines > return_lines',
    'invoice_lines > sales_order_lines',
    'invoices > returns',
    'invoices > invoices',
    'journal_lines > invoice_lines',
    'journal_lines > journal_entries',
  ];
  t.deepEqual(
    steps.filter((step) => !arrows.has(step)),
    [],
  );
});
