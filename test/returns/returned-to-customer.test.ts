/** Inspected units that go back to the customer: as they are, or repaired. */
import { parse } from 'csv-parse/sync';
import anyTest, { type TestFn } from 'ava';
import type { Client } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { newWave, pickAll, read, stocked, type Running } from '../fulfillment/outbound-rig.ts';
import { newItem } from '../orders/orders-rig.ts';
import {
  askReturn,
  authorizedReturn,
  completeReceipt,
  dispose,
  home,
  inspect,
  patch,
  post,
  receiveUnits,
  returnsPath,
  sellSerials,
  soldSerials,
  soldTo,
  stockByStatus,
  toRepair,
} from './returns-rig.ts';

const test = anyTest as TestFn<{ platform: Running; client: Client; dock: string }>;
test.before(async (t) => {
  const platform = await joinPlatform();
  const dock = platform.standard.locations['DOCK-1']!;
  Object.assign(t.context, { platform, client: platform.client, dock });
});
test.after.always((t) => t.context.platform?.stop());

const shipments = '/api/wms/shipments';

test('repaired units leave in a direct shipment to where the order went, of the lot they came in as', async (t) => {
  const { platform, client, dock } = t.context;
  const item = await stocked(platform, { 'A-01': 2 });
  const found = await toRepair(platform, await soldTo(platform, item, 2), 2, { lot_no: 'L-1' });
  const sent = await dispose(client, found, found.inspectionId, 'customer', { location_id: dock });
  t.is(sent.status, 201, sent.text);
  t.is(sent.body.data.status, 'disposed');
  const [{ id, kind, shipment_id }] = sent.body.data.dispositions;
  t.is(kind, 'customer');
  t.deepEqual(await stockByStatus(client, item), { allocated: 2 });
  const shipment = await read(client, `${shipments}/${shipment_id}`);
  t.like(shipment, { kind: 'direct', order_id: null, disposition_id: id, ship_to: home, status: 'commit' });
  t.is((await patch(client, `${shipments}/${shipment_id}`, { action: 'ship' })).status, 200);
  t.deepEqual(await stockByStatus(client, item), {});
  const { rows } = await platform.owner.query(
    "select lot_no, qty_delta::int as qty from inventory_ledger where ref_id = $1 and transaction_type = 'ship'",
    [shipment_id],
  );
  t.deepEqual(rows, [{ lot_no: 'L-1', qty: -2 }]);
  const [line] = await read(client, `${returnsPath}/${found.id}/trace`);
  t.like(line.dispositions[0], { kind: 'customer', shipment_id });
});

test('cancelled, also after picking, they are on hold again', async (t) => {
  const { platform, client, dock } = t.context;
  const item = await stocked(platform, { 'A-01': 2 });
  const found = await toRepair(platform, await soldTo(platform, item, 2), 2);
  const send = async (): Promise<string> => {
    const sent = await dispose(client, found, found.inspectionId, 'customer', { location_id: dock });
    t.is(sent.body.data?.status, 'disposed', sent.text);
    return sent.body.data.dispositions.at(-1).shipment_id;
  };
  const first = await send();
  t.is((await patch(client, `${shipments}/${first}`, { action: 'cancel' })).status, 200);
  t.deepEqual(await stockByStatus(client, item), { hold: 2 });
  const waiting = await read(client, `${returnsPath}/${found.id}`);
  t.like(waiting, { status: 'inspecting', disposed_at: null, dispositions: [{ is_cancelled: true }] });
  t.like(waiting.inspections, [{ disposed_qty: 0 }]);
  const exported = async (): Promise<any> =>
    parse((await client.get('/api/exports/returns')).text, { columns: true }).find(
      (row: any) => row.return_id === found.id,
    );
  t.like(await exported(), { disposed_qty: '0', to_customer_qty: '0' });
  const second = await send();
  t.like(await exported(), { disposed_qty: '2', to_customer_qty: '2' });
  t.is((await patch(client, `${returnsPath}/${found.id}`, { action: 'close' })).status, 200);
  await pickAll(client, (await newWave(platform, [second])).id);
  t.is((await patch(client, `${shipments}/${second}`, { action: 'cancel' })).status, 200);
  for (const { id } of await read(client, `/api/wms/put-back-tasks?shipment_id=${second}`))
    t.is((await patch(client, `/api/wms/put-back-tasks/${id}`, { action: 'complete' })).status, 200);
  t.deepEqual(await stockByStatus(client, item), { hold: 2 });
  const put_at = (await read(client, `/api/wms/inventory?item_id=${item}`))[0].location_id;
  const kept = await dispose(client, found, found.inspectionId, 'restock', { location_id: put_at });
  t.is(kept.body.data?.status, 'disposed', kept.text);
  t.deepEqual(await stockByStatus(client, item), { available: 2 });
});

