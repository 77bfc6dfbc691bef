/** A shelf that is being counted sends nothing, by whichever action. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { act, assertInvariants, newOrder } from '../orders/orders-rig.ts';
import { newShelf, patch, read, stocked } from '../fulfillment/outbound-rig.ts';

test('part of an order does not ship from a shelf under count', async (t) => {
  const platform = await joinPlatform(t);
  const { client, standard } = platform;
  const shelf = await newShelf(platform);
  const item = await stocked(platform, { [shelf]: 10 });
  const order = await newOrder(client, [{ item, qty: 6 }]);
  for (const action of ['submit', 'approve', 'push-to-wms']) await act(client, order.id, action);
  const { lines } = await read(client, `/api/oms/orders/${order.id}`);
  const part = { lines: [{ line_id: lines[0].id, qty: 2 }] };
  const count = await client.post('/api/wms/count-tasks', {
    warehouse_id: standard.warehouseId,
    location_ids: [shelf],
  });
  t.is(count.status, 201, count.text);
  for (const [action, body] of [
    ['partial_fulfill', part],
    ['fulfill', {}],
  ] as const) {
    const answer = await act(client, order.id, action, body);
    t.like(answer.body.error, { code: 'LOCATION_LOCKED', details: { location_id: shelf } }, answer.text);
  }
  t.is((await patch(client, `/api/wms/count-tasks/${count.body.data.id}`, { action: 'cancel' })).status, 200);
  t.is((await act(client, order.id, 'partial_fulfill', part)).status, 200);
  await assertInvariants(t, platform);
});
