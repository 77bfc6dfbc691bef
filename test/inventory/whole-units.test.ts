/** Items tracked by serial number leave in whole units, so that the serial registry counts what the ledger counts. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { act, newOrder } from '../orders/orders-rig.ts';
import {
  newShelf,
  newWave,
  onTask,
  read,
  stocked,
  tasksOf,
  type Running,
} from '../fulfillment/outbound-rig.ts';
import { adjust } from '../helpers/shelf.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

async function tracked(platform: Running, ...serials: string[]): Promise<string> {
  const { client, standard } = platform;
  const item = await stocked(platform, {}, { serial_tracked: true });
  const shelf = {
    warehouse_id: standard.warehouseId,
    location_id: await newShelf(platform),
    item_id: item,
  };
  const answer = await adjust(client, shelf, { qty_delta: serials.length, serial_nos: serials });
  if (answer.status !== 200) throw new Error(answer.text);
  return item;
}

const broken = (path: string) => ({ code: 'VALIDATION_FAILED', details: [{ path, code: 'whole_units' }] });

test('half a unit is neither ordered, sent, shipped in part nor found', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const item = await tracked(platform, 'W1', 'W2', 'W3', 'W4');
  const half = await newOrder(client, [{ item, qty: 1.5 }]);
  t.like((await act(client, half.id, 'submit')).body.error, broken('lines.0.qty'));
  const direct = await client.post('/api/wms/shipments', {
    warehouse_id: standard.warehouseId,
    lines: [{ item_id: item, qty: 0.5 }],
  });
  t.like(direct.body.error, broken('lines.0.qty'), direct.text);

  const order = await newOrder(client, [{ item, qty: 3 }]);
  for (const action of ['submit', 'approve', 'push-to-wms']) await act(client, order.id, action);
  const { lines, wms_shipments: shipments } = await read(client, `/api/oms/orders/${order.id}`);
  const part = (qty: number) => ({ lines: [{ line_id: lines[0].id, qty }] });
  t.like((await act(client, order.id, 'partial_fulfill', part(0.5))).body.error, broken('lines.0.qty'));
  t.is((await act(client, order.id, 'partial_fulfill', part(1))).status, 200);
  const wave = await newWave(platform, [shipments[0].id]);
  const [task] = await tasksOf(client, { wave_id: wave.id });
  await onTask(client, task.id, 'claim');
  const short = await onTask(client, task.id, 'short', { picked_qty: 0.5 });
  t.like(short.body.error, broken('picked_qty'), short.text);
  t.is((await onTask(client, task.id, 'confirm')).status, 200);
  t.is((await act(client, order.id, 'fulfill')).status, 200);
  const integrity = await read(client, '/api/wms/inventory/integrity');
  t.like(integrity, { serial_mismatch_count: 0, mismatch_count: 0 });
});

test('a unit that lies in two halves leaves with its one serial number', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const item = await tracked(platform, 'H1', 'H2');
  const [row] = await read(client, `/api/wms/inventory?item_id=${item}`);
  const moved = await client.post('/api/wms/inventory/move', {
    warehouse_id: standard.warehouseId,
    item_id: item,
    from_location_id: row.location_id,
    to_location_id: await newShelf(platform),
    qty: 1.5,
  });
  t.is(moved.status, 200, moved.text);
  const order = await newOrder(client, [{ item, qty: 2 }]);
  for (const action of ['submit', 'approve', 'push-to-wms']) await act(client, order.id, action);
  const { lines } = await read(client, `/api/oms/orders/${order.id}`);
  const part = await act(client, order.id, 'partial_fulfill', { lines: [{ line_id: lines[0].id, qty: 1 }] });
  t.is(part.status, 200, part.text);
  t.is((await read(client, '/api/wms/inventory/integrity')).serial_mismatch_count, 0);
  t.is((await act(client, order.id, 'fulfill')).status, 200);
  t.is((await read(client, '/api/wms/inventory/integrity')).serial_mismatch_count, 0);
});