test('a damaged one that was picked and cancelled is freed by nobody until it is put back', async (t) => {
  const { platform, client, dock } = t.context;
  const item = await stocked(platform, { 'A-01': 1 });
  const found = await authorizedReturn(client, await soldTo(platform, item, 1), 1, { wanted: 'repair' });
  const counted = await receiveUnits(platform, found, 0, { damaged_qty: 1 });
  t.is(counted.status, 200, counted.text);
  await completeReceipt(client, found);
  const { inspections } = (await inspect(client, found, 1)).body.data;
  const sent = await dispose(client, found, inspections[0].id, 'customer', { location_id: dock });
  t.is(sent.status, 201, sent.text);
  const { shipment_id } = sent.body.data.dispositions[0];
  await pickAll(client, (await newWave(platform, [shipment_id])).id);
  t.is((await patch(client, `${shipments}/${shipment_id}`, { action: 'cancel' })).status, 200);
  const [stands] = await read(client, `/api/wms/inventory?item_id=${item}`);
  t.like(stands, { status: 'hold', qty: 1 });
  const lifted = await post(client, '/api/wms/inventory/release-hold', {
    warehouse_id: platform.standard.warehouseId,
    item_id: item,
    location_id: stands.location_id,
    qty: 1,
    reason_code: 'found',
  });
  t.is(lifted.body.error?.code, 'PUT_BACK_OPEN', lifted.text);
  const [line] = await read(client, `${returnsPath}/${found.id}/trace`);
  t.like(line.dispositions, [{ shipment_id, is_cancelled: true }]);
  const [task] = await read(client, `/api/wms/put-back-tasks?shipment_id=${shipment_id}`);
  t.is((await patch(client, `/api/wms/put-back-tasks/${task.id}`, { action: 'complete' })).status, 200);
  t.deepEqual(await stockByStatus(client, item), { damaged: 1 });
});

test('a shipment home is cancelled while the rest is decided on: one decision a unit', async (t) => {
  const { platform, client, dock } = t.context;
  const item = await stocked(platform, { 'A-01': 2 });
  const found = await toRepair(platform, await soldTo(platform, item, 2), 2);
  for (let round = 0; round < 4; round += 1) {
    const sent = await dispose(client, found, found.inspectionId, 'customer', { location_id: dock });
    const { shipment_id } = sent.body.data.dispositions.at(-1);
    const [cancelled, again] = await Promise.all([
      patch(client, `${shipments}/${shipment_id}`, { action: 'cancel' }),
      dispose(client, found, found.inspectionId, 'customer', { qty: 2, location_id: dock }),
    ]);
    t.is(cancelled.status, 200, cancelled.text);
    const { dispositions, inspections } = await read(client, `${returnsPath}/${found.id}`);
    const left = dispositions.filter((one: any) => !one.is_cancelled);
    t.is(left.length, again.status === 201 ? 1 : 0, again.text);
    t.is(inspections[0].disposed_qty, left.length * 2);
    t.deepEqual(await stockByStatus(client, item), left.length > 0 ? { allocated: 2 } : { hold: 2 });
    for (const one of left)
      t.is((await patch(client, `${shipments}/${one.shipment_id}`, { action: 'cancel' })).status, 200);
  }
});

