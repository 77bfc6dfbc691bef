/** A recall: one call puts a lot on hold everywhere, and says with whom it left. */
import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { everyPermission, joinPlatform } from '../helpers/join-platform.ts';
import { newShipment, patch, read, type Running } from '../fulfillment/outbound-rig.ts';
import {
  act,
  assertInvariants,
  drive,
  newItem,
  newOrder,
  newWarehouse,
  putStock,
} from '../orders/orders-rig.ts';
import { hold, lot, lotIn, recall, release } from './lot-rig.ts';
import {
  authorizedReturn,
  completeReceipt,
  dispose,
  inspect,
  liftHold,
  post,
  receiveUnits,
  stockByStatus,
} from '../returns/returns-rig.ts';
import { complete, done, newTransfer, receive, secondWarehouse } from '../transfers/transfers-rig.ts';

let platform: Running;
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
});
test.after.always(() => platform?.stop());

async function shipmentOf(itemId: string, qty: number): Promise<any> {
  return newShipment(platform, [{ item_id: itemId, qty }]);
}

test('a recall holds a lot in all places, leaves what is allocated, and names the shipments it left with', async (t) => {
  const second = await newWarehouse(platform, platform.standard);
  const itemId = await lotIn(platform, { 'A-01': 10, 'A-02': 5, [second.shelf]: 4 });
  await putStock(platform, platform.standard, [{ item: itemId, qty: 3, lot: 'OTHER' }]);
  const left = await shipmentOf(itemId, 6);
  t.is((await patch(client, `/api/wms/shipments/${left.id}`, { action: 'ship' })).status, 200);
  const waiting = await shipmentOf(itemId, 2);

  const held = await hold(client, itemId);
  t.is(held.status, 200, held.text);
  const { hold_id, allocated, shipped } = held.body.data;
  t.like(held.body.data, { item_id: itemId, ...recall, held_qty: 11 });
  t.like(shipped, { total: 1, qty: 6 });
  t.like(shipped.shipments[0], {
    shipment_id: left.id,
    shipment_no: left.shipment_no,
    kind: 'direct',
    status: 'shipped',
    qty: 6,
  });
  t.like(allocated, { total: 1, qty: 2 });
  t.is(allocated.shipments[0].shipment_id, waiting.id);
  t.deepEqual(await stockByStatus(client, itemId), { hold: 11, allocated: 2, available: 3 });
  const ledger = await read(client, `/api/wms/inventory/ledger?ref_id=${hold_id}&page_size=200`);
  t.is(ledger.length, 6, 'out of three places and into hold');

  // What its shipment gives back is not for the next one.
  t.is((await patch(client, `/api/wms/shipments/${waiting.id}`, { action: 'cancel' })).status, 200);
  t.deepEqual(await stockByStatus(client, itemId), { hold: 11, available: 5 });
  const rows = await read(client, `/api/wms/inventory?item_id=${itemId}&lot_no=${lot}&status=available`);
  t.is((await read(client, `/api/wms/inventory/${rows[0].id}/holders`)).not_allocatable, 'lot_on_hold');
  const refused = await post(client, '/api/wms/shipments', {
    warehouse_id: platform.standard.warehouseId,
    lines: [{ item_id: itemId, qty: 4 }],
    ship_to: waiting.ship_to,
  });
  t.is(refused.status, 409, refused.text);

  const again = await hold(client, itemId, { kind: 'quarantine', reason: 'Second look' });
  t.like(again.body.data, { hold_id, kind: 'quarantine', held_qty: 2 });
  t.deepEqual(await stockByStatus(client, itemId), { hold: 13, available: 3 });

  const released = await release(client, itemId);
  t.like(released.body.data, { hold_id, released_qty: 13, kept_qty: 0 });
  t.like((await release(client, itemId)).body.data, { hold_id: null, released_qty: 0 });
  t.deepEqual(await stockByStatus(client, itemId), { available: 16 });
  t.truthy((await shipmentOf(itemId, 8)).id);
  await assertInvariants(t, platform);
});

test('what a transfer moves is in transit until it arrives, and has never left', async (t) => {
  const there = await secondWarehouse(client, 'RECALL');
  const itemId = await lotIn(platform, { 'A-01': 10 });
  const sent = await newTransfer(client, platform.standard, there, [{ item_id: itemId, qty: 10 }]);
  t.is((await hold(client, itemId)).body.data.allocated.shipments[0].kind, 'transfer');
  await done(client, sent, 'ship');
  const none = { total: 0, qty: 0 };
  const onItsWay = (await hold(client, itemId)).body.data;
  t.like(onItsWay, { held_qty: 0, allocated: none, shipped: none, in_transit: { total: 1, qty: 10 } });
  t.deepEqual(onItsWay.in_transit.transfers, [
    {
      transfer_id: sent.id,
      transfer_no: sent.transfer_no,
      status: 'in_transit',
      from_warehouse_id: platform.standard.warehouseId,
      to_warehouse_id: there.id,
      qty: 10,
    },
  ]);

  t.is((await receive(client, sent, there, 6, { lot_no: lot })).status, 200);
  t.like((await hold(client, itemId)).body.data, {
    held_qty: 6,
    shipped: none,
    in_transit: { total: 1, qty: 4 },
  });
  await complete(client, sent);
  await done(client, sent, 'close', { missing: 'back', reason_code: 'found' });
  t.like((await hold(client, itemId)).body.data, { held_qty: 4, shipped: none, in_transit: none });
  await assertInvariants(t, platform);
});

