/** What is billed begins where it happens: a delivery, a return and a shipment asked for over HTTP, and nothing planted. */
import test from 'ava';
import { drive, newOrder } from '../orders/orders-rig.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { makeReceipt, receiptsPath, warehouseDay } from '../helpers/receiving.ts';
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
