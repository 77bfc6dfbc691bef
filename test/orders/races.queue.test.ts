import test from 'ava';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import {
  act,
  assertInvariants,
  drive,
  inBatches,
  newItem,
  newOrder,
  newWarehouse,
  putStock,
  settled,
} from './orders-rig.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
let more: { stop(): Promise<void> };

test.before(async () => {
  platform = await startPlatform(undefined);
  // A second set of workers: jobs of one order really run side by side.
  more = await platform.startWorkers();
});
test.after.always(async (t) => {
  await assertInvariants(t as never, platform);
  await more?.stop();
  await platform?.stop();
});

const counted = (statuses: readonly number[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

test.serial('200 orders with two lines of one unit each on 100 units: exactly 50 are promised', async (t) => {
  t.timeout(180_000);
  const { client, standard } = platform;
  const item = await newItem(platform, standard);
  await putStock(platform, standard, [
    { item, qty: 60 },
    { item, qty: 40, location: 'A-02' },
  ]);
  const orders = await inBatches(200, async () => {
    const order = await newOrder(client, [
      { item, qty: 1 },
      { item, qty: 1 },
    ]);
    await drive(client, order.id, 'submit');
    return order;
  });
  const approvals = await Promise.all(orders.map(({ id }) => act(client, id, 'approve')));
  t.deepEqual(counted(approvals.map(({ status }) => status)), { 200: 50, 409: 150 });
  const { body } = await client.get(`/api/oms/availability?product_id=${item}`);
  t.like(body.data[0], { available_qty: 100, promised_qty: 100, atp: 0 });

  const confirmed = orders.filter((_, index) => approvals[index]!.status === 200);
  const pushes = await Promise.all(confirmed.map(({ id }) => act(client, id, 'push-to-wms')));
  t.deepEqual(counted(pushes.map(({ status }) => status)), { 200: 50 });
  const held = await platform.owner.query(
    "select sum(qty)::float as qty from allocations where item_id = $1 and status = 'open'",
    [item],
  );
  t.is(held.rows[0].qty, 100);
});

test.serial('approve, allocate, cancel and push at once on one order end in one legal state', async (t) => {
  t.timeout(180_000);
  const { client, standard } = platform;
  const item = await newItem(platform, standard);
  const second = await newWarehouse(platform, standard);
  await putStock(platform, standard, [
    { item, qty: 30 },
    { item, qty: 30, location: second.shelf },
  ]);
  const orders = await inBatches(25, async () => {
    const order = await newOrder(client, [{ item, qty: 2 }]);
    await drive(client, order.id, 'submit');
    return order;
  });
  const answers = await Promise.all(
    orders.flatMap(({ id }) => [
      act(client, id, 'approve'),
      act(client, id, 'approve'),
      act(client, id, 'allocate', { warehouse_id: second.id }),
      act(client, id, 'push-to-wms'),
      act(client, id, 'push-to-wms'),
      act(client, id, 'cancel'),
    ]),
  );
  t.deepEqual(
    answers
      .filter(({ status }) => status !== 200 && status !== 400 && status !== 409)
      .map(({ text }) => text),
    [],
  );
  for (const { id } of orders) {
    const order = (await client.get(`/api/oms/orders/${id}`)).body.data;
    t.true(
      ['pending_review', 'confirmed', 'allocated', 'released', 'cancelled'].includes(order.status),
      order.status,
    );
    t.is(order.wms_shipments.length, order.status === 'released' ? 1 : 0);
    const [line] = order.lines;
    t.is(line.allocated_qty, order.status === 'released' ? 2 : 0);
    t.is(line.reserved_qty, ['confirmed', 'allocated'].includes(order.status) ? 2 : 0);
  }
});

test.serial('one order pushed ten times at once has one shipment', async (t) => {
  const { client, standard } = platform;
  const item = await newItem(platform, standard);
  await putStock(platform, standard, [{ item, qty: 50 }]);
  const order = await newOrder(client, [{ item, qty: 5 }]);
  await drive(client, order.id, 'submit', 'approve');
  const pushes = await Promise.all(Array.from({ length: 10 }, () => act(client, order.id, 'push-to-wms')));
  t.deepEqual(counted(pushes.map(({ status }) => status)), { 200: 1, 400: 9 });
  t.is((await client.get(`/api/oms/orders/${order.id}`)).body.data.wms_shipments.length, 1);
});

test.serial(
  'orders over the same items in any order, shipped and cancelled at once, never deadlock a client',
  async (t) => {
    t.timeout(180_000);
    const { client, standard } = platform;
    const items = await Promise.all(Array.from({ length: 6 }, () => newItem(platform, standard)));
    for (const item of items) {
      await putStock(platform, standard, [
        { item, qty: 40, location: 'A-01' },
        { item, qty: 40, location: 'A-02' },
      ]);
    }
    const turned = (index: number): string[] => (index % 2 === 0 ? items : items.toReversed());
    const orders = await inBatches(24, (index) =>
      newOrder(
        client,
        turned(index).map((item) => ({ item, qty: 2 })),
      ),
    );
    const ends = await Promise.all(
      orders.map(async ({ id }, index) => {
        const { wms_shipments: made } = await drive(client, id, 'submit', 'approve', 'push-to-wms');
        const path = `/api/wms/shipments/${made[0].id}`;
        if (index % 3 === 0) return (await act(client, id, 'cancel-request')).status;
        const step = await client.patch(path, { action: index % 3 === 1 ? 'cancel' : 'ship' });
        return (await settled(client, step, path)).status;
      }),
    );
    t.deepEqual(counted(ends), { 200: 24 });
  },
);
