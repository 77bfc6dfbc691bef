import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants, drive, newOrder } from '../orders/orders-rig.ts';
import { newShipment, newWave, patch, read, stocked, type Running } from '../fulfillment/outbound-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

test('a load of plain shipments and one of a released wave ships as one by one', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const item = await stocked(platform, { 'A-01': 13 });
  const order = await newOrder(client, [{ item, qty: 10 }]);
  const wish = { warehouse_id: standard.warehouseId };
  const { wms_shipments: ofOrder } = await drive(client, order.id, 'submit', 'approve', [
    'push-to-wms',
    wish,
  ]);
  t.is(ofOrder.length, 1);
  const loose = await newShipment(platform, [{ item_id: item, qty: 1 }]);
  const waved = await newShipment(platform, [{ item_id: item, qty: 2 }]);
  await newWave(platform, [waved.id]);
  const ids = [...ofOrder, loose, waved].map(({ id }: { id: string }) => id);
  const load = await client.post('/api/wms/loads', { ...wish, shipment_ids: ids, scac: 'ABCD' });
  const shipped = await patch(client, `/api/wms/loads/${load.body.data.id}`, { action: 'ship' });
  t.is(shipped.status, 200, shipped.text);
  t.like(await read(client, `/api/oms/orders/${order.id}`), { status: 'fulfilled' });
  for (const id of ids) {
    t.like(await read(client, `/api/wms/shipments/${id}`), { status: 'shipped', carrier_code: 'ABCD' });
    const [list] = await read(client, `/api/wms/documents?subject_id=${id}`);
    t.is(list.kind, 'packing_list');
  }
  await assertInvariants(t, platform);
});
