/** A load that ends: cancelled, it takes its transport order along; leaving, it finds the freight that was drafted for it. */
import test from 'ava';
import { createClient } from '../helpers/client.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { patch } from '../fulfillment/outbound-rig.ts';
import { assign, loadOf, ok, onOrder, report, ship, shipmentsOf } from './transport-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

async function booked(): Promise<{ load: { id: string; load_no: string }; id: string; shipments: string[] }> {
  const { client, standard } = platform;
  const shipments = await shipmentsOf(platform, client, standard, [{ qty: 2 }]);
  const load = await loadOf(client, standard, shipments);
  const { id } = await ok(client.post('/v1/tms/orders', { load_id: load.id }));
  await ok(assign(client, standard, id));
  return { load, id, shipments };
}

const cancelled = (load: { id: string }) =>
  patch(platform.client, `/api/wms/loads/${load.id}`, { action: 'cancel' });

test('an order that was reported on the road for a load that never left is cancelled with it', async (t) => {
  const { client, standard } = platform;
  const { load, id, shipments } = await booked();
  await ok(report(client, id, 'picked_up', 5));
  t.is((await report(client, id, 'delivered')).body.error?.code, 'LOAD_NOT_SHIPPED');
  t.is((await cancelled(load)).status, 200);
  const order = await ok(client.get(`/v1/tms/orders/${id}`));
  t.like(order, { status: 'cancelled', cancel_reason: `The load ${load.load_no} was cancelled.` });
  t.deepEqual(
    order.tenders.map(({ status }: { status: string }) => status),
    ['withdrawn'],
  );
  // Its shipments leave on another load, with a transport order of that.
  const next = await loadOf(client, standard, shipments);
  await ship(client, next.id);
});

test('an order with a freight bill is not cancelled; cancelled with its load, it names the bill', async (t) => {
  const { client } = platform;
  const { load, id } = await booked();
  const bill = await ok(client.post('/v1/tms/freight-bills', { order_id: id, rebill_item_id: null }));
  const refused = await onOrder(client, id, 'cancel');
  t.like(refused.body.error, {
    code: 'FREIGHT_ALREADY_BILLED',
    details: { bill_id: bill.id, status: 'draft' },
  });
  t.is((await ok(client.get(`/v1/tms/orders/${id}`))).status, 'assigned');
  t.is((await cancelled(load)).status, 200);
  const told = await until('the cancellation is told', async () => {
    const { events } = await ok(client.get(`/api/events?subject_id=${id}`));
    return events.find(({ type }: any) => type === 'transport_order.cancelled');
  });
  t.like(told.data, { status: 'cancelled', bill_id: bill.id });
  const approved = await client.patch(`/api/accounting/bills/${bill.id}`, { action: 'approve' });
  t.is(approved.body.data?.status, 'open', 'the carrier may ask for it all the same');
  const other = await booked();
  const draft = await ok(client.post('/v1/tms/freight-bills', { order_id: other.id, rebill_item_id: null }));
  await ok(client.delete(`/api/accounting/bills/${draft.id}`));
  t.is((await onOrder(client, other.id, 'cancel')).status, 200);
});

test('a load cancelled while its carrier reports ends in one of the two orders', async (t) => {
  const { client } = platform;
  for (let round = 0; round < 4; round += 1) {
    const { load, id } = await booked();
    const [ended] = await Promise.all([cancelled(load), report(client, id, 'picked_up', 1)]);
    t.is(ended.status, 200, ended.text);
    t.is((await ok(client.get(`/v1/tms/orders/${id}`))).status, 'cancelled');
  }
});

test('a freight split entered by hand stays as entered when the load leaves, and is approved before', async (t) => {
  const { threePl } = platform;
  const { merchantId: one, secondMerchantId: two } = threePl;
  const client = createClient(platform.url, threePl);
  const entered = async () => {
    const parts = [{ qty: 1 }, { qty: 1, merchantId: two }].map((part) => ({
      ...part,
      item: { weight_kg: 10 },
    }));
    const load = await loadOf(client, threePl, await shipmentsOf(platform, client, threePl, parts));
    const { id } = await ok(client.post('/v1/tms/orders', { load_id: load.id }));
    const splits = [{ merchant_id: one, basis_qty: 40 }];
    const lines = [{ description: 'Its own lift', amount: 100, split_basis: 'weight', splits }];
    const freight = { bill_type: 'freight', tms_order_id: id, carrier_id: threePl.carrierId };
    const bill = await ok(client.post('/api/accounting/bills', { ...freight, lines }));
    return { load, path: `/api/accounting/bills/${bill.id}` };
  };
  const left = await entered();
  await ship(client, left.load.id);
  const { splits } = (await ok(client.get(left.path))).lines[0];
  t.is(splits.length, 1);
  t.like(splits[0], { merchant_id: one, basis_qty: 40, amount: 100 });
  const early = await entered();
  t.like(await ok(client.patch(early.path, { action: 'approve' })), { status: 'open' });
});

test('a load leaves though its freight’s draft is deleted at that moment', async (t) => {
  const { threePl, owner } = platform;
  const client = createClient(platform.url, threePl);
  const load = await loadOf(client, threePl, await shipmentsOf(platform, client, threePl, [{ qty: 1 }]));
  const { id } = await ok(client.post('/v1/tms/orders', { load_id: load.id }));
  await ok(assign(client, threePl, id, { rate: 100 }));
  const draft = await ok(client.post('/v1/tms/freight-bills', { order_id: id, rebill_item_id: null }));
  const deleting = await owner.connect();
  try {
    await deleting.query('begin');
    await deleting.query('delete from bills where id = $1', [draft.id]);
    const { rows: own } = await deleting.query('select pg_backend_pid() as pid');
    const leaving = ship(client, load.id);
    await until('the load waits for the draft', async () => {
      const waiting = 'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
      return (await owner.query(waiting, [own[0].pid])).rows.length > 0;
    });
    await deleting.query('commit');
    t.is((await leaving).status, 'shipped');
  } finally {
    await deleting.query('rollback').catch(() => {});
    deleting.release();
  }
});
