/** The shipments that have some of a lot, beyond the two hundred that an answer names. */
import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { newShipment, patch, read, type Running } from '../fulfillment/outbound-rig.ts';
import { drive, inBatches, newOrder } from '../orders/orders-rig.ts';
import { hold, lotIn, recall } from './lot-rig.ts';

let platform: Running;
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
});
test.after.always(() => platform?.stop());

test('all shipments that have some of a lot are listed page by page, beyond what the answer names', async (t) => {
  const itemId = await lotIn(platform, { 'A-01': 210 });
  const path = `/api/wms/lots/shipments?item_id=${itemId}&lot_no=${recall.lot_no}`;
  const order = await newOrder(client, [{ item: itemId, qty: 3 }], {
    customer_id: platform.standard.customerId,
  });
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const [{ id }] = (await read(client, `/api/oms/orders/${order.id}`)).wms_shipments;
  t.is((await patch(client, `/api/wms/shipments/${id}`, { action: 'ship' })).status, 200);
  const [left, ...none] = await read(client, path);
  t.deepEqual(none, []);
  const { customer_id, order_no } = order;
  t.like(left, { shipment_id: id, kind: 'order', status: 'shipped', order_no, customer_id, qty: 3 });
  t.truthy(left.customer_name && left.shipped_at);

  const made = await inBatches(201, () => newShipment(platform, [{ item_id: itemId, qty: 1 }]));
  const { allocated, shipped } = (await hold(client, itemId)).body.data;
  t.like(shipped, { total: 1, is_cut: false });
  t.like(allocated, { total: 201, qty: 201, is_cut: true });
  t.is(allocated.shipments.length, 200);
  const listed = new Set<string>();
  let page = await client.get(`${path}&state=allocated&page_size=150`);
  t.is(page.body.meta.total, 201);
  for (;;) {
    for (const one of page.body.data) listed.add(one.shipment_id);
    const { next_cursor: next } = page.body.meta;
    if (!next) break;
    page = await client.get(`${path}&state=allocated&page_size=150&cursor=${encodeURIComponent(next)}`);
  }
  t.deepEqual([...listed].sort(), made.map(({ id }): string => id).sort());
  t.is((await client.get(`/api/wms/lots/shipments?item_id=${itemId}`)).status, 400);
});