test('the serials that were decided to go are those that leave', async (t) => {
  const { platform, client, dock } = t.context;
  const serials = [1, 2].map((n) => `C-${n}-${Math.random()}`);
  const sold = await soldSerials(platform, serials);
  const found = await authorizedReturn(client, sold, 2);
  await receiveUnits(platform, found, 2, { serial_nos: serials });
  const { inspections } = (await inspect(client, found, 2, { serial_nos: serials })).body.data;
  const chosen = { qty: 1, serial_nos: [serials[1]], location_id: dock };
  const sent = await dispose(client, found, inspections[0].id, 'customer', chosen);
  const { shipment_id } = sent.body.data.dispositions[0];
  t.is((await patch(client, `${shipments}/${shipment_id}`, { action: 'ship' })).status, 200);
  const { rows } = await platform.owner.query(
    "select serial_no from serials where item_id = $1 and state = 'in_stock'",
    [sold.itemId],
  );
  t.deepEqual(rows, [{ serial_no: serials[0] }]);
  const kept = { serial_nos: [serials[0]], location_id: dock };
  t.is((await dispose(client, found, inspections[0].id, 'restock', kept)).status, 201);
  await t.notThrowsAsync(sellSerials(platform, sold.itemId, [serials[0]!]));
});

test('an address and a place are needed, and no unit goes twice', async (t) => {
  const { platform, client, dock } = t.context;
  const item = await stocked(platform, { 'A-01': 2 });
  const found = await toRepair(platform, await soldTo(platform, item, 2), 2);
  const send = (more: object, kind = 'customer') => dispose(client, found, found.inspectionId, kind, more);
  t.like((await send({})).body.error.details[0], { path: 'location_id', code: 'required' });
  t.like((await send({ ship_to: home }, 'quarantine')).body.error.details[0], { path: 'ship_to' });
  const elsewhere = { location_id: platform.standard.locations['A-02'] };
  t.is((await send(elsewhere)).body.error.code, 'INSUFFICIENT_STOCK');
  const answers = await Promise.all([send({ location_id: dock }), send({ location_id: dock })]);
  const told = answers.map(({ status }) => status).toSorted((one, other) => one - other);
  t.deepEqual(told, [201, 409]);
  t.deepEqual(await stockByStatus(client, item), { allocated: 2 });

  const unknown = await post(client, returnsPath, {
    warehouse_id: platform.standard.warehouseId,
    kind: 'customer',
    lines: [{ item_id: await newItem(platform, platform.standard), qty: 1, reason_code: 'broken' }],
  });
  const back = (await patch(client, `${returnsPath}/${unknown.body.data.id}`, { action: 'authorize' })).body
    .data;
  await receiveUnits(platform, back, 1);
  const { inspections } = (await inspect(client, back, 1)).body.data;
  const sendBack = (more: object) =>
    dispose(client, back, inspections[0].id, 'customer', { location_id: dock, ...more });
  t.like((await sendBack({})).body.error.details[0], { path: 'ship_to', code: 'required' });
  const sent = await sendBack({ ship_to: home });
  const { shipment_id } = sent.body.data.dispositions[0];
  t.deepEqual((await read(client, `${shipments}/${shipment_id}`)).ship_to, home);
});

test('v1 takes units in and sends them back at once', async (t) => {
  const { platform, client, dock } = t.context;
  const item = await stocked(platform, { 'A-01': 1 });
  const found = await authorizedReturn(client, await soldTo(platform, item, 1), 1);
  const lines = [{ sku: found.lines[0].sku, qty: 1, disposition: 'customer', location_id: dock }];
  const taken = await client.post(`/v1/oms/returns/${found.id}/receive`, { lines });
  t.is(taken.status, 200, taken.text);
  t.is(taken.body.outcomes[0].disposition, 'customer');
  t.deepEqual(await stockByStatus(client, item), { allocated: 1 });
});

