/** An order that is pushed and shipped by one command leaves what the push and the ships leave, or nothing. */
import test from 'ava';
import { newId } from '../../domain/new-id.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import type { Answer } from '../helpers/client.ts';
import { newAccount } from '../parcels/parcels-rig.ts';
import { until } from '../helpers/wait.ts';
import { act, drive, newItem, newOrder, newWarehouse, putStock } from '../orders/orders-rig.ts';
import { approvedOrder, leftByOrder, type Sort, waitingForTheRest } from './left-by-order.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const atOnce = (orderId: string, more: object = {}) =>
  act(platform.client, orderId, 'push-to-wms', { ship: true, ...more });

/** The same by a push and a ship of each open shipment; the answer of the order then. */
async function inSteps(orderId: string, facts: object = {}) {
  const { client } = platform;
  const pushed = await drive(client, orderId, 'push-to-wms');
  for (const { id, status } of pushed.wms_shipments)
    if (status === 'commit') {
      const shipped = await client.patch(`/api/wms/shipments/${id}`, { action: 'ship', ...facts });
      if (shipped.status !== 200) throw new Error(shipped.text);
    }
  return client.get(`/api/oms/orders/${orderId}`);
}

const approved = (sort: Sort, tag: string) => approvedOrder(platform, sort, tag);
const leftBy = (orderId: string, tag: string) => leftByOrder(platform, orderId, tag);

async function adjusted(item: object, body: object): Promise<void> {
  const { standard, client } = platform;
  const done = await client.post('/api/wms/inventory/adjust', {
    warehouse_id: standard.warehouseId,
    location_id: standard.locations['A-01'],
    reason_code: 'found',
    ...item,
    ...body,
  });
  if (done.status !== 200) throw new Error(done.text);
}

test('one command leaves what a push and its ships leave, whatever is in the order', async (t) => {
  const { standard } = platform;
  const second = await newWarehouse(platform, standard);
  const partly: [string, object] = ['allocate', { warehouse_id: standard.warehouseId, allow_partial: true }];
  const sorts: Record<string, Sort> = {
    plain: { stock: [{ qty: 9 }], qty: [4] },
    lines: { stock: [{ qty: 5 }, { qty: 5, location: 'A-02' }], qty: [6, 1] },
    lots: {
      item: { lot_tracked: true },
      stock: [
        { qty: 2, lot: 'L1' },
        { qty: 3, lot: 'L2' },
      ],
      qty: [4],
    },
    split: { stock: [{ qty: 4 }, { qty: 3, location: second.shelf }], qty: [4, 3] },
    partial: { stock: [{ qty: 4 }, { qty: 9, location: second.shelf }], qty: [6], between: [partly] },
  };
  for (const [sort, wanted] of Object.entries(sorts)) {
    const [one, steps] = [await approved(wanted, 'A'), await approved(wanted, 'B')];
    const answer = await atOnce(one);
    t.is(answer.status, 200, answer.text);
    const last = await inSteps(steps);
    t.is(answer.body.data.status, sort === 'partial' ? 'partially_fulfilled' : 'fulfilled', sort);
    t.is(answer.body.data.status, last.body.data.status, sort);
    const left = await leftBy(one, 'A');
    t.deepEqual(left, await leftBy(steps, 'B'), sort);
    for (const filled of ['shipments', 'held', 'ledger', 'events', 'papers', 'labels', 'waves', 'billed'])
      t.true(left[filled]!.length > 0, `${sort}: ${filled}`);
  }
});

test('serials are presumed, and a plate leaves, as they do by a ship', async (t) => {
  const { standard } = platform;
  const made = async (tag: string) => {
    const item_id = await newItem(platform, standard, { serial_tracked: true });
    await adjusted({ item_id }, { qty_delta: 2, serial_nos: [`AT-1-${tag}`, `AT-2-${tag}`] });
    const onPlate = await newItem(platform, standard);
    const pallet = { warehouse_id: standard.warehouseId, location_id: standard.locations['A-01'] };
    const lpnId = (await platform.client.post('/api/wms/pallets', pallet)).body.data.id;
    await putStock(platform, standard, [{ item: onPlate, qty: 3, lpnId }]);
    const order = await newOrder(platform.client, [
      { item: item_id, qty: 1 },
      { item: onPlate, qty: 3 },
    ]);
    await drive(platform.client, order.id, 'submit', 'approve');
    return order.id as string;
  };
  const [one, steps] = [await made('A'), await made('B')];
  const answer = await atOnce(one, { tracking_no: '1Z-9', carrier_code: 'UPS' });
  t.is(answer.status, 200, answer.text);
  await inSteps(steps, { tracking_no: '1Z-9', carrier_code: 'UPS' });
  const left = await leftBy(one, 'A');
  t.deepEqual(left, await leftBy(steps, 'B'));
  t.regex(left['shipments']![0]!, /1Z-9.*UPS/);
  t.true(
    left['serials']!.some((row) => row.includes('shipped')),
    left['serials']!.join(),
  );
});

