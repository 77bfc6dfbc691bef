/** Sentences of the contract and decisions about orders and shipments that no other file checks. */
import test from 'ava';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { act, drive, newItem, newOrder, newWarehouse, putStock } from './orders-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test('a PATCH without action, fields and lines asks for nothing and is refused', async (t) => {
  const { client } = platform;
  const order = await newOrder(client, []);
  const path = `/api/oms/orders/${order.id}`;
  const { status, body } = await client.patch(path, {});
  t.deepEqual([status, body.error.code], [400, 'VALIDATION_FAILED']);
  t.is((await client.patch(path, { fields: {} })).status, 200);
  t.is((await client.patch(path, { lines: [] })).status, 200);
  const events = (await client.get(`${path}/events`)).body.data;
  t.is(events.filter(({ type }: any) => type === 'sales_order.changed').length, 2);
});

test('a refused caller of a shipment is offered actions it can take', async (t) => {
  const { client, standard } = platform;
  const item = await newItem(platform, standard);
  await putStock(platform, standard, [{ item, qty: 1 }]);
  const made = await client.post('/api/wms/shipments', {
    warehouse_id: standard.warehouseId,
    lines: [{ item_id: item, qty: 1 }],
  });
  const { body } = await client.patch(`/api/wms/shipments/${made.body.data.id}`, { action: 'deliver' });
  t.deepEqual(body.error.details, { from: 'commit', action: 'deliver', allowed: ['pick', 'ship', 'cancel'] });
});

test('a plate that leaves with a shipment is shipped, and its number is not used again', async (t) => {
  const { client, standard } = platform;
  const item = await newItem(platform, standard);
  const place = await newWarehouse(platform, standard);
  // Without a staging location goods are picked where they are: on their license plate.
  await platform.owner.query('update locations set is_active = false where id = $1', [place.staging]);
  const pallet = await client.post('/api/wms/pallets', { warehouse_id: place.id, location_id: place.shelf });
  const { id, lpn } = pallet.body.data;
  await putStock(platform, standard, [{ item, qty: 2, location: place.shelf, lpnId: id }]);
  await platform.owner.query("update lpns set state = 'active' where id = $1", [id]);
  const order = await newOrder(client, [{ item, qty: 2 }]);
  await drive(client, order.id, 'submit', 'approve', ['push-to-wms', { warehouse_id: place.id }]);
  t.is((await act(client, order.id, 'fulfill')).status, 200);
  t.is((await client.get(`/api/wms/pallets/${id}`)).body.data.state, 'shipped');
  const move = { warehouse_id: place.id, pallet_lpn: lpn, to_location_id: place.shelf };
  t.is((await client.post('/api/wms/inventory/move', move)).body.error.code, 'LPN_IN_USE');
});

test('a license plate takes a whole SSCC only, and stock without a WMS a reason of the list', async (t) => {
  const { client, standard } = platform;
  const make = (sscc: string) =>
    client.post('/api/wms/pallets', { warehouse_id: standard.warehouseId, sscc });
  for (const wrong of ['abc', '00000000000000001', '000000000000000018']) {
    const { status, body } = await make(wrong);
    t.deepEqual([status, body.error.details[0].path], [400, 'sscc'], wrong);
  }
  t.is((await make('000000000000000017')).status, 201);

  const own = await platform.clientWith(platform.threePl, everyPermission);
  await own.patch('/api/tenancy/settings', { inventory_mode: 'oms_standalone' });
  const item_id = platform.threePl.items['PLAIN'];
  const adjust = (reason_code: string) =>
    own.post('/api/oms/inventory/adjust', { item_id, qty_delta: 1, reason_code });
  t.is((await adjust('whim')).body.error.details[0].path, 'reason_code');
  t.is((await adjust('found')).status, 200);
});
