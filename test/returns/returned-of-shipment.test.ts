/** A return of one shipment is of what left with that, whatever else of its order line did. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { stocked, type Running } from '../fulfillment/outbound-rig.ts';
import { drive, newOrder, newWarehouse, putStock } from '../orders/orders-rig.ts';
import { patch, post, returnsPath } from './returns-rig.ts';

let platform: Running;
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test('no more is asked of a shipment than left with it', async (t) => {
  const { client, standard } = platform;
  const second = await newWarehouse(platform, standard);
  const item = await stocked(platform, { 'A-01': 5 });
  await putStock(platform, standard, [{ item, qty: 5, location: second.shelf }]);
  const order = await newOrder(client, [{ item, qty: 10 }]);
  await drive(client, order.id, 'submit', 'approve');
  const here = { warehouse_id: standard.warehouseId, allow_partial: true };
  const released = await drive(client, order.id, ['allocate', here], ['release', { ship_mode: 'parcel' }]);
  const ask = (shipment_id: string, qty: number) =>
    post(client, returnsPath, {
      shipment_id,
      warehouse_id: standard.warehouseId,
      kind: 'customer',
      lines: [{ order_line_id: order.lines[0].id, qty, reason_code: 'too_small' }],
    });
  const ship = async (id: string) =>
    t.is((await patch(client, `/api/wms/shipments/${id}`, { action: 'ship' })).status, 200);
  const first = released.wms_shipments[0].id;
  await ship(first);
  const pushed = await drive(client, order.id, ['push-to-wms', { warehouse_id: second.id }]);
  const other = pushed.wms_shipments.find(({ id }: any) => id !== first).id;
  t.like((await ask(other, 1)).body.error, { code: 'RETURN_EXCEEDS_SHIPPED', details: { shipped: 0 } });
  await ship(other);
  const refused = await ask(first, 8);
  t.is(refused.status, 409, refused.text);
  t.like(refused.body.error, { code: 'RETURN_EXCEEDS_SHIPPED', details: { shipped: 5, would_be: 8 } });
  t.regex(refused.body.error.message, /^5 were shipped on this shipment, /);
  t.is((await ask(first, 4)).status, 201);
  t.like((await ask(first, 2)).body.error.details, { shipped: 5, authorised: 4, would_be: 6 });
  t.is((await ask(first, 1)).status, 201);
  t.is((await ask(other, 5)).status, 201);
});
