/**
 * A store's webhooks past their policy are in a file, with what flows did with them, before they go. What waits, failed,
 * found no flow or is of a held order stays; and an order whose body has gone is still one order, however late its store
 * tells of it again.
 */
import test from 'ava';
import { readPolicies } from '../../db/retention/policies.read.ts';
import { anotherOrder, connect, ordersOfStore, publish, send } from '../integration/storefront-rig.ts';
import { until } from '../helpers/wait.ts';
import { retentionRig, type RetentionRig } from './retention-rig.ts';

const steps = [{ action: 'map_order' }, { action: 'create_order' }, { action: 'submit' }];

async function store(rig: RetentionRig): Promise<void> {
  const { client } = rig.platform;
  const item = await client.post('/api/wms/items', { sku: 'IPOD2008PINK', name: 'Player', uom: 'EA' });
  if (item.status !== 201) throw new Error(item.text);
  await connect(client);
}

const eventNow = async (rig: RetentionRig, id: string): Promise<any> =>
  (await rig.platform.client.get(`/api/integration/events/${id}`)).body.data;

const idsOf = async (rig: RetentionRig): Promise<string[]> =>
  (await rig.rowsOf('inbound_events')).map(({ id }) => `${id}`).sort();

/** Sends an order and waits for what became of it; returns its event's id. */
async function arrive(rig: RetentionRig, id: string, number: string, more: object = {}): Promise<string> {
  const sent = await send(rig.platform.url, { body: anotherOrder(id, number), ...more });
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
  const eventId: string = sent.body.data.event_id;
  await until('the event is worked on', async () => {
    const { status, processed_at: at } = await eventNow(rig, eventId);
    return status === 'ignored' || at !== null;
  });
  return eventId;
}

test('what is done with goes to a file with its runs; its order is still known and becomes no second one', async (t) => {
  const rig = await retentionRig(t);
  const { client, url, owner, standard, startWorkers } = rig.platform;
  await store(rig);
  await publish(client, steps);
  const workers = await startWorkers();
  const first = await arrive(rig, '7001', '9001');
  const repeat = await send(url, { body: anotherOrder('7001', '9001') });
  const ignored = await arrive(rig, '7002', '9002', { topic: 'shop/redact' });
  const [order] = await ordersOfStore(client, '9001');
  const whole = await eventNow(rig, first);
  t.is(whole.status, 'processed', JSON.stringify(whole));
  await rig.age(200);
  const young = await arrive(rig, '7003', '9003');

  await rig.keep('inbound_events', 1);
  await rig.sweep();
  t.like((await readPolicies(rig.platform.database))[0], { problem: null, rows_removed: '3' });
  const lines: any[] = await rig.filed('inbound_events');
  t.deepEqual(lines.map(({ status }): string => status).sort(), ['duplicate', 'ignored', 'processed']);
  const line = lines.find(({ id }) => id === first);
  t.is(Buffer.from(line.raw_body.slice(2), 'hex').toString(), whole.raw_body, 'the bytes as they came');
  t.is(line.runs.length, 1);
  t.deepEqual(
    line.runs[0].steps.map(({ action, outcome }: any) => [action, outcome]),
    steps.map(({ action }) => [action, 'done']),
  );
  t.deepEqual(await idsOf(rig), [first, young].sort(), 'a repeat and a topic nobody works on leave nothing');
  t.is((await client.get(`/api/integration/events/${ignored}`)).status, 404);
  const stays = await eventNow(rig, first);
  t.like(stays, { status: 'processed', order_id: order.id, external_id: '7001', raw_body: null });
  t.truthy(stays.archived_at);
  t.is((await rig.rowsOf('flow_runs')).length, 1, "the young one's");

  const again = await send(url, { body: anotherOrder('7001', '9001') });
  t.is(again.body.data.event_id, repeat.body.data.event_id);
  t.true(again.body.data.duplicate);
  t.is((await ordersOfStore(client, '9001')).length, 1);
  const replay = await client.post(`/api/integration/events/${first}/replay`);
  t.is(replay.status, 409, replay.text);
  t.is(replay.body.error.code, 'EVENT_NOT_REPLAYABLE');
  t.regex(replay.body.error.message, /archived/);
  t.is(replay.body.error.details.order_id, order.id);
  await workers.stop();

  await rig.age(200);
  await rig.sweep();
  await rig.sweep();
  t.is((await rig.rowsOf('inbound_events')).length, 2, 'what stays of the first is not removed again');
  t.is((await rig.filed('inbound_events')).length, 5, 'the young one, and the repeat that came late');
  t.is(
    (
      await owner.query('select 1 from inbound_events where organization_id = $1 and raw_body is not null', [
        standard.id,
      ])
    ).rowCount,
    0,
  );
});