test.serial('what ship refuses refuses the whole, and nothing of it is left', async (t) => {
  const { client } = platform;
  const id = await approved({ stock: [{ qty: 2 }], qty: [2] }, 'A');
  const before = await leftBy(id, 'A');
  const setLabels = (ship_needs_labels: boolean) =>
    client.patch('/api/tenancy/settings', { ship_needs_labels });
  t.teardown(() => setLabels(false));
  await newAccount(client, 'http://127.0.0.1:9', { far_side: 'neither' });
  await setLabels(true);
  t.is((await atOnce(id)).body.error?.code, 'LABEL_MISSING');
  t.deepEqual(await leftBy(id, 'A'), before);
  // A number from elsewhere is its label, as it is for ship.
  t.is((await atOnce(id, { tracking_no: '1Z-5' })).body.data?.status, 'fulfilled');
  await setLabels(false);

  const held = await approved({ stock: [{ qty: 2 }], qty: [2] }, 'A');
  const hold = await client.post(`/api/oms/orders/${held}/holds`, { reason: 'PAYMENT' });
  t.is(hold.status, 201, hold.text);
  t.is((await atOnce(held)).body.error?.code, 'ORDER_ON_HOLD');
  const cancelled = await approved({ stock: [{ qty: 2 }], qty: [2] }, 'A');
  await drive(client, cancelled, 'cancel');
  t.is((await atOnce(cancelled)).body.error?.code, 'ILLEGAL_TRANSITION');
  t.is((await atOnce('00000000-0000-7000-8000-000000000000')).status, 404);
});

test('one shipment of several that may not leave keeps all of them, and a tracking number is of one', async (t) => {
  const { client, standard } = platform;
  const second = await newWarehouse(platform, standard);
  const split = { stock: [{ qty: 4 }, { qty: 3, location: second.shelf }], qty: [4, 3] };
  const id = await approved(split, 'A');
  const before = await leftBy(id, 'A');
  const named = await atOnce(id, { tracking_no: '1Z-7' });
  t.is(named.body.error?.details?.[0]?.path, 'tracking_no', named.text);
  t.deepEqual(await leftBy(id, 'A'), before);
  // Released first; then somebody counts the second shelf.
  await drive(client, id, 'push-to-wms');
  const count = await client.post('/api/wms/count-tasks', {
    warehouse_id: second.id,
    location_ids: [second.shelf],
  });
  t.is(count.status, 201, count.text);
  const released = await leftBy(id, 'A');
  t.is((await atOnce(id)).body.error?.code, 'LOCATION_LOCKED');
  t.deepEqual(await leftBy(id, 'A'), released);
  t.is(released['shipments']!.length, 2);
});

test('what is released is shipped, and asking again for what is done answers 200 and does nothing', async (t) => {
  const { client } = platform;
  const id = await approved({ stock: [{ qty: 3 }], qty: [2] }, 'A');
  await drive(client, id, 'push-to-wms');
  t.is((await atOnce(id)).body.data?.status, 'fulfilled');
  const done = await leftBy(id, 'A');
  t.is((await atOnce(id)).status, 200);
  t.deepEqual(await leftBy(id, 'A'), done);
  t.is((await act(client, id, 'push-to-wms')).body.error?.code, 'ILLEGAL_TRANSITION');
  const early = await act(client, id, 'push-to-wms', { tracking_no: '1Z' });
  t.is(early.body.error?.details?.[0]?.code, 'not_allowed', early.text);

  const keyed = await approved({ stock: [{ qty: 3 }], qty: [2] }, 'A');
  const key = { headers: { 'idempotency-key': 'push-and-ship', prefer: 'wait=60' } };
  const path = `/api/oms/orders/${keyed}/push-to-wms`;
  const first = await client.post(path, { ship: true }, key);
  const left = await leftBy(keyed, 'A');
  const again = await client.post(path, { ship: true }, key);
  t.is(first.status, 200, first.text);
  t.is(first.body.data.status, 'fulfilled');
  t.deepEqual(again.body.data, first.body.data);
  t.deepEqual(await leftBy(keyed, 'A'), left);
});

