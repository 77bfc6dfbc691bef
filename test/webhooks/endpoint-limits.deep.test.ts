/** What an endpoint is given, what it is not, and when it is given up: the limits that the pages of webhooks promise. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { startReceiver } from './receiver.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined);
});
test.after.always(() => platform?.stop());

const endpoints = '/api/tenancy/webhook-endpoints';

async function subscribe(url: string, types: string[]): Promise<string> {
  const made = await platform.client.post(endpoints, { url, event_types: types });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.data.id;
}

async function listener(t: { teardown(fn: () => Promise<void>): void }, types: string[]) {
  const receiver = await startReceiver();
  t.teardown(receiver.close);
  const id = await subscribe(receiver.url, types);
  t.teardown(() => turn(id, 'disabled'));
  return { receiver, id };
}

async function turn(id: string, status: 'active' | 'disabled'): Promise<void> {
  const answer = await platform.client.patch(`${endpoints}/${id}`, { status });
  if (answer.status !== 200) throw new Error(answer.text);
}

async function order(): Promise<string> {
  const lines = [{ product_id: platform.standard.items['PLAIN'], qty: 1, price: 1 }];
  return (await platform.client.post('/api/oms/orders', { lines })).body.data.id;
}

const deliveriesOf = async (id: string, more = ''): Promise<any[]> =>
  (await platform.client.get(`/api/tenancy/webhook-deliveries?endpoint_id=${id}${more}`)).body.data;

// It listens alone, or beside another endpoint of its organization: what becomes of the past is the same.
for (const beside of ['nobody', 'another']) {
  test.serial(
    `what happens while an endpoint is off is not kept for it, beside ${beside}; it can be sent again`,
    async (t) => {
      const { receiver, id } = await listener(t, ['sales_order.created']);
      const other = beside === 'another' && (await listener(t, ['sales_order.created']));
      const from = new Date().toISOString();
      await turn(id, 'disabled');
      const missed = await order();
      if (other) await until('the other has heard', () => other.receiver.heard.length > 0);
      await turn(id, 'active');
      const sent = await order();
      await until('it hears again', () => receiver.heard.some(({ event }) => event.subject.id === sent));
      t.deepEqual(await deliveriesOf(id, `&subject_id=${missed}`), []);
      const to = new Date(Date.now() + 1_000).toISOString();
      const again = await platform.client.post(`${endpoints}/${id}/replay`, { from, to });
      t.is(again.body.data.deliveries, 2, again.text);
      await until('what it missed arrives', () =>
        receiver.heard.some(({ event }) => event.subject.id === missed),
      );
    },
  );
}

test.serial(
  '28 hours without a success end it, whatever tries are left, and say so in one way',
  async (t) => {
    const watching = await listener(t, ['webhook_endpoint.disabled']);
    const { receiver, id } = await listener(t, ['sales_order.created']);
    receiver.answer = () => 500;
    await order();
    await until('a try has failed', async () => (await deliveriesOf(id))[0]?.attempts > 0);
    const silentFor = (hours: number) =>
      platform.owner.query(
        'update webhook_endpoints set failing_since = now() - make_interval(hours => $2) where id = $1',
        [id, hours],
      );
    await silentFor(27);
    await order();
    await until('the second was tried', async () => {
      const made = await deliveriesOf(id);
      return made.length === 2 && made.every(({ attempts }) => attempts > 0);
    });
    t.is((await platform.client.get(`${endpoints}/${id}`)).body.data.status, 'active');
    await silentFor(29);
    // The next try of either is five seconds after its first.
    const disabled = await until('it is disabled', async () => {
      const { data } = (await platform.client.get(`${endpoints}/${id}`)).body;
      return data.status === 'disabled' && data;
    });
    t.is(disabled.disabled_reason, 'Nothing could be delivered for 28 hours; last: Answered 500.');
    const notice = await until('the notice was heard', () => watching.receiver.heard[0]);
    t.deepEqual(notice.event.data, { endpoint_id: id, reason: disabled.disabled_reason });
    const waiting = await deliveriesOf(id, '&status=pending');
    t.is(waiting.length, 2, 'nothing is given up by it');
    receiver.answer = () => 204;
    await turn(id, 'active');
    await until('all arrive', async () => (await deliveriesOf(id, '&status=delivered')).length === 2);
  },
);

/** A subscriber that never answers; a try that was given up is no longer on its way to it. */
async function silentServer(t: ExecutionContext) {
  const open = new Set<Socket>();
  const seen = { most: 0 };
  const server = createServer((socket) => {
    open.add(socket);
    seen.most = Math.max(seen.most, open.size);
    socket.on('error', () => {});
    // Only who reads hears that the other has gone.
    socket.resume().on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.teardown(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const id = await subscribe(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, [
    'sales_order.created',
  ]);
  t.teardown(() => turn(id, 'disabled'));
  return { seen, id };
}

test.serial('no more than four are on their way to an endpoint at once', async (t) => {
  const { seen, id } = await silentServer(t);
  for (let count = 0; count < 7; count += 1) await order();
  await until('four hang', () => seen.most >= 4);
  await until('all wait', async () => (await deliveriesOf(id)).length === 7);
  const { receiver } = await listener(t, ['sales_order.created']);
  await order();
  await until('another endpoint is served meanwhile', () => receiver.heard.length > 0);
  t.is(seen.most, 4);
});

test.serial('nor when what is sent again was asked for before those came', async (t) => {
  const { client, owner, standard } = platform;
  const from = new Date().toISOString();
  for (let count = 0; count < 5; count += 1) await order();
  const to = new Date().toISOString();
  const { seen, id } = await silentServer(t);
  const [stream, endpoint] = await Promise.all([owner.connect(), owner.connect()]);
  t.teardown(() => [stream, endpoint].forEach((connection) => connection.release(true)));
  // What happens is handed on only once this has ended.
  await stream.query('begin');
  await stream.query('select 1 from webhook_streams where organization_id = $1 for update', [standard.id]);
  for (let count = 0; count < 5; count += 1) await order();
  await endpoint.query('begin');
  await endpoint.query('select 1 from webhook_endpoints where id = $1 for no key update', [id]);
  const again = client.post(`${endpoints}/${id}/replay`, { from, to });
  await until('it has begun, and waits', async () => {
    const waiting = await owner.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return waiting.rowCount! > 0;
  });
  await stream.query('rollback');
  await until('four hang', () => seen.most >= 4);
  await endpoint.query('rollback');
  t.true((await again).status < 300, (await again).text);
  await until('those wait as well', async () => (await deliveriesOf(id)).length === 10);
  const { receiver } = await listener(t, ['sales_order.created']);
  await order();
  await until('another endpoint is served meanwhile', () => receiver.heard.length > 0);
  t.is(seen.most, 4);
});

test.serial('a window is sent again up to 10,000 events, the earliest', async (t) => {
  const { id } = await listener(t, ['webhook_endpoint.disabled']);
  await turn(id, 'disabled');
  await platform.owner.query(
    `insert into events (organization_id, id, type, subject_type, subject_id, subject_seq, data, command_id, occurred_at)
     select $1, uuid7(), 'webhook_endpoint.disabled', 'webhook_endpoint', uuid7(), 1,
            jsonb_build_object('endpoint_id', uuid7(), 'reason', place::text), uuid7(), '2026-01-15'
       from generate_series(1, 10001) place`,
    [platform.standard.id],
  );
  const window = { from: '2026-01-15T00:00:00Z', to: '2026-01-16T00:00:00Z' };
  const again = await platform.client.post(`${endpoints}/${id}/replay`, window);
  t.is(again.body.data?.deliveries, 10_000, again.text);
  const { rows } = await platform.owner.query<{ first: string; last: string; count: string }>(
    `select min((payload -> 'data' ->> 'reason')::int) as first, max((payload -> 'data' ->> 'reason')::int) as last,
            count(distinct event_id) as count from webhook_deliveries where endpoint_id = $1`,
    [id],
  );
  t.deepEqual({ ...rows[0], count: Number(rows[0]!.count) }, {
    first: 1,
    last: 10_000,
    count: 10_000,
  } as any);
});

test.serial('fifty endpoints may be on: of two that come at once as the last, one does', async (t) => {
  const { client, owner, standard } = platform;
  const body = { url: 'http://127.0.0.1:9/hooks', event_types: ['sales_order.created'] };
  const { id } = (await client.post(endpoints, body)).body.data;
  const isOn = "organization_id = $1 and status = 'active'";
  const { rows } = await owner.query(
    `select count(*)::integer as count from webhook_endpoints where ${isOn}`,
    [standard.id],
  );
  await owner.query(
    `insert into webhook_endpoints select (json_populate_record(e, json_build_object('id', uuid7()))).*
       from webhook_endpoints e cross join generate_series(1, $2) where e.id = $1`,
    [id, 49 - rows[0].count],
  );
  const made = await Promise.all([client.post(endpoints, body), client.post(endpoints, body)]);
  t.deepEqual(
    made.map(({ status }) => status).toSorted((one, other) => one - other),
    [201, 409],
  );
  const refused = made.find(({ status }) => status === 409)!;
  t.like(refused.body.error, { code: 'TOO_MANY_ENDPOINTS', details: { endpoints_max: 50 } });
  await turn(id, 'disabled');
  t.is((await client.post(endpoints, body)).status, 201);
  t.is((await client.patch(`${endpoints}/${id}`, { status: 'active' })).status, 409);
  await owner.query(`update webhook_endpoints set status = 'disabled' where ${isOn}`, [standard.id]);
});
