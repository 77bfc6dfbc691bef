/**
 * Stock events: inventory.changed once per command, whatever it posts, and every receiving event names the owner of the
 * goods.
 */
import test from 'ava';
import { makeReceipt } from '../helpers/receiving.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { newShipment, newShelf } from '../fulfillment/outbound-rig.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined);
});
test.after.always(() => platform?.stop());

/** What one command emitted, in order. */
async function toldSince(position: string): Promise<{ position: string; events: any[] }> {
  const { rows } = await platform.owner.query(
    'select e.position::text as position, e.type, e.data from events e where e.position > $1::bigint order by e.position',
    [position],
  );
  return { position: rows.at(-1)?.position ?? position, events: rows };
}

test.serial('each command that posts tells inventory.changed once, with what it moved', async (t) => {
  const { client, standard } = platform;
  let { position } = await toldSince('0');
  const next = async () => {
    const told = await toldSince(position);
    position = told.position;
    const changed = told.events.filter(({ type }) => type === 'inventory.changed');
    return changed.map(({ data }) => data);
  };
  const receipt = await makeReceipt(client, standard, {
    lines: [{ sku: 'PLAIN', qty: 60 }, { sku: 'LOT' }, { sku: 'QC' }],
  });
  t.deepEqual(await next(), []);
  await receipt.receive({ received_qty: 3, damaged_qty: 1, location_id: standard.locations['A-01'] });
  t.deepEqual(await next(), [
    {
      merchant_id: standard.merchantId,
      warehouse_id: standard.warehouseId,
      transaction_types: ['receive'],
      item_ids: [standard.items['PLAIN']],
      refs: [{ ref_type: 'inbound_receipt', ref_id: receipt.id }],
    },
  ]);
  await client.post(`/api/wms/inbound-receipts/${receipt.id}/receive-all`, {
    lines: receipt.lines.map(({ id }, index) => ({
      line_id: id,
      received_qty: 4,
      location_id: standard.locations['A-01'],
      ...(index === 1 ? { lot_no: 'L1' } : {}),
    })),
  });
  const [all, ...more] = await next();
  t.deepEqual([all.item_ids.length, more.length], [3, 0]);
  await receipt.receive({ received_qty: 0, rejected_qty: 2 });
  t.deepEqual(await next(), [], 'what is only rejected moves no stock');

  const shipment = await newShipment(platform, [{ item_id: standard.items['PLAIN']!, qty: 2 }]);
  t.deepEqual(
    (await next()).map(({ transaction_types: types }) => types),
    [['allocate']],
  );
  await client.patch(`/api/wms/shipments/${shipment.id}`, { action: 'ship' });
  const [shipped, ...rest] = await next();
  t.deepEqual([shipped.transaction_types, rest], [['ship'], []]);
  t.deepEqual(shipped.refs, [{ ref_type: 'shipment', ref_id: shipment.id }]);

  const shelf = await newShelf(platform);
  const count = await client.post('/api/wms/count-tasks', {
    warehouse_id: standard.warehouseId,
    location_ids: [shelf],
  });
  const path = `/api/wms/count-tasks/${count.body.data.id}`;
  await client.post(`${path}/lines`, {
    lines: [{ location_id: shelf, item_id: standard.items['PLAIN'], counted_qty: 5 }],
  });
  await client.patch(path, { action: 'complete' });
  t.deepEqual(
    (await next()).map(({ transaction_types: types }) => types),
    [['count']],
  );
});

test.serial(
  'events of receiving name their receipt and its merchant, with the state before and after',
  async (t) => {
    const { client, standard } = platform;
    const { position } = await toldSince('0');
    const receipt = await makeReceipt(client, standard);
    const task = await client.post('/api/wms/receiving-tasks', { receipt_id: receipt.id });
    await receipt.receive({ received_qty: 50, task_id: task.body.data.id });
    await client.patch(`/api/wms/tasks/${task.body.data.id}`, { action: 'complete' });
    for (const step of ['complete-receive', 'close'])
      await client.post(`/api/wms/inbound-receipts/${receipt.id}/${step}`);
    const told = (await toldSince(position)).events.filter(
      ({ type }) => !/^(inventory|print_job)\./.test(type),
    );
    t.deepEqual(
      told.map(({ type, data }) => [type, data.status, data.previous_status]),
      [
        ['receipt.created', 'new', null],
        ['receiving_task.created', 'pending', null],
        ['receiving_task.started', 'in_progress', 'pending'],
        ['receipt.receiving', 'receiving', 'new'],
        ['receipt.line_received', 'receiving', undefined],
        ['receiving_task.completed', 'completed', 'in_progress'],
        ['receipt.received', 'received', 'receiving'],
        ['receipt.closed', 'closed', 'received'],
      ],
    );
    for (const { data } of told) {
      t.like(data, {
        receipt_id: receipt.id,
        receipt_no: receipt.receipt_no,
        merchant_id: standard.merchantId,
      });
    }
  },
);
