/** FIFO goes by when goods were received: they keep that day when they are moved, held, promised or sent elsewhere. */
import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { newShipment, patch } from '../fulfillment/outbound-rig.ts';
import { newItem, putStock } from '../orders/orders-rig.ts';
import { done, newTransfer, post, receive, secondWarehouse } from '../transfers/transfers-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
});
test.after.always(() => platform?.stop());

const put = (item: string, location: string, qty: number) =>
  putStock(platform, platform.standard, [{ item, qty, location }]);

/** Since when the available stock here was received; undefined when there is none. */
async function receivedAt(item: string, location: string): Promise<string | undefined> {
  const { rows } = await platform.owner.query(
    `select received_at::text as at from inventory_balances
      where item_id = $1 and location_id = $2 and status = 'available' and qty > 0`,
    [item, location],
  );
  return rows[0]?.at;
}

/** Where a shipment of one unit takes it from. */
async function takenFrom(item: string): Promise<string> {
  const { id } = await newShipment(platform, [{ item_id: item, qty: 1 }]);
  const { rows } = await platform.owner.query('select location_id from allocations where shipment_id = $1', [
    id,
  ]);
  return rows[0].location_id;
}

test('what was moved, held, lifted and promised meanwhile is still the oldest', async (t) => {
  const { warehouseId, locations } = platform.standard;
  const item = await newItem(platform, platform.standard);
  await put(item, 'A-01', 6);
  const received = await receivedAt(item, locations['A-01']!);
  await put(item, 'A-02', 6);
  const place = { warehouse_id: warehouseId, item_id: item };
  const moved = { ...place, from_location_id: locations['A-01'], to_location_id: locations['A-03'], qty: 6 };
  t.is((await post(client, '/api/wms/inventory/move', moved)).status, 200);
  const held = { ...place, location_id: locations['A-03'], reason_code: 'damage' };
  t.is((await post(client, '/api/wms/inventory/hold', held)).status, 200);
  t.is((await post(client, '/api/wms/inventory/release-hold', held)).status, 200);
  const promised = await newShipment(platform, [{ item_id: item, qty: 6 }]);
  t.is(await receivedAt(item, locations['A-03']!), undefined, 'all of it is promised');
  t.is((await patch(client, `/api/wms/shipments/${promised.id}`, { action: 'cancel' })).status, 200);
  t.is(await receivedAt(item, locations['A-03']!), received);
  t.is(await takenFrom(item), locations['A-03']!);
});

test('moved onto younger goods, the older are taken first and the younger keep what they are', async (t) => {
  const { warehouseId, locations } = platform.standard;
  const item = await newItem(platform, platform.standard);
  await put(item, 'A-01', 2);
  await put(item, 'A-02', 2);
  await put(item, 'A-03', 2);
  const [oldest, second] = [
    await receivedAt(item, locations['A-01']!),
    await receivedAt(item, locations['A-02']!),
  ];
  const moved = { warehouse_id: warehouseId, item_id: item, to_location_id: locations['A-03'] };
  const from = (code: string) => ({ ...moved, from_location_id: locations[code], qty: 1 });
  t.is((await post(client, '/api/wms/inventory/move', from('A-01'))).status, 200);
  t.is(await receivedAt(item, locations['A-03']!), oldest);
  t.is(
    (await post(client, '/api/wms/inventory/move', { ...from('A-03'), to_location_id: locations['A-02'] }))
      .status,
    200,
  );
  t.is(await receivedAt(item, locations['A-02']!), oldest);
  t.true(second! > oldest!);
});

test('goods of a transfer keep the day they were received on, at either end and on the way', async (t) => {
  const { standard } = platform;
  const to = await secondWarehouse(client);
  const item = await newItem(platform, standard);
  await put(item, 'A-01', 3);
  const received = await receivedAt(item, standard.locations['A-01']!);
  await putStock(platform, standard, [{ item, qty: 3, location: to.shelf }]);
  const made = await newTransfer(client, standard, to, [{ item_id: item, qty: 3 }]);
  const sent = await done(client, made, 'ship');
  const counted = await receive(client, sent, to, 3, { location_id: to.stage });
  t.is(counted.status, 200, counted.text);
  t.is(await receivedAt(item, to.stage), received);
  const path = {
    warehouse_id: to.id,
    item_id: item,
    from_location_id: to.stage,
    to_location_id: to.shelf,
    qty: 3,
  };
  t.is((await post(client, '/api/wms/inventory/move', path)).status, 200);
  t.is(await receivedAt(item, to.shelf), received, 'the older of both is what the shelf goes by');
});
