/** What shipments are billed by. */
import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { joinPlatform } from '../helpers/join-platform.ts';
import { billingRig } from './billing-rig.ts';

test('a shipment is billed for what left: a line that was short or stayed behind is none', async (t) => {
  const platform = await joinPlatform(t);
  const rig = await billingRig(platform);
  const [line, weight] = [await rig.item('LINE'), await rig.item('WEIGHT', { uom: 'kg' })];
  await rig.sheet([line, weight].map((id) => ({ billing_item_id: id, pricing_model: 'per_unit', rate: 1 })));
  await rig.rule('shipment.shipped', line, { quantity_basis: 'lines' });
  await rig.rule('shipment.shipped', weight, { quantity_basis: 'weight_kg' });
  await rig.rule('shipment.line_shipped', null);
  // PLAIN weighs 1.5 kg; what LOT weighs, nobody knows.
  await rig.ship('2026-03-05', [{ qty: 2 }, { qty: 0, sku: 'LOT' }, { qty: 0 }]);
  const run = await rig.run();
  t.is(run.status, 'completed', JSON.stringify(run.exceptions));
  t.is(await rig.sum(`&billing_item_id=${line}`), 1);
  t.is(await rig.sum(`&billing_item_id=${weight}`), 3);
});

test('an order that leaves in two shipments is worth its total once', async (t) => {
  const platform = await joinPlatform(t);
  const rig = await billingRig(platform);
  const { id: org, merchantId, items } = rig.organization;
  const value = await rig.item('VALUE');
  const percent = { pricing_model: 'percent', percent: 1, percent_basis: 'order_value' };
  await rig.sheet([{ billing_item_id: value, ...percent }]);
  await rig.rule('shipment.shipped', value, { quantity_basis: 'order_value' });
  await rig.rule('shipment.line_shipped', null);
  const ships = [await rig.ship('2026-03-05', [{ qty: 1 }]), await rig.ship('2026-03-06', [{ qty: 2 }])];
  const [order, line] = [uuidv7(), uuidv7()];
  await platform.owner.query(`begin; set local session_replication_role = 'replica';
    insert into sales_orders (organization_id, id, order_no, status, inventory_mode, merchant_id, currency, subtotal, shipping_fee, total,
      created_by) values ('${org}', '${order}', 'SO-1', 'fulfilled', 'wms_sync', '${merchantId}', 'USD', 900, 100, 1000, 'test');
    insert into sales_order_lines (organization_id, id, order_id, line_no, merchant_id, item_id, qty, price, amount)
      values ('${org}', '${line}', '${order}', 1, '${merchantId}', '${items['PLAIN']}', 3, 300, 900);
    update wms_shipments set order_id = '${order}' where organization_id = '${org}';
    update wms_shipment_lines set order_line_id = '${line}' where organization_id = '${org}'; commit`);
  const run = await rig.run();
  t.is(run.status, 'completed', JSON.stringify(run.exceptions));
  const sums = [];
  for (const { id } of ships) sums.push(await rig.sum(`&source_id=${id}`));
  t.deepEqual(sums, [3.333333, 6.666667]);
});
