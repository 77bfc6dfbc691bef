/** A merchant's stock statement from the dock on: what is asked over HTTP is what the statement says of it. */
import test from 'ava';
import { closeInventory } from '../../db/closings/closings.write.ts';
import { inTenant } from '../../db/database.ts';
import { drive, newOrder } from '../orders/orders-rig.ts';
import { readPaper } from '../documents/read-paper.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { makeReceipt, receiptsPath, warehouseDay, type WantedReceipt } from '../helpers/receiving.ts';
import { until } from '../helpers/wait.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

interface Figures {
  opening: number;
  received: number;
  returned: number;
  shipped: number;
  transferred: number;
  adjusted: number;
  reversed: number;
  closing: number;
}

const period = `from=${warehouseDay(-1)}&to=${warehouseDay(1)}`;
const path = `/api/wms/inventory/statement?${period}&page_size=200`;

async function figuresOf(sku: string): Promise<Figures> {
  const statement = (await platform.client.get(path)).body.data;
  return statement.items.find((one: { sku: string }) => one.sku === sku);
}

const sums = ({ opening, received, returned, shipped, transferred, adjusted, reversed }: Figures): number =>
  opening + received + returned + shipped + transferred + adjusted + reversed;

let skus = 0;

async function freshSku(flags: object = {}): Promise<string> {
  const { client, standard } = platform;
  skus += 1;
  const sku = `GOODS-${skus}`;
  const made = await client.post('/api/wms/items', { sku, name: 'Goods', ...flags });
  standard.items[sku] = made.body.data.id;
  return sku;
}

const receipt = (sku: string, words: WantedReceipt = {}) =>
  makeReceipt(platform.client, platform.standard, { lines: [{ sku, qty: 50 }], ...words });

test('a return is booked as one on every way into the warehouse, and corrections of it as its reversals', async (t) => {
  const { client, standard } = platform;
  const sku = await freshSku();
  const inspected = await freshSku({ qc_hold: true });
  const location_id = standard.locations['A-01'];
  const delivered = await receipt(sku);
  t.is((await delivered.receive({ received_qty: 20 })).status, 200);

  const back = await receipt(sku, { source_type: 'return' });
  const counted = await back.receive({ received_qty: 4, damaged_qty: 1 });
  t.is(counted.status, 200, counted.text);
  t.is((await back.receive({ received_qty: 2, condition: 'damaged' })).status, 200);
  const crossed = await back.receive({ received_qty: 3, is_cross_dock: true, location_id: undefined });
  t.is(crossed.status, 200, crossed.text);
  const all = await client.post(`${receiptsPath}/${back.id}/receive-all`, {
    lines: [{ line_id: back.lines[0]!.id, received_qty: 5, location_id }],
  });
  t.is(all.status, 200, all.text);
  const onV1 = await client.post(`/v1/wms/receipts/${back.id}/receive`, {
    lines: [{ sku, qty_received: 6 }],
  });
  t.is(onV1.status, 200, onV1.text);
  const held = await receipt(inspected, { source_type: 'return' });
  t.is((await held.receive({ received_qty: 7 })).status, 200);
  const reversed = await client.post(`${receiptsPath}/${back.id}/reverse-line`, {
    receipt_line_id: back.lines[0]!.id,
    ledger_entry_id: counted.body.data.ledger_entry_ids[0],
    qty: 1,
    note: 'counted twice',
  });
  t.is(reversed.status, 200, reversed.text);

  t.like(await figuresOf(sku), { opening: 0, received: 20, returned: 21, reversed: -1, closing: 40 });
  t.like(await figuresOf(inspected), { received: 0, returned: 7, closing: 7 });
  const returns = await client.get(`/api/wms/inventory/ledger?transaction_type=return&ref_id=${back.id}`);
  t.is(returns.body.meta.total, 6);
  t.is(
    (await client.get(`/api/wms/inventory/ledger?transaction_type=receive&ref_id=${back.id}`)).body.meta
      .total,
    0,
  );
});

