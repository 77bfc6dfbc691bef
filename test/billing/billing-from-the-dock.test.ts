/** What is billed begins where it happens: a delivery, a return and a shipment asked for over HTTP, and nothing planted. */
import test from 'ava';
import { drive, newOrder } from '../orders/orders-rig.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { makeReceipt, receiptsPath, warehouseDay } from '../helpers/receiving.ts';
import { dispose, inspect, post, patch, returnsPath } from '../returns/returns-rig.ts';
import { billingRig } from './billing-rig.ts';

test('a delivery, a return and a shipment are each billed once, as what they are', async (t) => {
  const platform = await joinPlatform(t);
  const { threePl } = platform;
  const rig = await billingRig(platform);
  const { client } = rig;
  const today = warehouseDay(0);
  const items: Record<string, string> = {};
  for (const [code, event] of [
    ['IN', 'receipt.received'],
    ['BACK', 'return.received'],
    ['OUT', 'shipment.line_shipped'],
  ] as const) {
    items[code] = await rig.item(code);
    await rig.rule(event, items[code], { quantity_basis: 'units' });
  }
  await rig.sheet(
    Object.values(items).map((item) => ({ billing_item_id: item, pricing_model: 'per_unit', rate: 1 })),
  );
  for (const [source, qty] of [
    ['manual', 20],
    ['return', 3],
  ] as const) {
    const receipt = await makeReceipt(client, threePl, {
      source_type: source,
      merchant_id: threePl.merchantId,
      lines: [{ sku: 'PLAIN', qty }],
    });
    const counted = await receipt.receive({ received_qty: qty, location_id: threePl.locations['A-01'] });
    t.is(counted.status, 200, counted.text);
    t.is((await client.post(`${receiptsPath}/${receipt.id}/complete-receive`)).status, 200);
  }
  const item = threePl.items['PLAIN']!;
  const order = await newOrder(client, [{ item, qty: 4 }], { merchant_id: threePl.merchantId });
  const { wms_shipments: shipments } = await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  for (const action of ['pick', 'pack', 'ship']) {
    const moved = await client.patch(`/api/wms/shipments/${shipments[0].id}`, { action });
    t.is(moved.status, 200, moved.text);
  }

  const run = await rig.run({ period_start: today, period_end: today });
  t.true(run.status.startsWith('completed'), JSON.stringify(run.error));
  const charges = await rig.charges();
  t.deepEqual(
    charges
      .map(({ billing_item_id: id, source_type: source, quantity }) => [
        Object.keys(items).find((code) => items[code] === id),
        source,
        quantity,
      ])
      .toSorted((a, b) => String(a).localeCompare(String(b))),
    [
      ['BACK', 'return', 3],
      ['IN', 'receipt', 20],
      ['OUT', 'shipment_line', 4],
    ],
  );
  t.is(run.invoices[0].total, 27);
});

test('what is inspected and disposed of is billed by its grade, outcome and reason, once', async (t) => {
  const platform = await joinPlatform(t);
  const { threePl } = platform;
  const rig = await billingRig(platform);
  const { client } = rig;
  const [minutes, bad, scrapped] = [await rig.item('MIN'), await rig.item('BAD'), await rig.item('SCRAP')];
  const hours = await rig.item('HOUR', { uom: 'hour' });
  const when = (field: string, value: string): object => ({
    conditions: { all: [{ field, op: 'eq', value }] },
  });
  for (const item of [minutes, hours])
    await rig.rule('return.inspected', item, {
      quantity_basis: 'minutes',
      ...when('reason_code', 'too_small'),
    });
  await rig.rule('return.inspected', bad, { quantity_basis: 'units', ...when('grade', 'D') });
  await rig.rule('return.disposed', scrapped, { quantity_basis: 'units', ...when('disposition', 'scrap') });
  await rig.rule('return.received', null);
  const rates: [string, number][] = [
    [minutes, 2],
    [hours, 40],
    [bad, 10],
    [scrapped, 100],
  ];
  await rig.sheet(rates.map(([item, rate]) => ({ billing_item_id: item, pricing_model: 'per_unit', rate })));

  const location_id = threePl.locations['A-01'];
  const asked = await post(client, returnsPath, {
    merchant_id: threePl.merchantId,
    warehouse_id: threePl.warehouseId,
    kind: 'customer',
    lines: [{ item_id: threePl.items['PLAIN'], qty: 5, reason_code: 'too_small' }],
  });
  t.is(asked.status, 201, asked.text);
  const { id } = asked.body.data;
  const found = (await patch(client, `${returnsPath}/${id}`, { action: 'authorize' })).body.data;
  const receipt = `${receiptsPath}/${found.receipt_id}`;
  const counted = await post(client, `${receipt}/receive-line`, {
    receipt_line_id: found.lines[0].receipt_line_id,
    received_qty: 5,
    location_id,
  });
  t.is(counted.status, 200, counted.text);
  await post(client, `${receipt}/complete-receive`, {});
  t.is((await inspect(client, found, 3, { minutes: 7.5 })).status, 201);
  t.is((await inspect(client, found, 2, { grade: 'D', minutes: 4 })).status, 201);
  const [whole, broken] = (await client.get(`${returnsPath}/${id}`)).body.data.inspections;
  t.is((await dispose(client, found, whole.id, 'restock', { location_id })).status, 201);
  const gone = await dispose(client, found, broken.id, 'scrap', { location_id, reason_code: 'damage' });
  t.is(gone.status, 201, gone.text);

  const today = warehouseDay(0);
  const period = { period_start: today, period_end: today };
  for (const round of ['first', 'again']) {
    const run = await rig.run(period);
    t.true(run.status.startsWith('completed'), JSON.stringify(run.error));
    t.is(await rig.sum(`&billing_item_id=${minutes}`), (7.5 + 4) * 2, round);
    t.is(await rig.sum(`&billing_item_id=${hours}`), 0.125 * 40 + 0.066667 * 40, round);
    t.is(await rig.sum(`&billing_item_id=${bad}`), 2 * 10, round);
    t.is(await rig.sum(`&billing_item_id=${scrapped}`), 2 * 100, round);
  }
  const charges = await rig.charges();
  t.deepEqual(
    new Set(charges.map(({ source_type: source }) => source)),
    new Set(['inspection', 'disposition']),
  );
  t.true(
    charges.every(({ source_ref: ref }) => ref === found.return_no),
    'a charge names its return',
  );
});
