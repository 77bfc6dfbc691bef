/** A unit with a serial number is never divided, by whatever step: half of one would leave its registry wrong for good. */
import test from 'ava';
import { newShelf, newWave, onTask, tasksOf } from '../fulfillment/outbound-rig.ts';
import { adjust, freshItem } from '../helpers/shelf.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { act, drive, newOrder } from '../orders/orders-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

async function tracked(...serials: string[]) {
  const shelf = {
    ...(await freshItem(platform, { serial_tracked: true })),
    location_id: await newShelf(platform),
  };
  await adjust(platform.client, shelf, { qty_delta: serials.length, serial_nos: serials });
  return shelf;
}

test.serial('no order, shipment, move, hold or pick divides a unit with a serial number', async (t) => {
  const { client } = platform;
  const { item_id, warehouse_id, location_id } = await tracked('W1', 'W2', 'W3');
  const refused = (answer: { status: number; body: any; text: string }, path: string) => {
    t.is(answer.status, 400, answer.text);
    t.like(answer.body.error, { code: 'VALIDATION_FAILED', details: [{ path, code: 'whole_units' }] });
    t.regex(answer.body.error.message, /whole number: .+\.$/);
  };
  const order = await newOrder(client, [{ item: item_id, qty: 0.5 }]);
  refused(await act(client, order.id, 'submit'), 'lines.0.qty');

  const lines = [
    { item_id, qty: 1 },
    { item_id, qty: 0.5 },
  ];
  refused(await client.post('/api/wms/shipments', { warehouse_id, lines }), 'lines.1.qty');
  const to_location_id = await newShelf(platform);
  const move = { warehouse_id, item_id, from_location_id: location_id, to_location_id };
  refused(await client.post('/api/wms/inventory/move', { ...move, qty: 0.5 }), 'qty');
  t.is((await client.post('/api/wms/inventory/move', { ...move, qty: 1 })).status, 200);
  const hold = { warehouse_id, item_id, location_id, reason_code: 'damage' };
  refused(await client.post('/api/wms/inventory/hold', { ...hold, qty: 1.5 }), 'qty');

  const sold = await newOrder(client, [{ item: item_id, qty: 2 }]);
  await drive(client, sold.id, 'submit', 'approve', 'push-to-wms');
  const half = { lines: [{ line_id: sold.lines[0].id, qty: 0.5 }] };
  refused(await act(client, sold.id, 'partial_fulfill', half), 'lines.0.qty');
  const shipment = (await act(client, sold.id, 'cancel-request')).body.data.wms_shipments[0];
  t.is(shipment.status, 'cancelled');

  const { body } = await client.post('/api/wms/shipments', { warehouse_id, lines: [{ item_id, qty: 2 }] });
  const wave = await newWave(platform, [body.data.id]);
  const [task] = await tasksOf(client, { wave_id: wave.id });
  await onTask(client, task.id, 'claim');
  refused(await onTask(client, task.id, 'short', { picked_qty: 0.5 }), 'picked_qty');

  const integrity = await client.get('/api/wms/inventory/integrity');
  t.is(integrity.body.data.serial_mismatch_count, 0);
});

test.serial(
  'to hold all there is where there is nothing is refused in a sentence that makes sense',
  async (t) => {
    const shelf = await freshItem(platform);
    const held = await platform.client.post('/api/wms/inventory/hold', { ...shelf, reason_code: 'damage' });
    t.is(held.status, 409, held.text);
    t.is(held.body.error.message, 'There is nothing here that is available.');
  },
);