test('what is released in one warehouse is not shipped by who says that it leaves another', async (t) => {
  const { client, standard } = platform;
  const second = await newWarehouse(platform, standard);
  const order = await approved({ stock: [{ qty: 3 }], qty: [2] }, 'elsewhere');
  const here = { warehouse_id: standard.warehouseId };
  await drive(client, order, ['push-to-wms', here]);
  for (const warehouse_id of [second.id, newId()]) {
    const { status, body } = await atOnce(order, { warehouse_id });
    t.deepEqual([status, body.error?.code], [400, 'ILLEGAL_TRANSITION']);
  }
  t.is((await client.get(`/api/oms/orders/${order}`)).body.data.wms_shipments[0].status, 'commit');
  t.is((await atOnce(order, here)).body.data.status, 'fulfilled');
});

test('of an order that waits for the rest, what is open leaves, and the rest stays backordered', async (t) => {
  const { client, standard } = platform;
  const second = await newWarehouse(platform, standard);
  const id = await waitingForTheRest(platform, second, 'A');
  const answer = await atOnce(id);
  t.is(answer.status, 200, answer.text);
  t.like(answer.body.data, { status: 'partially_fulfilled' });
  t.like(answer.body.data.lines[0], { fulfilled_qty: 4, backordered_qty: 2 });
  // Nothing of it may go any more: that is said, as a push says it.
  const left = await leftBy(id, 'A');
  t.is((await atOnce(id)).body.error?.code, 'INSUFFICIENT_ATP');
  t.deepEqual(await leftBy(id, 'A'), left);

  const stocked = await waitingForTheRest(platform, second, 'A');
  const item = (await client.get(`/api/oms/orders/${stocked}`)).body.data.lines[0].product_id;
  await putStock(platform, standard, [{ item, qty: 2 }]);
  const all = await atOnce(stocked);
  t.is(all.body.data?.status, 'fulfilled', all.text);
  t.is((await leftBy(stocked, 'A'))['shipments']!.length, 2);
});

test('v1 takes a draft all the way, and it takes the permission to ship', async (t) => {
  const { client, clientWith, standard } = platform;
  const item = await newItem(platform, standard);
  await putStock(platform, standard, [{ item, qty: 5 }]);
  const draft = () => newOrder(client, [{ item, qty: 1 }]);
  const patient = { headers: { prefer: 'wait=60' } };
  const shipped = await client.post(
    `/v1/oms/orders/${(await draft()).id}/release`,
    { ship: true, tracking_no: '1Z-1' },
    patient,
  );
  t.is(shipped.body.status, 'fulfilled', shipped.text);
  const pushing = await clientWith(standard, ['oms.orders.view', 'oms.orders.manage', 'oms.orders.approve']);
  const { id } = await draft();
  const barred = await pushing.post(`/v1/oms/orders/${id}/release`, { ship: true }, patient);
  t.is(`${barred.status} ${barred.body.error?.details?.permission}`, '403 wms.outbound.ship', barred.text);
  t.is((await client.get(`/api/oms/orders/${id}`)).body.data.status, 'draft');
  t.is((await pushing.post(`/v1/oms/orders/${id}/release`, { ship: false }, patient)).status, 200);
  const released = await pushing.post(`/api/oms/orders/${id}/push-to-wms`, { ship: true }, patient);
  t.is(released.body.error?.details?.permission, 'wms.outbound.ship', released.text);
});

test('of a cancel and a push that ships, on two connections, one does it all and the other is refused', async (t) => {
  const { client, owner } = platform;
  const ends = new Set<string>();
  for (let turn = 0; turn < 8; turn += 1) {
    const id = await approved({ stock: [{ qty: 2 }], qty: [2] }, 'A');
    // Both wait for the order's row, so that they go on at the same moment.
    const holder = await owner.connect();
    const ask = [() => atOnce(id), () => act(client, id, 'cancel')];
    let asked: Promise<Answer>[] = [];
    try {
      await holder.query('begin');
      const {
        rows: [{ pid }],
      } = await holder.query('select pg_backend_pid() as pid from sales_orders where id = $1 for update', [
        id,
      ]);
      asked = (turn % 2 === 0 ? ask : ask.toReversed()).map((one) => one());
      await until('both wait', async () => {
        const { rows } = await owner.query(
          `with recursive waiting as (
             select $1::integer as pid
             union select a.pid from pg_stat_activity a join waiting w on w.pid = any (pg_blocking_pids(a.pid)))
           select pid from waiting`,
          [pid],
        );
        return rows.length > 2;
      });
    } finally {
      await holder.query('commit');
      holder.release();
    }
    const answers = await Promise.all(asked);
    t.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400],
    );
    const left = await leftBy(id, 'A');
    const { status } = (await client.get(`/api/oms/orders/${id}`)).body.data;
    ends.add(status);
    t.is(left['shipments']!.length, status === 'cancelled' ? 0 : 1);
    t.is(left['ledger']!.length, status === 'cancelled' ? 0 : 3);
  }
  t.true([...ends].every((status) => ['cancelled', 'fulfilled'].includes(status)));
});
