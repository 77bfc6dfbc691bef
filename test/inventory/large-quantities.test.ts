/**
 * Quantities and money at and beyond the limits of their domains: an answer or a refusal that names the field, never a
 * 5xx.
 */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import type { Answer } from '../helpers/client.ts';
import { act, newItem, newOrder, putStock } from '../orders/orders-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const most = 999_999_999.999999;
const tooMuch = [1e9, 1e300, 0.0000001];

function isNamed(answer: Answer, path: string): boolean {
  return answer.status === 400 && answer.body.error.details[0].path === path;
}

test('a shipment asks for the most a line may and is told how much there is', async (t) => {
  const { client, standard } = platform;
  const item = await newItem(platform, standard);
  await putStock(platform, standard, [{ item, qty: 5 }]);
  const ask = (qty: number) =>
    client.post('/api/wms/shipments', {
      warehouse_id: standard.warehouseId,
      required_ship_date: '2030-01-31',
      lines: [
        { item_id: item, qty },
        { item_id: item, qty },
      ],
    });
  for (const qty of [999_999_999, most]) {
    const { status, body } = await ask(qty);
    t.is(status, 409);
    t.is(body.error.code, 'INSUFFICIENT_ATP');
    t.deepEqual([body.error.details.lines[0].required, body.error.details.lines[0].available], [qty, 5]);
  }
  for (const qty of [...tooMuch, 0, -1]) t.true(isNamed(await ask(qty), 'lines.0.qty'), `${qty}`);
});

test('sums beyond one movement are shown, ordered, shipped and packed', async (t) => {
  const { client, standard } = platform;
  const item = await newItem(platform, standard);
  await putStock(
    platform,
    standard,
    ['A-01', 'A-02', 'A-03'].map((location) => ({ item, qty: most, location })),
  );
  const line = { item_id: item, qty: most };
  const made = await client.post('/api/wms/shipments', {
    warehouse_id: standard.warehouseId,
    lines: [line, line],
  });
  t.is(made.status, 201);
  const [offer] = (await client.get(`/api/oms/availability?product_id=${item}`)).body.data;
  t.is(offer.atp, most);
  const path = `/api/wms/shipments/${made.body.data.id}`;
  t.is((await client.patch(path, { action: 'pick' })).status, 200);
  const over = await client.post(`${path}/cartons`, { lines: [line, line, line] });
  t.deepEqual([over.status, over.body.error.code], [409, 'OVER_PACKED']);
  t.is((await client.post(`${path}/cartons`, { lines: [line, line] })).status, 201);
  t.is((await client.patch(path, { action: 'ship' })).status, 200);

  const order = await newOrder(client, [{ item, qty: most, price: 1 }]);
  for (const [action, more] of [
    ['submit', {}],
    ['approve', {}],
    ['allocate', { warehouse_id: standard.warehouseId }],
    ['release', { ship_mode: 'parcel' }],
  ] as const)
    t.is((await act(client, order.id, action, more)).status, 200, action);
  const part = (qty: number) =>
    act(client, order.id, 'partial_fulfill', { lines: [{ line_id: order.lines[0].id, qty }] });
  t.is((await part(most)).body.error.code, 'USE_FULFILL');
  for (const qty of tooMuch) t.true(isNamed(await part(qty), 'lines.0.qty'));
  t.is((await act(client, order.id, 'fulfill')).status, 200);
});

test('an order whose money does not fit is refused by the field', async (t) => {
  const { client, standard } = platform;
  const line = { product_id: standard.items['PLAIN'], qty: most, price: most };
  const create = (body: object) => client.post('/api/oms/orders', body);
  t.true(isNamed(await create({ lines: [line] }), 'lines'));
  t.true(isNamed(await create({ lines: [{ ...line, price: 1 }], discount: 99_999_999_999 }), 'discount'));
  for (const field of ['discount', 'shipping_fee', 'tax'])
    for (const amount of [1e11, -1, 0.00001]) t.true(isNamed(await create({ [field]: amount }), field));
  t.true(isNamed(await create({ lines: [{ ...line, price: 1e9 }] }), 'lines.0.price'));
  const small = await create({ lines: [{ ...line, qty: 0.000001, price: 0.000001 }] });
  t.is(small.status, 201);
  const edited = await client.patch(`/api/oms/orders/${small.body.data.id}`, { lines: [line] });
  t.true(isNamed(edited, 'lines'));
});

