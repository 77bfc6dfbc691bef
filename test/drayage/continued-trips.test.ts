/** An order made again after it was cancelled continues its container's trip, with every event of it. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import type { Client } from '../helpers/client.ts';
import { receiptsPath } from '../helpers/receiving.ts';
import { inHours } from '../yard/yard-rig.ts';
import { path, tripsOf } from './trips-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
});
test.after.always(() => platform?.stop());

const { act, happened, drayage } = tripsOf(() => client);

test('an order made again after it was cancelled begins with what came before and meanwhile', async (t) => {
  const no = 'MSKU4100007';
  const first = await drayage(no, { demurrage_free_days: 3 });
  const tracked = { source: 'terminal49', external_id: 'm-1' };
  const discharged = await happened(no, 'vessel_discharged', '2026-03-01T12:00:00Z', tracked);
  t.is((await act(first, 'cancel')).status, 200);
  const meanwhile = await happened(no, 'available', '2026-03-02T15:00:00Z', {
    source: 'terminal49',
    external_id: 'm-2',
    last_free_day: '2026-03-08',
  });
  t.is(meanwhile.status, 201, meanwhile.text);
  const second = await drayage(no, { demurrage_free_days: 3 });
  const order = async (id: string) => (await client.get(`${path}/${id}`)).body;
  t.like(await order(second), {
    status: 'planned',
    container_state: 'available',
    last_free_day: '2026-03-08',
  });
  const again = await happened(no, 'vessel_discharged', '2026-03-01T12:00:00Z', tracked);
  t.is(again.status, 200, 'the tracker sends its history again');
  t.is(again.body.id, discharged.body.id);
  const corrected = await happened(no, 'available', '2026-03-03T15:00:00Z', {
    corrects_event_id: meanwhile.body.id,
    last_free_day: '2026-03-09',
  });
  t.is(corrected.body.drayage_order_id, second, corrected.text);
  t.is((await order(second)).last_free_day, '2026-03-09');

  t.is((await act(second, 'cancel')).status, 200);
  await happened(no, 'full_out', '2026-03-05T20:00:00Z');
  const third = await drayage(no);
  t.like(await order(third), { status: 'picked_up', container_state: 'picked_up' });
  const file = (await client.get(`/api/drayage/orders/${third}/dispute`)).body.data;
  t.is(file.events.length, 4, 'the dispute file has every event, of both cancelled orders');
  t.is((await client.get(`/v1/drayage/containers/${no}/events`)).body.total, 4, 'each is told of once');
});

test('an order made again begins without the events of a voyage that is over, or of long ago, or of another merchant', async (t) => {
  const over = 'MSKU4200004';
  const first = await drayage(over);
  await happened(over, 'full_out', '2026-03-01T12:00:00Z');
  await act(first, 'complete');
  await drayage(over).then((id) => act(id, 'cancel'));
  await happened(over, 'empty_in', '2026-03-09T12:00:00Z');
  t.is(
    (await client.get(`${path}/${first}`)).body.container_state,
    'returned',
    'the empty of the trip before is still out: its return is not the next trip’s',
  );
  const next = await drayage(over);
  t.is((await client.get(`${path}/${next}`)).body.container_state, 'announced');

  const old = 'MSKU4300001';
  const long = await drayage(old);
  await happened(old, 'available', '2025-03-01T12:00:00Z');
  await act(long, 'cancel');
  const { owner } = platform;
  await owner.query("update drayage_orders set cancelled_at = now() - interval '200 days' where id = $1", [
    long,
  ]);
  const connection = await owner.connect();
  await connection.query("set session_replication_role = 'replica'");
  await connection.query(
    "update container_events set received_at = now() - interval '200 days' where order_id = $1",
    [long],
  );
  await connection.query("set session_replication_role = 'origin'");
  connection.release();
  const later = await drayage(old);
  t.is((await client.get(`${path}/${later}`)).body.container_state, 'announced');
});

test('goods already at the dock are counted on their receipt by an order made again, or entered after the truck', async (t) => {
  const { standard } = platform;
  const announce = async (container_no: string) =>
    (await client.post('/v1/purchase/asns', { container_no, lines: [{ sku: 'PLAIN', qty: 6 }] })).body;
  const atTheDock = async (container_no: string, plate: string): Promise<string> => {
    const booked = await client.post('/v1/yms/appointments', {
      carrier: 'Swift Haul',
      warehouse_id: standard.warehouseId,
      container_no,
      plate,
      door: (await doorOf(client, standard.warehouseId, plate)).code,
      ...inHours(2),
    });
    const checked = await client.post(`/v1/yms/appointments/${booked.body.id}/check-in`);
    t.is(checked.status, 200, checked.text);
    return checked.body.receipt_id;
  };
  const again = 'MSKU4800007';
  const asn = await announce(again);
  const first = await drayage(again);
  const receipt = await atTheDock(again, 'AGAIN-D1');
  t.is((await act(first, 'cancel')).status, 200);
  const second = await drayage(again);
  t.like((await act(second, 'complete')).body, { status: 'completed', receipt_id: receipt });
  t.is((await client.get(`/v1/purchase/asns/${asn.id}`)).body.receipt_id, receipt);

  const late = 'MSKU4900004';
  await announce(late);
  const counting = await atTheDock(late, 'LATE-D1');
  const { data: tasks } = (
    await client.get(`/api/wms/tasks?task_type=receive&warehouse_id=${standard.warehouseId}&page_size=200`)
  ).body;
  const task = tasks.find(({ ref_id: receiptId }: { ref_id: string }) => receiptId === counting);
  t.is((await client.patch(`/api/wms/tasks/${task.id}`, { action: 'start' })).status, 200);
  t.is((await client.get(`${receiptsPath}/${counting}`)).body.data.status, 'receiving');
  t.is((await act(await drayage(late), 'complete')).body.receipt_id, counting);
  const next = await drayage(late);
  t.not((await act(next, 'complete')).body.receipt_id, counting, 'a receipt is of one trip');
});

const doorOf = async (of: Client, warehouse_id: string, code: string) =>
  (await of.post('/api/yms/spots', { warehouse_id, code, kind: 'door' })).body.data;

test('an event that comes while the order is made again is one of its trip', async (t) => {
  for (const no of ['MSKU4400008', 'MSKU4500005', 'MSKU4600002', 'MSKU4700000']) {
    const first = await drayage(no);
    await act(first, 'cancel');
    const [made] = await Promise.all([drayage(no), happened(no, 'available', '2026-03-02T15:00:00Z')]);
    t.like((await client.get(`${path}/${made}`)).body, {
      container_state: 'available',
      last_free_day: '2026-03-06',
    });
  }
});