test('what waits, failed, found no flow or is of a held order stays, however old', async (t) => {
  const rig = await retentionRig(t);
  const { client, url, owner, startWorkers } = rig.platform;
  await store(rig);
  const sent = async (id: string, number: string): Promise<string> =>
    (await send(url, { body: anotherOrder(id, number).replaceAll('IPOD2008PINK', id), signature: null })).body
      .data.event_id;
  const workers = await startWorkers();
  const unprocessed = await sent('7101', '9101');
  await until('it has no flow', async () => (await eventNow(rig, unprocessed)).status === 'unprocessed');
  await publish(client, steps);
  const waits = await arrive(rig, '7102', '9102', {
    body: anotherOrder('7102', '9102').replaceAll('IPOD2008PINK', 'NOBODY-KNOWS'),
  });
  t.is((await eventNow(rig, waits)).status, 'received');
  const held = await arrive(rig, '7103', '9103');
  const heldOrder = (await eventNow(rig, held)).order_id;
  const hold = await client.post(`/api/oms/orders/${heldOrder}/holds`, {
    reason: 'MANUAL',
    note: 'ask first',
  });
  t.true(hold.status < 300, hold.text);
  const failed = await arrive(rig, '7104', '9104');
  await workers.stop();
  await owner.query("update inbound_events set status = 'failed' where id = $1", [failed]);
  await rig.age(400);
  await rig.keep('inbound_events', 1);
  await rig.sweep();
  t.like((await readPolicies(rig.platform.database))[0], { problem: null, rows_removed: '0' });
  t.deepEqual(await idsOf(rig), [unprocessed, waits, held, failed].sort());
  for (const { archived_at: at } of await rig.rowsOf('inbound_events')) t.is(at, null);
});

test('an event that is worked on while it is written to its file stays whole', async (t) => {
  const rig = await retentionRig(t);
  const { client, database, owner, startWorkers } = rig.platform;
  await store(rig);
  await publish(client, steps);
  const workers = await startWorkers();
  const id = await arrive(rig, '7201', '9201');
  await rig.age(200);
  await rig.keep('inbound_events', 1);
  const late = {
    ...rig.files,
    get: async (key: string) => {
      await client.post(`/api/integration/events/${id}/replay`);
      return rig.files.get(key);
    },
  };
  await rig.sweep(late);
  t.regex((await readPolicies(database))[0]!.problem!, /changed since/);
  t.is((await rig.rowsOf('flow_runs')).length, 2, 'both runs are there');
  t.truthy((await eventNow(rig, id)).raw_body);
  await workers.stop();

  // Somebody holds it locked: the sweep gives up and removes nothing.
  await rig.age(200);
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query('select 1 from inbound_events where id = $1 for update', [id]);
  await rig.sweep();
  t.regex((await readPolicies(database))[0]!.problem!, /lock timeout/);
  await holder.query('rollback');
  holder.release();
  await rig.sweep();
  t.is((await readPolicies(database))[0]!.problem, null);
  t.is((await eventNow(rig, id)).raw_body, null);
  t.is(((await rig.filed('inbound_events')) as any[]).at(-1).runs.length, 2);
});