test('a receipt counts past one movement, in any unit, line by line and all at once', async (t) => {
  const { client, standard } = platform;
  const item = await newItem(platform, standard);
  const boxed = await client.post('/api/wms/items', {
    sku: 'BOXED',
    name: 'By the shipload',
    uoms: [{ uom: 'LOAD', factor: 999_999_999 }],
  });
  const path = '/api/wms/inbound-receipts';
  const receipt = (lines: object[]) =>
    client.post(path, { warehouse_id: standard.warehouseId, source_type: 'manual', lines });
  const inLoads = { item_id: boxed.body.data.id, uom: 'LOAD' };
  t.true(isNamed(await receipt([{ ...inLoads, expected_qty: 2 }]), 'lines.0.expected_qty'));
  const two = await receipt([
    { item_id: item, expected_qty: most },
    { item_id: item, expected_qty: most },
  ]);
  t.is(two.body.data.progress.expected_qty, 1_999_999_999.999998);

  const { id, lines } = (await receipt([inLoads, { item_id: item }])).body.data;
  const place = { location_id: standard.locations['DOCK-1'] };
  const count = (line: number, counted: object) =>
    client.post(`${path}/${id}/receive-line`, { receipt_line_id: lines[line].id, ...place, ...counted });
  for (const field of ['received_qty', 'damaged_qty', 'rejected_qty']) {
    for (const qty of [...tooMuch, -1])
      t.true(isNamed(await count(1, { received_qty: 0, [field]: qty }), field), `${field} ${qty}`);
    t.true(isNamed(await count(0, { received_qty: 0, [field]: 2 }), field));
  }
  const all = { received_qty: most, damaged_qty: most, rejected_qty: most };
  t.is((await count(1, all)).status, 200);
  const again = await client.post(`${path}/${id}/receive-all`, {
    lines: [{ line_id: lines[1].id, ...place, ...all }],
  });
  t.is(again.body.data.lines[0].received_qty, 1_999_999_999.999998);
  const entry = again.body.data.ledger_entry_ids[0];
  const back = await client.post(`${path}/${id}/reverse-line`, {
    receipt_line_id: lines[1].id,
    ledger_entry_id: entry,
    qty: most,
    rejected_qty: most,
    note: 'counted twice',
  });
  t.is(back.body.data.line.received_qty, most);
  for (const part of ['', '/discrepancies', '/putaway'])
    t.is((await client.get(`${path}/${id}${part}`)).status, 200);
});

test('stock is adjusted, held, moved and counted past one movement', async (t) => {
  const { client, standard } = platform;
  const item = await newItem(platform, standard);
  const at = {
    warehouse_id: standard.warehouseId,
    location_id: standard.locations['A-04']!,
    item_id: item,
    reason_code: 'found',
  };
  const adjust = (change: object) => client.post('/api/wms/inventory/adjust', { ...at, ...change });
  for (const qty of tooMuch) {
    t.true(isNamed(await adjust({ qty_delta: qty }), 'qty_delta'));
    t.true(isNamed(await adjust({ qty_after: qty }), 'qty_after'));
  }
  t.is((await adjust({ qty_delta: most })).status, 200);
  t.is((await adjust({ qty_delta: most })).body.data.qty_after, 1_999_999_999.999998);
  t.is((await client.post('/api/wms/inventory/hold', at)).body.data.qty, 1_999_999_999.999998);
  t.is((await client.post('/api/wms/inventory/release-hold', at)).status, 200);
  const move = (qty: number) =>
    client.post('/api/wms/inventory/move', {
      warehouse_id: at.warehouse_id,
      from_location_id: at.location_id,
      to_location_id: standard.locations['A-05'],
      item_id: item,
      qty,
    });
  for (const qty of tooMuch) t.true(isNamed(await move(qty), 'qty'));
  for (const status of [200, 200, 409]) t.is((await move(most)).status, status);
  const task = await client.post('/api/wms/count-tasks', {
    warehouse_id: at.warehouse_id,
    location_ids: [standard.locations['A-05']],
  });
  const path = `/api/wms/count-tasks/${task.body.data.id}`;
  const counted = { location_id: standard.locations['A-05'], item_id: item, counted_qty: most };
  t.is((await client.post(`${path}/lines`, { lines: [counted] })).status, 200);
  for (const action of ['complete', 'approve']) t.is((await client.patch(path, { action })).status, 200);
  const { body } = await client.get('/api/wms/inventory/integrity');
  t.deepEqual([body.data.mismatch_count, body.data.allocation_mismatch_count], [0, 0]);
});

test('ids in capitals name the same records in every body', async (t) => {
  const { client, standard } = platform;
  const upper = (id: string) => id.toUpperCase();
  const item = await newItem(platform, standard);
  await putStock(platform, standard, [{ item, qty: 10, location: 'P-01' }]);
  const task = await client.post('/api/wms/count-tasks', {
    warehouse_id: upper(standard.warehouseId),
    location_ids: [upper(standard.locations['P-01']!)],
  });
  const path = `/api/wms/count-tasks/${upper(task.body.data.id)}`;
  const line = { location_id: upper(standard.locations['P-01']!), item_id: upper(item), counted_qty: 4 };
  t.is((await client.post(`${path}/lines`, { lines: [line] })).status, 200);
  t.is((await client.patch(path, { action: 'cancel' })).status, 200);
  const shipment = await client.post('/api/wms/shipments', {
    warehouse_id: upper(standard.warehouseId),
    lines: [{ item_id: upper(item), qty: 2 }],
  });
  t.is(shipment.status, 201);
  const receipt = await client.post('/api/wms/inbound-receipts', {
    warehouse_id: upper(standard.warehouseId),
    source_type: 'manual',
    lines: [{ item_id: upper(item), expected_qty: 3 }],
  });
  const counted = await client.post(`/api/wms/inbound-receipts/${receipt.body.data.id}/receive-all`, {
    lines: [
      {
        line_id: upper(receipt.body.data.lines[0].id),
        received_qty: 3,
        location_id: upper(standard.locations['DOCK-1']!),
      },
    ],
  });
  t.is(counted.status, 200);
});