test('what a return brought is told by its receipt: pallets, and lots that were not announced', async (t) => {
  const { client, standard } = platform;
  const back = await makeReceipt(client, standard, {
    source_type: 'return',
    lines: [{ sku: 'LOT', qty: 5, lot_no: 'SENT' }],
  });
  const lpn = `RET-${back.receipt_no}`;
  const counted = await back.receive({ received_qty: 4, lot_no: 'CAME', pallet_lpn: lpn });
  t.is(counted.status, 200, counted.text);
  const report = (await client.get(`${receiptsPath}/${back.id}/discrepancies`)).body.data;
  t.is(
    report.discrepancies.find(({ type }: { type: string }) => type === 'wrong_lot')?.lot_no,
    'CAME',
    JSON.stringify(report),
  );
  const more = await client.post(`/v1/wms/receipts/${back.id}/receive`, {
    lines: [{ sku: 'LOT', lot_no: 'CAME', qty_received: 1, pallet_id: lpn }],
  });
  t.is(more.status, 200, more.text);
  t.like(more.body.pallets[0], { pallet_id: lpn, lines: [{ sku: 'LOT', lot_no: 'CAME', qty: 5 }] });
});

test('a statement adds up from the dock to the door, with closings and without, and on paper', async (t) => {
  const { client, standard, database } = platform;
  const sku = await freshSku();
  const item = standard.items[sku]!;
  const delivered = await receipt(sku);
  const location_id = standard.locations['A-01']!;
  await delivered.receive({ received_qty: 30, location_id });
  const back = await receipt(sku, { source_type: 'return' });
  const counted = await back.receive({ received_qty: 8, location_id });
  await client.post(`${receiptsPath}/${back.id}/reverse-line`, {
    receipt_line_id: back.lines[0]!.id,
    ledger_entry_id: counted.body.data.ledger_entry_ids[0],
    qty: 2,
    note: 'counted twice',
  });
  const { warehouseId: warehouse_id } = standard;
  await client.post('/api/wms/inventory/adjust', {
    warehouse_id,
    item_id: item,
    location_id,
    qty_delta: -3,
    reason_code: 'damage',
  });
  await client.post('/api/wms/inventory/move', {
    warehouse_id,
    item_id: item,
    from_location_id: location_id,
    to_location_id: standard.locations['A-02'],
    qty: 5,
  });
  const order = await newOrder(client, [{ item, qty: 4 }]);
  const { wms_shipments: shipments } = await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const shipped = await client.patch(`/api/wms/shipments/${shipments[0].id}`, { action: 'pick' });
  t.is(shipped.status, 200, shipped.text);
  for (const action of ['pack', 'ship'])
    t.is((await client.patch(`/api/wms/shipments/${shipments[0].id}`, { action })).status, 200);

  const expected = { received: 30, returned: 8, shipped: -4, adjusted: -3, reversed: -2, closing: 29 };
  const open = await figuresOf(sku);
  t.like(open, { opening: 0, transferred: 0, ...expected });
  t.is(open.closing, sums(open));
  const rows = (await client.get(`/api/wms/inventory?item_id=${item}`)).body.data as { qty: number }[];
  t.is(
    rows.reduce((sum, { qty }) => sum + qty, 0),
    open.closing,
  );

  const end = new Date().toISOString();
  const scope = { organizationId: standard.id };
  await until('the ledger is closed', () =>
    inTenant(database, scope, (tx) => closeInventory(tx, end)).catch(() => false),
  );
  t.deepEqual(await figuresOf(sku), open);
  t.deepEqual((await client.get('/api/wms/inventory/integrity')).body.data.mismatches, []);

  const csv = (await client.get(`/api/wms/inventory/statement?${period}&format=csv`)).text;
  const types = csv.split('\n').flatMap((line) => (line.includes(`entry,${sku},`) ? line.split(',')[5] : []));
  t.deepEqual(types, ['receive', 'return', 'reverse', 'adjust', 'ship']);
  const paper = async (): Promise<Buffer> => {
    const headers = { authorization: `Bearer ${client.accessToken}`, 'x-organization-id': standard.id };
    const answer = await fetch(`${platform.url}/api/wms/inventory/statement?${period}&format=pdf`, {
      headers,
    });
    return Buffer.from(await answer.arrayBuffer());
  };
  const pdf = await paper();
  const text = readPaper(pdf, 'statement-of-goods');
  if (text) t.regex(text, new RegExp(String.raw`${sku}\s+0\s+30\s+8\s+-4\s+-3\s+-2\s+29`));
});
