/** What was billed, was gone, and comes back in another period. */
import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { joinPlatform } from '../helpers/join-platform.ts';
import { billingRig } from './billing-rig.ts';

const january = { period_start: '2026-01-01', period_end: '2026-01-31' };
const february = { period_start: '2026-02-01', period_end: '2026-02-28' };
const march = { period_start: '2026-03-01', period_end: '2026-03-31' };
/** More than three months after the first two. */
const june = { period_start: '2026-06-01', period_end: '2026-06-30' };

for (const [name, period] of Object.entries({ march, june }))
  test(`what was credited because it was gone is charged again when it comes back in ${name}, once`, async (t) => {
    const rig = await billingRig(await joinPlatform(t));
    const label = await rig.item('LABEL');
    await rig.sheet(
      Object.entries({ UPS: 5, FDX: 7 }).map(([match_carrier_code, rate]) => ({
        billing_item_id: label,
        pricing_model: 'flat',
        rate,
        match_carrier_code,
      })),
    );
    await rig.rule('shipment.shipped', label);
    await rig.rule('shipment.line_shipped', null);
    const same = await rig.ship('2026-01-20', [{ qty: 1 }], { carrier: 'UPS' });
    const other = await rig.ship('2026-01-21', [{ qty: 1 }], { carrier: 'UPS' });
    await rig.run(january);
    t.is(await rig.sum(), 10);
    await rig.plant(
      `update wms_shipments set status = 'cancelled' where id in ('${same.id}', '${other.id}')`,
    );
    await rig.run(february);
    t.is(await rig.sum(), 0);
    const day = period.period_start.replace(/01$/, '05');
    const back = (id: string, carrier: string) =>
      rig.plant(`update wms_shipments set status = 'shipped', shipped_at = '${day} 15:00Z', carrier_code = '${carrier}'
        where id = '${id}'`);
    await back(same.id, 'UPS');
    await back(other.id, 'FDX');
    const run = await rig.run(period);
    t.is(run.status, 'completed', JSON.stringify(run.exceptions ?? run.error));
    t.is(await rig.sum(`&source_id=${same.id}&service_from=2026-01-20&service_to=2026-01-20`), 5);
    t.is(await rig.sum(`&source_id=${other.id}&service_from=${day}`), 7, 'by the line that fits now');
    t.is(await rig.sum(), 12);
    const again = await rig.run(period);
    t.deepEqual([again.charges_created, again.charges_adjusted], [0, 0]);
  });

test('an order released anew from another warehouse in the next period is charged there, once', async (t) => {
  const rig = await billingRig(await joinPlatform(t));
  const { id: org, merchantId, warehouseId: east } = rig.organization;
  const made = await rig.client.post('/api/wms/warehouses', { code: 'W2', name: 'West' });
  const west: string = made.body.data.id;
  const [fee, own] = [await rig.item('FEE'), await rig.item('OWN')];
  for (const [warehouse_id, rate] of [
    [east, 5],
    [west, 7],
  ])
    await rig.sheet(
      [fee, own].map((billing_item_id) => ({ billing_item_id, pricing_model: 'flat', rate })),
      { warehouse_id },
    );
  await rig.rule('order.released', fee);
  for (const [priority, warehouse_id] of [east, west].entries())
    await rig.rule('order.released', own, { warehouse_id, priority, exclusive_group: 'place' });
  const order = uuidv7();
  await rig.plant(`insert into sales_orders (organization_id, id, order_no, status, inventory_mode, merchant_id, warehouse_id, currency,
      created_by, released_at) values ('${org}', '${order}', 'SO-1', 'released', 'wms_sync', '${merchantId}', '${east}', 'USD', 'test',
      '2026-01-31 16:00Z')`);
  await rig.run(january);
  t.is(await rig.sum(), 10);
  await rig.plant(
    `update sales_orders set warehouse_id = '${west}', released_at = '2026-02-02 16:00Z' where id = '${order}'`,
  );
  const run = await rig.run(february);
  t.is(run.status, 'completed', JSON.stringify(run.exceptions));
  t.is(await rig.sum('&service_to=2026-01-31'), 0);
  t.is(await rig.sum('&service_from=2026-02-02'), 14);
  for (const period of [january, february]) {
    const again = await rig.run(period);
    t.deepEqual([again.charges_created, again.charges_adjusted], [0, 0]);
  }
  await rig.plant(
    `update sales_orders set warehouse_id = '${east}', released_at = '2026-06-05 16:00Z' where id = '${order}'`,
  );
  const back = await rig.run(june);
  t.deepEqual(
    [back.status, await rig.sum()],
    ['completed', 14],
    'West’s fee stands: it is not charged twice',
  );
});
