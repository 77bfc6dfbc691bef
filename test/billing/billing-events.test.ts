import { createHash } from 'node:crypto';
import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { joinPlatform } from '../helpers/join-platform.ts';
import { billingRig } from './billing-rig.ts';
import { plantFloorWork } from './planted-work.ts';

test('receipts, returns, labels, putaways, adjustments, orders and freight splits are billed by what they hold', async (t) => {
  const platform = await joinPlatform(t);
  const rig = await billingRig(platform);
  const { organization } = rig;
  const { id: org, merchantId, warehouseId, items, locations } = organization;
  const moment = '2026-03-05 16:00Z';
  const connection = await platform.owner.connect();
  const plant = (table: string, row: Record<string, unknown>) => {
    const full: Record<string, unknown> = { organization_id: org, ...row };
    const names = Object.keys(full);
    return connection.query(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(full),
    );
  };
  await connection.query("set session_replication_role = 'replica'");
  for (const source of ['portal', 'return']) {
    const receipt = uuidv7();
    await plant('inbound_receipts', {
      id: receipt,
      receipt_no: `RCPT-${source}`,
      warehouse_id: warehouseId,
      merchant_id: merchantId,
      source_type: source,
      status: 'received',
      title: 'Goods',
      container_no: 'MSKU1234565',
      received_at: moment,
      counted_qty: 50,
    });
    await plant('inbound_receipt_lines', {
      id: uuidv7(),
      receipt_id: receipt,
      merchant_id: merchantId,
      line_no: 1,
      item_id: items['PLAIN'],
      uom: 'CTN',
      uom_factor: 10,
      received_qty: 4,
      damaged_qty: 1,
    });
  }
  await plant('print_jobs', {
    id: uuidv7(),
    merchant_id: merchantId,
    warehouse_id: warehouseId,
    is_device_given: false,
    label_kind: 'pallet',
    copies: 3,
    labels_per_copy: 4,
    zpl_sha256: createHash('sha256').update('^XA^XZ').digest(),
    status: 'done',
    finished_at: moment,
  });
  for (const [type, qty] of [
    ['putaway', 200],
    ['adjust', -7],
  ] as const) {
    await plant('inventory_ledger', {
      id: uuidv7(),
      command_id: uuidv7(),
      line_no: 1,
      item_id: items['PLAIN'],
      location_id: locations['A-01'],
      status: 'available',
      lot_no: '',
      warehouse_id: warehouseId,
      merchant_id: merchantId,
      qty_delta: qty,
      transaction_type: type,
      ref_type: 'test',
      actor: 'test',
      occurred_at: moment,
    });
  }
  const count = uuidv7();
  await plant('count_tasks', {
    id: count,
    task_no: 'CNT-1',
    kind: 'plan',
    warehouse_id: warehouseId,
    state: 'completed',
    created_by: 'test',
    completed_at: moment,
  });
  for (const [at, qty] of [
    ['2026-03-05 15:50Z', 4],
    ['2026-03-05 15:56Z', 5],
  ] as const) {
    await plant('count_lines', {
      id: uuidv7(),
      task_id: count,
      location_id: locations['A-01'],
      item_id: items['PLAIN'],
      merchant_id: merchantId,
      lot_no: '',
      status: qty === 4 ? 'available' : 'hold',
      is_planned: true,
      counted_qty: qty,
      expected_qty: qty,
      posted_before: 0,
      counted_at: at,
    });
  }
  await plantFloorWork(plant, organization, moment);
  await plant('sales_orders', {
    id: uuidv7(),
    order_no: 'SO-1',
    status: 'released',
    inventory_mode: 'wms_sync',
    merchant_id: merchantId,
    warehouse_id: warehouseId,
    channel_id: organization.channelId,
    currency: 'USD',
    subtotal: 80,
    total: 80,
    created_by: 'test',
    released_at: moment,
  });
  const [bill, line, split] = [uuidv7(), uuidv7(), uuidv7()];
  const accounts = await connection.query(
    "select id from accounts where organization_id = $1 and system_key = 'freight_cost'",
    [org],
  );
  await plant('bills', {
    id: bill,
    bill_no: 'BILL-1',
    bill_type: 'freight',
    status: 'open',
    carrier_id: organization.carrierId,
    currency: 'USD',
    bill_date: '2026-03-07',
    due_date: '2026-04-07',
    subtotal: 33.33,
    total: 33.33,
  });
  const freight = await rig.item('FREIGHT', { category: 'freight', uom: 'flat' });
  await plant('bill_lines', {
    id: line,
    bill_id: bill,
    line_no: 1,
    account_id: accounts.rows[0].id,
    description: 'Haul',
    unit_cost: 33.33,
    amount: 33.33,
    rebill_item_id: freight,
  });
  await plant('bill_line_splits', {
    id: split,
    bill_line_id: line,
    split_no: 1,
    merchant_id: merchantId,
    basis_qty: 1,
    share: 1,
    amount: 33.33,
    rebill_status: 'pending',
  });
  await connection.query("set session_replication_role = 'origin'");
  connection.release();

  const wanted: [event: string, basis: string, expected: number, more?: object][] = [
    ['receipt.received', 'units', 50],
    ['receipt.received', 'containers', 1],
    ['receipt.line_received', 'cartons', 5],
    ['return.received', 'lines', 1],
    ['label.printed', 'labels', 12],
    ['putaway.completed', 'pallets', 2],
    ['inventory.adjusted', 'units', 7],
    ['count.completed', 'lines', 2],
    ['count.completed', 'units', 9],
    ['count.completed', 'minutes', 6],
    ['move.completed', 'units', 25],
    ['pick_job.done', 'lines', 2],
    ['pick_job.done', 'units', 8],
    ['pick_job.done', 'minutes', 20],
    [
      'order.released',
      'order_value',
      80,
      { pricing_model: 'percent', percent: 1, percent_basis: 'order_value' },
    ],
  ];
  const lines: object[] = [{ billing_item_id: freight, pricing_model: 'cost_plus', percent: 10, rate: 2 }];
  const checks: [string, number, string][] = [[freight, 33.33 * 1.1 + 2, 'freight.split']];
  await rig.rule('freight.split', freight, {
    quantity_basis: 'cost',
    conditions: { all: [{ field: 'rebill_item_id', op: 'eq', value: freight }] },
  });
  for (const [index, [event, basis, expected, more]] of wanted.entries()) {
    const item = await rig.item(`E${index}`);
    lines.push({ billing_item_id: item, pricing_model: 'per_unit', rate: 1, ...more });
    await rig.rule(event, item, { quantity_basis: basis });
    checks.push([item, more ? expected / 100 : expected, `${event} ${basis}`]);
  }
  await rig.rule('inventory.stored', null);
  await rig.sheet(lines);
  const run = await rig.run();
  t.is(run.status, 'completed', JSON.stringify(run.exceptions ?? run.error));
  for (const [item, expected, what] of checks)
    t.is(await rig.sum(`&billing_item_id=${item}`), Math.round(expected * 1e6) / 1e6, what);
  const rebilled = await platform.owner.query('select rebill_status from bill_line_splits where id = $1', [
    split,
  ]);
  t.is(rebilled.rows[0].rebill_status, 'charged');

  // The bill is voided: its split disappears from the activity, and what was charged for it is credited.
  await platform.owner.query(
    `begin; set local session_replication_role = 'replica';
     update bills set status = 'void', void_date = '2026-03-09' where organization_id = '${rig.organization.id}'; commit`,
  );
  const again = await rig.run();
  t.is(again.charges_adjusted, 1);
  t.is(await rig.sum(`&billing_item_id=${freight}`), 0);
});

