/** Limits per organization, and one tenant's flood that must stay its own. */
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import test from 'ava';
import { execute, inTenant } from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';
import { setQuotas } from '../../db/tenancy/quotas.write.ts';
import { startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { inLanes, openWire, type Wire } from './wire.ts';

test('past its rate an organization gets 429 with Retry-After, whatever its token; another one is served', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { standard } = platform;
  await setQuotas(platform.database, standard.id, { requests_per_second: 1 });
  const limited = await platform.clientWith(standard, ['tenancy.view']);
  const sibling = await platform.clientWith(standard, ['tenancy.view']);
  const other = await platform.clientWith(platform.threePl, ['tenancy.view']);
  const first = await limited.get('/api/tenancy/settings');
  t.is(first.headers.get('ratelimit'), '"requests";r=1;t=1', 'one of the two is used up');
  const tokens = Array.from({ length: 40 }, (_, index) => (index % 2 ? limited : sibling));
  const answers = await inLanes(tokens, 10, (token) => token.get('/api/tenancy/settings'));
  const refused = answers.filter(({ status }) => status === 429);
  const served = answers.filter(({ status }) => status === 200);
  t.true(served.length >= 1, `a burst of twice the rate passes: ${served.length + 1}`);
  t.true(refused.length >= 10, `and not all of it: ${refused.length}`);
  t.is(served.length + refused.length, 40);
  for (const { headers, body } of refused) {
    t.is(body.error.code, 'RATE_LIMITED');
    t.true(Number(headers.get('retry-after')) >= 1);
    t.is(headers.get('ratelimit'), '"requests";r=0;t=2');
  }
  for (const { headers } of answers) t.is(headers.get('ratelimit-policy'), '"requests";q=2;w=2');
  t.is((await other.get('/api/tenancy/settings')).status, 200);
  await until('it is served again', async () => (await limited.get('/api/tenancy/settings')).status === 200);
  t.pass();
});

test('guessing tokens meets 429', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const wire = openWire(platform.url);
  t.teardown(() => wire.close());
  t.is((await platform.client.get('/api/tenancy/settings')).status, 200);
  const guess = (index: number) =>
    wire.send('GET', '/api/tenancy/settings', { headers: { authorization: `Bearer wop_guess${index}` } });
  const statuses = (
    await inLanes(
      Array.from({ length: 620 }, (_, index) => index),
      16,
      guess,
    )
  ).map(({ status }) => status);
  t.true(statuses.includes(401) && statuses.includes(429));
  t.deepEqual(
    statuses.filter((status) => status !== 401 && status !== 429),
    [],
  );
  const { status } = await platform.client.get('/api/tenancy/settings');
  t.is(status, 200, 'whose token was right before is not shut out with the guesser');
});

test('what the bodies of one organization may hold at once is bounded, slow or fast; another one brings its own', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { standard, threePl, url } = platform;
  const bytes = 30_000_000;
  /** Says what it brings and then takes its time; answers with the first line it is told, if any. */
  const announce = ({ accessToken, id }: typeof standard): { socket: Socket; told: () => string } => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    let told = '';
    socket.on('data', (chunk: Buffer) => (told += chunk.toString()));
    socket.on('error', () => {});
    t.teardown(() => socket.destroy());
    socket.write(
      `POST /v1/tms/orders/${randomUUID()}/pod HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${accessToken}\r\n` +
        `x-organization-id: ${id}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n{`,
    );
    return { socket, told: () => told.split('\r\n')[0]! };
  };
  const some = Array.from({ length: 12 }, () => announce(standard));
  const refused = () => some.filter(({ told }) => told().includes('429'));
  await until('what is too much is refused', () => refused().length >= 4);
  const other = announce(threePl);
  const small = await platform.client.post('/api/wms/warehouses', { code: 'SMALL', name: 'Small' });
  t.is(small.status, 201, small.text);
  t.is(refused().length, 4, '240 MB of 256 MiB are on their way');
  t.is(other.told(), '');
  for (const { socket } of some) socket.destroy();
  await until('there is room again', async () => {
    const again = announce(standard);
    await platform.client.get('/api/tenancy/settings');
    const isIn = again.told() === '';
    again.socket.destroy();
    return isIn;
  });
});

