/** What strangers and holders of a session may ask of the ops pages at once. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';

test('all who ask for the figures meanwhile share one measuring', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const lock = await platform.owner.connect();
  try {
    await lock.query('begin');
    await lock.query('lock table commands in access exclusive mode');
    const asked = Array.from({ length: 20 }, () => fetch(`${platform.url}/metrics`));
    const waiting = async () =>
      (
        await platform.owner.query(
          `select count(*)::int as n, query from pg_stat_activity
            where wait_event_type = 'Lock' and query like '%lag_seconds%' group by query`,
        )
      ).rows as { n: number; query: string }[];
    await until('it is being measured', async () => (await waiting()).length > 0);
    for (const one of asked) t.is((await one).status, 200);
    // Nobody waits for it any more, and it still goes on: what is asked now begins no second one.
    const later = await Promise.all(Array.from({ length: 10 }, () => fetch(`${platform.url}/metrics`)));
    for (const { status } of later) t.is(status, 200);
    for (const { n } of await waiting()) t.is(n, 1);
    await lock.query('rollback');
  } finally {
    await lock.query('rollback');
    lock.release();
  }
  t.regex(await (await fetch(`${platform.url}/metrics`)).text(), /commands_open\{queue="receiving"\} 0/);
});

test('logins from one address, and the pages of one holder, have a rate', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { accessToken } = await platform.clientWith(platform.standard, ['ops.view']);
  const logIn = () =>
    fetch(`${platform.url}/ops/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ access_token: accessToken }),
    });
  const answers = await Promise.all(Array.from({ length: 40 }, logIn));
  const [refused] = answers.filter(({ status }) => status === 429);
  t.is(refused?.headers.get('retry-after'), '1');
  t.is(await refused?.text(), 'Too many requests; try again in 1 s.');
  const sessions = answers.filter(({ status }) => status === 302);
  t.true(sessions.length >= 10 && sessions.length <= 25, `${sessions.length} of them`);
  t.is(sessions.length + answers.filter(({ status }) => status === 429).length, 40);
  const cookies = sessions.map(({ headers }) => headers.get('set-cookie')!.split(';')[0]!);
  const pages = await Promise.all(
    Array.from({ length: 400 }, (_, n) =>
      fetch(`${platform.url}/ops`, { headers: { cookie: cookies[n % cookies.length]! } }),
    ),
  );
  const served = pages.filter(({ status }) => status === 200).length;
  t.true(served >= 100 && served < 400, `${served} of 400, over all of its sessions`);
  t.is(served + pages.filter(({ status }) => status === 429).length, 400);
});

/** A sign-in provider that confirms nobody, and counts how often it is asked. */
async function countingProvider(t: ExecutionContext) {
  const counted = { asked: 0, issuer: '' };
  const server = createServer((request, response) => {
    const { issuer } = counted;
    const isToken = request.url === '/token';
    if (isToken) counted.asked += 1;
    response.writeHead(isToken ? 400 : 200, { 'content-type': 'application/json' });
    const described = { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` };
    response.end(JSON.stringify(isToken ? { error: 'invalid_grant' } : described));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  counted.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return counted;
}

test('the sign-in provider is asked no more often than one address may try', async (t) => {
  const provider = await countingProvider(t);
  const { issuer } = provider;
  const settings = { issuer, clientId: 'platform', clientSecret: undefined, audience: undefined };
  const platform = await startPlatform(t, { workers: false, api: { provider: settings } });
  const begun = await fetch(`${platform.url}/ops/oidc/login`, { redirect: 'manual' });
  const [cookie] = begun.headers.getSetCookie()[0]!.split(';');
  const state = new URL(begun.headers.get('location')!).searchParams.get('state')!;
  const back = `${platform.url}/ops/oidc/callback?${new URLSearchParams({ code: 'x', state }).toString()}`;
  const startedAt = performance.now();
  const tries = Array.from({ length: 100 }, () => fetch(back, { headers: { cookie: cookie! } }));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  const counted = (wanted: number) => statuses.filter((status) => status === wanted).length;
  const judged = counted(401);
  t.is(counted(429) + judged, 100, statuses.join(' '));
  // Ten at once, and five a second.
  const most = 10 + Math.ceil((performance.now() - startedAt) / 200);
  t.true(judged > 0 && judged <= most, `${judged} of 100, at most ${most}`);
  t.is(provider.asked, judged);
});