test('a release frees what its hold put there, wherever it was moved to, and no other hold', async (t) => {
  const itemId = await lotIn(platform, { 'A-01': 4, 'A-02': 5 });
  const { warehouseId, locations } = platform.standard;
  const other = await post(client, '/api/wms/inventory/hold', {
    warehouse_id: warehouseId,
    location_id: locations['A-02'],
    item_id: itemId,
    lot_no: lot,
    qty: 3,
    reason_code: 'damage',
  });
  t.is(other.status, 200, other.text);
  t.is((await hold(client, itemId)).body.data.held_qty, 6);
  const moved = await post(client, '/api/wms/inventory/move', {
    warehouse_id: warehouseId,
    from_location_id: locations['A-01'],
    to_location_id: locations['A-03'],
    item_id: itemId,
    lot_no: lot,
    qty: 4,
    status: 'hold',
  });
  t.is(moved.status, 200, moved.text);
  t.like((await release(client, itemId)).body.data, { released_qty: 6, kept_qty: 0 });
  t.deepEqual(await stockByStatus(client, itemId), { available: 6, hold: 3 });
});

test('what was lifted by hand and put on hold once more is freed once, and no other hold', async (t) => {
  const itemId = await lotIn(platform, { 'A-01': 4, 'A-02': 5 });
  const { warehouseId: warehouse_id, locations } = platform.standard;
  const at = { warehouse_id, item_id: itemId, lot_no: lot, reason_code: 'damage' };
  const other = { ...at, location_id: locations['A-02'], qty: 3 };
  t.is((await post(client, '/api/wms/inventory/hold', other)).status, 200);
  t.is((await hold(client, itemId)).body.data.held_qty, 6);
  const lifted = { ...at, location_id: locations['A-01'], qty: 4 };
  const lift = await post(client, '/api/wms/inventory/release-hold', lifted);
  t.is(lift.status, 200, lift.text);
  t.is((await hold(client, itemId)).body.data.held_qty, 4);
  t.like((await release(client, itemId)).body.data, { released_qty: 6, kept_qty: 0 });
  t.deepEqual(await stockByStatus(client, itemId), { available: 6, hold: 3 });
});

test('returned units that wait for their disposition are not freed by a release', async (t) => {
  const itemId = await lotIn(platform, { 'A-01': 3 });
  const order = await newOrder(client, [{ item: itemId, qty: 3 }], {
    warehouse_id: platform.standard.warehouseId,
  });
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms', 'fulfill');
  const sold = { orderId: order.id, orderLineId: order.lines[0].id, itemId };
  const found = await authorizedReturn(client, sold, 3);
  t.is((await receiveUnits(platform, found, 3, { lot_no: lot })).status, 200);
  t.is((await completeReceipt(client, found)).status, 200);
  await putStock(platform, platform.standard, [{ item: itemId, qty: 5, location: 'DOCK-1', lot }]);
  const held = await hold(client, itemId);
  t.is(held.body.data.held_qty, 5);
  t.is(held.body.data.shipped.shipments[0].order_id, order.id);
  // Of the eight one is lifted: five were put on hold, and three of the seven wait.
  t.is((await liftHold(platform, itemId, 'DOCK-1', { lot_no: lot, qty: 1 })).status, 200);
  t.like((await release(client, itemId)).body.data, { released_qty: 4, kept_qty: 1 });
  t.deepEqual(await stockByStatus(client, itemId), { available: 5, hold: 3 });
  await inspect(client, found, 3);
  const [{ id }] = (await read(client, `/api/oms/returns/${found.id}`)).inspections;
  const location_id = platform.standard.locations['DOCK-1'];
  const restocked = await dispose(client, found, id, 'restock', { location_id, lot_no: lot });
  t.is(restocked.status, 201, restocked.text);
  t.deepEqual(await stockByStatus(client, itemId), { available: 8 });
});

