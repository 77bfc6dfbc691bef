/** An order that is pushed and shipped leaves from where it is said to; asked for again, it says what was done. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { act, newWarehouse } from '../orders/orders-rig.ts';
import { approvedOrder, leftByOrder, type Sort, waitingForTheRest } from './left-by-order.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const atOnce = (orderId: string, more: object = {}) =>
  act(platform.client, orderId, 'push-to-wms', { ship: true, ...more });
const approved = (sort: Sort, tag: string) => approvedOrder(platform, sort, tag);
const leftBy = (orderId: string, tag: string) => leftByOrder(platform, orderId, tag);

test('what waits in another warehouse than the one named stays there while the rest leaves', async (t) => {
  const { standard } = platform;
  const second = await newWarehouse(platform, standard);
  const order = await waitingForTheRest(platform, second, 'A');
  const shipmentsOf = ({
    wms_shipments,
  }: {
    wms_shipments: { status: string; warehouse: { id: string } }[];
  }) =>
    wms_shipments
      .map(({ status, warehouse: { id } }) => `${id === second.id ? 'second' : 'first'} ${status}`)
      .toSorted();
  const there = await atOnce(order, { warehouse_id: second.id });
  t.is(there.status, 200, there.text);
  t.deepEqual(shipmentsOf(there.body.data), ['first commit', 'second shipped']);
  t.like(there.body.data, { status: 'partially_fulfilled' });
  const left = await leftBy(order, 'A');
  t.is((await atOnce(order, { warehouse_id: second.id })).status, 200);
  t.deepEqual(await leftBy(order, 'A'), left);
  const here = await atOnce(order, { warehouse_id: standard.warehouseId });
  t.deepEqual(shipmentsOf(here.body.data), ['first shipped', 'second shipped'], here.text);
  t.is(here.body.data.status, 'fulfilled');
});

test('asking again with another number, carrier or warehouse than what has left is refused with what is on record', async (t) => {
  const second = await newWarehouse(platform, platform.standard);
  const order = await approved({ stock: [{ qty: 3 }], qty: [2] }, 'A');
  const said = { tracking_no: '1Z-1', carrier_code: 'UPS' };
  t.is((await atOnce(order, said)).status, 200);
  const left = await leftBy(order, 'A');
  for (const same of [
    said,
    {},
    { tracking_no: '1Z-1', warehouse_id: platform.standard.warehouseId.toUpperCase() },
  ])
    t.is((await atOnce(order, same)).status, 200);
  for (const other of [
    { tracking_no: '1Z-2' },
    { ...said, carrier_code: 'DHL' },
    { ...said, warehouse_id: second.id },
  ]) {
    const { status, body } = await atOnce(order, other);
    t.deepEqual([status, body.error?.code], [400, 'ILLEGAL_TRANSITION']);
    t.like(body.error.details.on_record, [{ warehouse_id: platform.standard.warehouseId, ...said }]);
  }
  const v1 = await platform.client.post(`/v1/oms/orders/${order}/release`, {
    ship: true,
    tracking_no: '1Z-2',
  });
  t.is(v1.body.error?.code, 'ILLEGAL_TRANSITION', v1.text);
  t.deepEqual(await leftBy(order, 'A'), left);
});