test('one flooding tenant takes nothing of what another is served', async (t) => {
  const platform = await startPlatform(t);
  const wire = openWire(platform.url, 48);
  t.teardown(() => wire.close());
  await setQuotas(platform.database, platform.threePl.id, { requests_per_second: 100 });
  const flood = startFlood(wire, platform.threePl);
  const quiet = await inLanes(Array.from({ length: 100 }), 1, () =>
    wire.send('GET', '/api/wms/items?page_size=5', { headers: headersOf(platform.standard) }),
  );
  const sent = await flood.stop();
  t.true(sent > 0);
  t.deepEqual(
    quiet.filter(({ status }) => status !== 200),
    [],
    'the flood has limits of its own; how long the other waits is measured in bench/',
  );
});

function startFlood(
  wire: Wire,
  organization: { id: string; accessToken: string },
): { stop(): Promise<number> } {
  let isFlooding = true;
  let sent = 0;
  const running = inLanes(Array.from({ length: 4 }), 4, async () => {
    // Bounded in count as well: a flood that outlives its test would be a flood of our own.
    for (; isFlooding && sent < 20_000; sent += 1) {
      await wire.send('GET', '/api/wms/items?page_size=200', { headers: headersOf(organization) });
    }
  });
  return {
    stop: async () => {
      isFlooding = false;
      await running;
      return sent;
    },
  };
}

function headersOf(organization: { id: string; accessToken: string }): Record<string, string> {
  return { authorization: `Bearer ${organization.accessToken}`, 'x-organization-id': organization.id };
}

test('a tenant reads its quotas and no tenant sets them; what is at its quota is refused with a sentence', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { standard, client } = platform;
  const { data } = (await client.get('/api/tenancy/settings')).body;
  t.is(data.quotas.streams, 100);
  const patched = await client.patch('/api/tenancy/settings', { quotas: { streams: 1_000 } });
  t.is(patched.status, 400);
  await t.throwsAsync(
    inTenant(platform.database, { organizationId: standard.id }, (tx) =>
      execute(tx, sql`update organization_quotas set streams = 1000`),
    ),
    { message: /permission denied/ },
  );
  await setQuotas(platform.database, standard.id, { streams: 2 });
  const headers = headersOf(standard);
  const hangUp = new AbortController();
  // Kept, because fetch hangs up for an answer that nobody holds any more.
  const answers: Response[] = [];
  const open = async () => {
    const answer = await fetch(`${platform.url}/api/events/stream`, { headers, signal: hangUp.signal });
    answers.push(answer);
    return answer;
  };
  const statusOf = async () => (await open()).status;
  // The token was seen a moment ago, with the quotas of that time.
  await until(
    'the new quota is known',
    async () => (await client.get('/api/tenancy/settings')).body.data.quotas.streams === 2,
  );
  await until('only two streams are let in', async () => (await statusOf()) === 429);
  const refused = await open();
  t.is(refused.status, 429);
  t.true(Number(refused.headers.get('retry-after')) >= 1);
  const { error } = (await refused.json()) as { error: { message: string; details: object } };
  t.regex(error.message, /event streams of this organization at once/);
  t.like(error.details, { quota: 'streams', at_once: 2 });
  const others = await fetch(`${platform.url}/api/events/stream`, {
    headers: headersOf(platform.threePl),
    signal: hangUp.signal,
  });
  t.is(others.status, 200);
  hangUp.abort();
  await until('a place is free again', async () => {
    const again = new AbortController();
    const { status } = await fetch(`${platform.url}/api/events/stream`, { headers, signal: again.signal });
    again.abort();
    return status === 200;
  });
});