test('a recall against allocations, moves and another recall: each unit is with a shipment or on hold', async (t) => {
  const { warehouseId, locations } = platform.standard;
  for (let round = 0; round < 6; round += 1) {
    const itemId = await lotIn(platform, { 'A-01': 6, 'A-02': 6 });
    const orders = await Promise.all([1, 2].map(() => newOrder(client, [{ item: itemId, qty: 5 }])));
    for (const { id } of orders) await drive(client, id, 'submit', 'approve');
    const [first, second, moved, ...pushed] = await Promise.all([
      hold(client, itemId),
      hold(client, itemId, { kind: 'quality' }),
      post(client, '/api/wms/inventory/move', {
        warehouse_id: warehouseId,
        from_location_id: locations['A-01'],
        to_location_id: locations['A-03'],
        item_id: itemId,
        lot_no: lot,
        qty: 1,
      }),
      ...orders.map(({ id }) => act(client, id, 'push-to-wms')),
    ]);
    t.true([200, 409].includes(moved.status), moved.text);
    for (const { status, text } of [first, second]) t.is(status, 200, text);
    const allocated = pushed.filter(({ status }) => status === 200).length * 5;
    for (const { status, text } of pushed) t.true([200, 409].includes(status), text);
    const stock = await stockByStatus(client, itemId);
    t.is(stock['available'], undefined, 'nothing is left for the next order');
    t.is(stock['allocated'] ?? 0, allocated);
    t.is(stock['hold'] ?? 0, 12 - allocated);
    t.is(first.body.data.hold_id, second.body.data.hold_id);
    t.is(first.body.data.held_qty + second.body.data.held_qty, 12 - allocated, 'each unit was held once');
    t.like((await release(client, itemId)).body.data, { released_qty: 12 - allocated, kept_qty: 0 });
  }
  await assertInvariants(t, platform);
});

test("a merchant's token holds its own lots and does not learn of another's", async (t) => {
  const { threePl } = platform;
  const operator = await platform.clientWith(threePl, everyPermission);
  const mine = await newItem(platform, threePl);
  const foreign = await newItem(platform, threePl, { merchant_id: threePl.secondMerchantId });
  for (const item of [mine, foreign]) await putStock(platform, threePl, [{ item, qty: 2, lot }]);
  const merchant = await platform.clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
  t.is((await hold(merchant, foreign)).status, 404);
  t.is((await hold(merchant, mine)).body.data.held_qty, 2);
  t.is((await hold(operator, foreign)).body.data.held_qty, 2);
  t.is((await release(merchant, foreign)).status, 404);
  t.deepEqual(await stockByStatus(operator, foreign), { hold: 2 });
  t.is((await release(merchant, mine)).body.data.released_qty, 2, 'its own');
  t.is((await hold(client, mine)).status, 404, 'nor does another organization');
  t.is((await hold(operator, mine, { lot_no: 'NEVER-SEEN' })).status, 404);
});

test("what the operator put on hold a merchant's token neither releases nor takes over", async (t) => {
  const { threePl } = platform;
  const operator = await platform.clientWith(threePl, everyPermission);
  const merchant = await platform.clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
  const item = await newItem(platform, threePl);
  await putStock(platform, threePl, [{ item, qty: 2, lot }]);
  t.like((await hold(merchant, item, { kind: 'owner' })).body.data, { kind: 'owner', is_operators: false });
  const { hold_id } = (await hold(operator, item)).body.data;
  await putStock(platform, threePl, [{ item, qty: 3, lot }]);
  const again = await hold(merchant, item, { kind: 'owner', reason: 'Mine' });
  t.like(again.body.data, { hold_id, ...recall, is_operators: true, held_qty: 3 });
  const refused = await release(merchant, item);
  t.is(refused.status, 403, refused.text);
  t.deepEqual(await stockByStatus(merchant, item), { hold: 5 });
  t.like((await release(operator, item)).body.data, { hold_id, released_qty: 5 });
  t.like((await hold(merchant, item)).body.data, { is_operators: false, held_qty: 5 });
  t.is((await release(operator, item)).status, 200, 'the operator ends either');
});

test("what is on hold for a kind of the operator's a merchant's token neither places nor lifts", async (t) => {
  const { threePl } = platform;
  const operator = await platform.clientWith(threePl, everyPermission);
  const merchant = await platform.clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
  const item = await newItem(platform, threePl);
  await putStock(platform, threePl, [{ item, qty: 4, location: 'A-01' }]);
  const act = (by: Client, what: string, kind: string) =>
    post(by, `/api/wms/inventory/${what}`, {
      warehouse_id: threePl.warehouseId,
      location_id: threePl.locations['A-01'],
      item_id: item,
      qty: 1,
      kind,
      reason_code: 'damage',
    });
  for (const kind of ['quality', 'quarantine', 'recall', 'customs']) {
    t.is((await act(merchant, 'hold', kind)).status, 403, kind);
    t.is((await act(operator, 'hold', kind)).status, 200, kind);
    const refused = await act(merchant, 'release-hold', kind);
    t.is(refused.body.error.code, 'FORBIDDEN', refused.text);
    t.is((await act(operator, 'release-hold', kind)).status, 200, kind);
  }
  for (const what of ['hold', 'release-hold']) t.is((await act(merchant, what, 'owner')).status, 200);
});
