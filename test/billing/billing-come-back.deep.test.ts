/** What was billed, was gone, and comes back in another period. */
import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { joinPlatform } from '../helpers/join-platform.ts';
import { billingRig } from './billing-rig.ts';
import { storageRig } from './storage/storage-rig.ts';

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

test('in an old month it is charged alone: not by rules made since, and no stock whose snapshots have gone', async (t) => {
  const rig = await storageRig(t);
  const [label, fee, share, idle, bulk] = await Promise.all(
    ['LABEL', 'FEE', 'SHARE', 'IDLE', 'BULK'].map((code) => rig.item(code)),
  );
  const store = await rig.item('STORE', { category: 'storage' });
  const flat = { pricing_model: 'flat' };
  await rig.sheet([
    { billing_item_id: label, ...flat, rate: 5 },
    {
      billing_item_id: store,
      pricing_model: 'per_unit',
      rate: 1,
      storage_method: 'daily',
      storage_basis: 'unit',
    },
    { billing_item_id: fee, ...flat, rate: 40 },
    { billing_item_id: share, pricing_model: 'percent', percent: 10, percent_basis: 'charges_subtotal' },
    { billing_item_id: idle, ...flat, rate: 1, min_charge: 30, min_scope: 'period' },
    {
      billing_item_id: bulk,
      pricing_model: 'volume',
      tiers: [{ from: 0, to: null, rate: 2 }],
      tier_window: 'period',
    },
  ]);
  await rig.rule('shipment.shipped', label!);
  await rig.rule('shipment.line_shipped', null);
  await rig.rule('inventory.stored', store);
  await rig.move('2026-01-22', 3);
  const { id } = await rig.ship('2026-01-20', [{ qty: 1 }]);
  await rig.run(january);
  const inJanuary = (query = '') => rig.sum(`&service_to=2026-01-31${query}`);
  t.is(await inJanuary(), 5 + 30);
  const state = (status: string) =>
    rig.plant(`update wms_shipments set status = '${status}' where id = '${id}'`);
  await state('cancelled');
  await rig.run(february);
  t.is(await inJanuary(), 30);
  const ofJanuary = `organization_id = '${rig.organization.id}' and snapshot_day < '2026-02-01'`;
  await rig.plant(
    `delete from inventory_snapshots where ${ofJanuary}; delete from inventory_snapshot_days where ${ofJanuary}`,
  );

  for (const item of [fee, share]) await rig.rule('period.recurring', item!);
  await rig.rule('order.released', idle!);
  await rig.rule('shipment.shipped', bulk!, { quantity_basis: 'units' });
  await state('shipped');
  const run = await rig.run(june);
  t.is(run.status, 'completed', JSON.stringify(run.exceptions ?? run.error));
  t.is(await inJanuary(`&billing_item_id=${label}`), 5);
  t.is(await inJanuary(), 5 + 30, 'and nothing else');
  t.is(await rig.sum(`&billing_item_id=${fee}`), 40, 'what is made since is due from then on');
  const again = await rig.run(june);
  t.deepEqual([again.charges_created, again.charges_adjusted], [0, 0]);
  // What was charged for an event that this version has no more stays as it is.
  await rig.plant(`update charges set quantity = 0, pricing = pricing || '{"event": "task.labor"}'
    where organization_id = '${rig.organization.id}' and source_id = '${id}' and quantity > 0 and kind = 'adjustment'`);
  t.is((await rig.run(june)).status, 'completed');
});

test('in an old month what did not come back stays as it was charged, whatever changed since', async (t) => {
  const rig = await billingRig(await joinPlatform(t));
  const { id: org } = rig.organization;
  const [label, weight] = [await rig.item('LABEL'), await rig.item('WEIGHT', { uom: 'kg' })];
  const flat = { billing_item_id: label, pricing_model: 'flat', rate: 5 };
  await rig.sheet([
    { ...flat, match_carrier_code: 'UPS' },
    { billing_item_id: weight, pricing_model: 'per_unit', rate: 1 },
  ]);
  await rig.rule('shipment.shipped', label);
  await rig.rule('shipment.shipped', weight, { quantity_basis: 'weight_kg' });
  await rig.rule('shipment.line_shipped', null);
  const [back, kept, moved] = await Promise.all(
    [20, 21, 22].map((day) => rig.ship(`2026-01-${day}`, [{ qty: 2 }], { carrier: 'UPS' })),
  );
  await rig.run(january);
  const change = (id: string, what: string) =>
    rig.plant(`update wms_shipments set ${what} where id = '${id}'`);
  await change(back!.id, "status = 'cancelled'");
  await change(moved!.id, "carrier_code = 'FDX'");
  await rig.run(february);
  const of = ({ id }: { id: string }) => rig.sum(`&source_id=${id}`);
  t.deepEqual([await of(back!), await of(kept!), await of(moved!)], [0, 5 + 3, 3]);
  await rig.plant(`update items set weight_kg = 7 where organization_id = '${org}'`);
  await rig.sheet([{ ...flat, match_carrier_code: 'FDX' }], { merchant_id: null });
  await change(back!.id, "status = 'shipped'");
  t.regex((await rig.run(june)).status, /^completed/);
  t.deepEqual([await of(back!), await of(kept!), await of(moved!)], [5 + 14, 5 + 3, 3]);
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

for (const [other, due] of [
  [8, 8],
  [12, 10],
] as const)
  test(`a maximum counts no waived fee that goes and comes back, beside ${other}`, async (t) => {
    const rig = await billingRig(await joinPlatform(t));
    const pick = await rig.item('PICK');
    const bounds = { max_charge: 10, min_scope: 'period' };
    await rig.sheet([{ billing_item_id: pick, pricing_model: 'per_unit', rate: 1, ...bounds }]);
    await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
    await rig.rule('shipment.shipped', null);
    await rig.ship('2026-03-05', [{ qty: other }]);
    const { id, lineIds } = await rig.ship('2026-03-06', [{ qty: 5 }]);
    const [draft] = (await rig.run()).invoices;
    t.is((await rig.client.delete(`/api/accounting/invoices/${draft.id}`)).status, 200);
    const [fee] = await rig.charges(`&source_id=${lineIds[0]}`);
    const waiver = { charge_id: fee.id, action: 'waive', reason: 'goodwill' };
    t.is((await rig.client.post('/api/accounting/billing/charges', waiver)).status, 201);
    for (const status of ['shipped', 'cancelled', 'shipped']) {
      await rig.plant(`update wms_shipments set status = '${status}' where id = '${id}'`);
      await rig.run();
      t.is((await rig.sum()) - (await rig.sum('&status=waived')), due, status);
    }
  });