test('what went home may come back on its order line, and the dock knows of which it is', async (t) => {
  const { platform, client, dock } = t.context;
  const serial = `H-${Math.random()}`;
  const sold = await soldSerials(platform, [serial]);
  const tracking_no = `T-${serial}`;
  for (const time of [1, 2]) {
    const found = await authorizedReturn(client, sold, 1, { wanted: 'repair', serial_nos: [serial] });
    const counted = await receiveUnits(platform, found, 1, { serial_nos: [serial] });
    t.is(counted.status, 200, counted.text);
    const { inspections } = (await inspect(client, found, 1, { serial_nos: [serial] })).body.data;
    const sent = await dispose(client, found, inspections[0].id, 'customer', { location_id: dock });
    t.is(sent.status, 201, sent.text);
    t.is((await askReturn(client, sold, 1)).body.error.code, 'RETURN_EXCEEDS_SHIPPED', 'it is still here');
    const path = `${shipments}/${sent.body.data.dispositions[0].shipment_id}`;
    const left = await patch(client, path, { action: 'ship', tracking_no: `${tracking_no}-${time}` });
    t.is(left.status, 200, left.text);
    for (const code of [serial, left.body.data.shipment_no, `${tracking_no}-${time}`]) {
      const named: any = await read(client, `/api/wms/returns/lookup?code=${code}`);
      t.is(named.orders[0]?.id, sold.orderId, code);
      t.like(named.lines, [{ order_line_id: sold.orderLineId, returned_qty: 0, returnable_qty: 1 }]);
    }
  }
});

test('a lot on hold does not go to a customer; an expired unit of their own does', async (t) => {
  const { platform, client, dock } = t.context;
  const item = await newItem(platform, platform.standard, { expiry_tracked: true, lot_tracked: true });
  const unknown = await post(client, returnsPath, {
    warehouse_id: platform.standard.warehouseId,
    kind: 'customer',
    lines: [{ item_id: item, qty: 1, reason_code: 'broken' }],
  });
  const { body } = await patch(client, `${returnsPath}/${unknown.body.data.id}`, { action: 'authorize' });
  const counted = await receiveUnits(platform, body.data, 1, { lot_no: 'OLD', expiry_date: '2020-01-31' });
  t.is(counted.status, 200, counted.text);
  const { inspections } = (await inspect(client, body.data, 1)).body.data;
  const send = () =>
    dispose(client, body.data, inspections[0].id, 'customer', { location_id: dock, ship_to: home });
  const lot = { item_id: item, lot_no: 'OLD' };
  t.is((await post(client, '/api/wms/lots/hold', { ...lot, kind: 'recall', reason: 'glass' })).status, 200);
  t.like((await send()).body.error, {
    code: 'LOT_NOT_SELLABLE',
    details: { lot_no: 'OLD', is_on_hold: true },
  });
  const released = await post(client, '/api/wms/lots/release', { ...lot, reason: 'found good' });
  t.is(released.status, 200, released.text);
  const sent = await send();
  t.is(sent.status, 201, sent.text);
});

test('received at once under a rule `customer`, units of no order wait on hold', async (t) => {
  const { platform, client, dock } = t.context;
  const item_class = `HOME-${Date.now()}`;
  const rule = { name: item_class, priority: 1, item_class, disposition: 'customer' };
  t.is((await post(client, '/api/oms/return-rules', rule)).status, 201);
  const item = await stocked(platform, { 'A-01': 1 }, { item_class });
  const unknown = await post(client, returnsPath, {
    warehouse_id: platform.standard.warehouseId,
    kind: 'customer',
    lines: [{ item_id: item, qty: 1, reason_code: 'broken' }],
  });
  const of = await authorizedReturn(client, await soldTo(platform, item, 1), 1);
  for (const [{ id, lines }, disposition] of [
    [unknown.body.data, null],
    [of, 'customer'],
  ] as const) {
    const asked = { lines: [{ sku: lines[0].sku, qty: 1, location_id: dock }] };
    const taken = await client.post(`/v1/oms/returns/${id}/receive`, asked);
    t.is(taken.status, 200, taken.text);
    t.is(taken.body.outcomes[0].disposition, disposition);
  }
  t.deepEqual(await stockByStatus(client, item), { allocated: 1, hold: 1 });
});
