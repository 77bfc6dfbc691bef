/** What is billed of transfers: that they were sent, that they came, and what was lost on the way. */
import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { billingRig } from '../billing/billing-rig.ts';
import { joinPlatform } from '../helpers/join-platform.ts';

test('what is sent and received is billed as a transfer, and as no order or delivery', async (t) => {
  const platform = await joinPlatform(t);
  const { owner } = platform;
  const rig = await billingRig(platform);
  const { id: org, merchantId, warehouseId, items, locations } = rig.organization;
  const [out, into] = [await rig.item('SENT'), await rig.item('CAME', { uom: 'unit' })];
  const [lost, adjusted] = [await rig.item('LOST', { uom: 'unit' }), await rig.item('ADJ', { uom: 'unit' })];
  await rig.sheet(
    [out, into, lost, adjusted].map((id, index) => ({
      billing_item_id: id,
      pricing_model: 'per_unit',
      rate: 10 ** index,
    })),
  );
  await rig.rule('transfer.shipped', out, { quantity_basis: 'units' });
  await rig.rule('transfer.received', into, { quantity_basis: 'units' });
  await rig.rule('transfer.written_off', lost, { quantity_basis: 'units' });
  await rig.rule('inventory.adjusted', adjusted, { quantity_basis: 'units' });
  const { id: shipment } = await rig.ship('2026-03-10', [{ qty: 7 }]);
  const connection = await owner.connect();
  await connection.query("set session_replication_role = 'replica'");
  const transfer = uuidv7();
  await connection.query('update wms_shipments set transfer_id = $1 where id = $2', [transfer, shipment]);
  const receipt = uuidv7();
  await connection.query(
    `insert into inbound_receipts (organization_id, id, receipt_no, warehouse_id, merchant_id, source_type, transfer_id, status, title,
       received_at, counted_qty)
     values ($1, $2, 'RCPT-TR', $3, $4, 'manual', $5, 'received', 'Goods', '2026-03-12 16:00Z', 6)`,
    [org, receipt, warehouseId, merchantId, transfer],
  );
  await connection.query(
    `insert into inbound_receipt_lines (organization_id, id, receipt_id, merchant_id, line_no, item_id, uom, uom_factor, received_qty)
     values ($1, $2, $3, $4, 1, $5, 'EA', 1, 6)`,
    [org, uuidv7(), receipt, merchantId, items['PLAIN']],
  );
  // What a transfer lost, what was scrapped of a return, and what somebody counted.
  for (const [ref, qty] of Object.entries({ transfer: -1, disposition: -2, adjustment: -3 }))
    await connection.query(
      `insert into inventory_ledger (organization_id, id, command_id, line_no, item_id, location_id, status, lot_no, warehouse_id,
         merchant_id, qty_delta, transaction_type, ref_type, actor, occurred_at)
       values ($1, $2, $2, 1, $3, $4, 'available', '', $5, $6, $7, 'adjust', $8, 'test', '2026-03-13 16:00Z')`,
      [org, uuidv7(), items['PLAIN'], locations['A-01'], warehouseId, merchantId, qty, ref],
    );
  await connection.query("set session_replication_role = 'origin'");
  connection.release();
  const run = await rig.run();
  // Nobody is charged for storage here.
  t.deepEqual(
    run.exceptions.filter(({ event }: any) => event !== 'inventory.stored'),
    [],
  );
  t.is(await rig.sum(), 7 * 1 + 6 * 10 + 1 * 100 + 3 * 1000, 'scrapped units are billed as a disposition');
});