test('a rule looks at how a receipt came and was received; one on which nothing came is no receipt', async (t) => {
  const platform = await joinPlatform(t);
  const rig = await billingRig(platform);
  const { id: org, merchantId, warehouseId } = rig.organization;
  const connection = await platform.owner.connect();
  await connection.query("set session_replication_role = 'replica'");
  const receive = async (source: string, method: string | null, counted = 1): Promise<void> => {
    const receipt = uuidv7();
    await connection.query(
      `insert into inbound_receipts (organization_id, id, receipt_no, warehouse_id, merchant_id, source_type, status, title, received_at,
         counted_qty)
       values ($1, $2, $6, $3, $4, $5, 'received', 'Goods', '2026-03-05 16:00Z', $7)`,
      [org, receipt, warehouseId, merchantId, source, `RCPT-${receipt}`, counted],
    );
    for (const status of method === null ? [] : ['cancelled', 'completed']) {
      await connection.query(
        `insert into tasks (organization_id, id, task_type, status, warehouse_id, ref_type, ref_id, receiving_method)
         values ($1, $2, 'receive', $3, $4, 'inbound_receipt', $5, $6)`,
        [org, uuidv7(), status, warehouseId, receipt, status === 'cancelled' ? 'decide' : method],
      );
    }
  };
  await receive('portal', 'palletized');
  await receive('portal', 'direct');
  await receive('manual', 'direct');
  await receive('manual', null);
  // Closed because the goods came on the portal's.
  await receive('portal', null, 0);
  await connection.query("set session_replication_role = 'origin'");
  connection.release();
  const [portal, direct, any] = [await rig.item('PORTAL'), await rig.item('DIRECT'), await rig.item('ANY')];
  await rig.sheet(
    [portal, direct, any].map((item, index) => ({
      billing_item_id: item,
      pricing_model: 'flat',
      rate: 10 ** index,
    })),
  );
  const when = (field: string, op: string, value: unknown): object => ({
    conditions: { all: [{ field, op, value }] },
  });
  await rig.rule('receipt.received', portal, when('source_type', 'eq', 'portal'));
  await rig.rule('receipt.received', direct, when('receiving_method', 'eq', 'direct'));
  await rig.rule('receipt.received', any, when('receiving_method', 'exists', true));
  const run = await rig.run();
  t.is(await rig.sum(), 2 * 1 + 2 * 10 + 3 * 100);
  t.deepEqual(
    run.exceptions.map(({ reason, event }: any) => [reason, event]),
    [['NO_RULE', 'receipt.received']],
  );
});
