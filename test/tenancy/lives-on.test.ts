/** What a revoked token set up and goes on is named, and is disabled when that is asked for. */
import test from 'ava';
import { createClient, type Client } from '../helpers/client.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const endpoints = '/api/tenancy/webhook-endpoints';
// Nobody listens there.
const url = 'http://127.0.0.1:9/hook';

async function made(client: Client, path: string, body: object): Promise<any> {
  const { status, body: answer, text } = await client.post(path, body);
  if (status !== 201) throw new Error(text);
  return answer.data;
}

async function admin(maker: Client): Promise<{ id: string; client: Client }> {
  const { id, access_token: accessToken } = await made(maker, '/api/tenancy/tokens', {
    name: 'administrator',
    roles: ['admin'],
  });
  return { id, client: createClient(platform.url, { id: platform.standard.id, accessToken }) };
}

const subscribe = (client: Client) => made(client, endpoints, { url, event_types: ['sales_order.*'] });
const statusOf = async (id: string) => (await platform.client.get(`${endpoints}/${id}`)).body.data;

test('a revocation names the endpoints and connections that go on, and disables them when told to', async (t) => {
  const { client } = platform;
  const untouched = await subscribe(client);
  const first = await admin(client);
  const second = await admin(first.client);
  const own = await subscribe(first.client);
  const remote = await subscribe(second.client);
  t.is(own.maker_token_id, first.id);
  const connection = await made(second.client, '/api/integration/connections', {
    connector: 'storefront',
    store_domain: `lives-on-${first.id}.example.test`,
  });
  t.is(connection.maker_token_id, second.id);
  const path = `/api/tenancy/tokens/${first.id}`;
  const goesOn = {
    webhook_endpoint_ids: [own.id as string, remote.id as string].toSorted(),
    connection_ids: [connection.id],
  };
  const told = async (asked: ReturnType<Client['get']>) => {
    const { status, body, text } = await asked;
    t.is(status, 200, text);
    const { webhook_endpoint_ids: ids, connection_ids } = body.data.lives_on;
    return { webhook_endpoint_ids: ids.toSorted(), connection_ids };
  };
  t.deepEqual(await told(client.get(path)), goesOn);
  t.deepEqual(await told(client.delete(path)), goesOn);
  t.is((await statusOf(own.id)).status, 'active');
  const ended = await told(client.delete(path, {}, { end_what_it_made: true }));
  t.deepEqual(ended, { webhook_endpoint_ids: [], connection_ids: [] });
  for (const id of [own.id, remote.id]) {
    t.like(await statusOf(id), {
      status: 'disabled',
      disabled_reason: 'The access token it was set up with was revoked.',
    });
  }
  t.is((await client.get(`/api/integration/connections/${connection.id}`)).body.data.status, 'disabled');
  t.is((await statusOf(untouched.id)).status, 'active');
});

test('an endpoint that a token led elsewhere is that token’s', async (t) => {
  const { client } = platform;
  const { id } = await subscribe(client);
  const thief = await admin(client);
  const patch = (body: object) => thief.client.patch(`${endpoints}/${id}`, body);
  t.is((await patch({ description: 'mine' })).body.data.maker_token_id, (await statusOf(id)).maker_token_id);
  t.not((await statusOf(id)).maker_token_id, thief.id);
  t.is((await patch({ url: `${url}/elsewhere` })).body.data.maker_token_id, thief.id);
  t.is((await client.delete(`/api/tenancy/tokens/${thief.id}`, {}, { end_what_it_made: true })).status, 200);
  t.is((await statusOf(id)).status, 'disabled');
});

test('an endpoint being made while its token is revoked is found by the revocation', async (t) => {
  const { client, owner, standard } = platform;
  const thief = await admin(client);
  const holder = await owner.connect();
  const waiting = async (query: string): Promise<boolean> => {
    const { rows } = await owner.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and query like $1 and cardinality(pg_blocking_pids(pid)) > 0",
      [`%${query}%`],
    );
    return rows.length > 0;
  };
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `webhook endpoints ${standard.id}`,
  ]);
  let sent: Promise<unknown>[] = [];
  let made: Promise<any> | undefined;
  try {
    made = subscribe(thief.client);
    sent = [made.catch(() => {})];
    await until('the endpoint waits for its turn', () => waiting('pg_advisory_xact_lock'));
    const revoked = client.delete(`/api/tenancy/tokens/${thief.id}`, {}, { end_what_it_made: true });
    sent.push(revoked);
    await until('the revocation waits for the token', () => waiting('access_tokens'));
  } finally {
    await holder.query('commit');
    holder.release();
  }
  await Promise.all(sent);
  t.is((await statusOf((await made).id)).status, 'disabled');
});
