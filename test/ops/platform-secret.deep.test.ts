/**
 * The platform's secret: nothing derived from it can be found out from the code, and it can be replaced while in use.
 */
import { createHmac } from 'node:crypto';
import test from 'ava';
import pg from 'pg';
import { startApi } from '../../server/run-api.ts';
import { pino } from 'pino';
import { testSecrets } from '../helpers/servers.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { enrollHub, postToRelay, signed } from '../printing/relay-client.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined);
});
test.after.always(() => platform?.stop());

const next = 'the-secret-after-it-0123456789-abcdef';

function startWith(secrets: { current: string; previous?: string }) {
  const { appUrl, systemUrl, redisUrl, prefix } = platform;
  const log = pino({ level: 'silent' });
  const settings = { appUrl, systemUrl, redisUrl, prefix, secrets, log };
  return startApi({ ...settings, port: 0, host: '127.0.0.1', responseCheck: 'throw' });
}

async function logIn(url: string, accessToken: string): Promise<string> {
  const body = new URLSearchParams({ access_token: accessToken });
  const answer = await fetch(`${url}/ops/login`, { method: 'POST', redirect: 'manual', body });
  return (answer.headers.get('set-cookie') ?? '').split(';')[0]!;
}

const opens = async (url: string, cookie: string): Promise<boolean> => {
  const answer = await fetch(`${url}/ops/queues`, { redirect: 'manual', headers: { cookie } });
  return answer.status === 200;
};

test('a password derived from an empty key, as of an owner without one, opens neither role', async (t) => {
  for (const [key, role] of [
    ['app', 'platform_app'],
    ['system', 'platform_system'],
  ] as const) {
    const url = new URL(platform.appUrl);
    url.username = role;
    url.password = createHmac('sha256', '').update(`platform role ${key}`).digest('base64url');
    const client = new pg.Client({ connectionString: url.href });
    client.on('error', () => {});
    await t.throwsAsync(client.connect(), { message: /password authentication failed/ });
  }
});

test('while the secret is replaced, cookies and hub tokens of the one before still work; new ones are of the new', async (t) => {
  const meanwhile = await startWith({ current: next, previous: testSecrets.current });
  t.teardown(() => meanwhile.stop());
  const after = await startWith({ current: next });
  t.teardown(() => after.stop());
  const before = platform;

  const { accessToken } = await before.clientWith(before.standard, ['ops.view']);
  const oldCookie = await logIn(before.url, accessToken);
  t.true(await opens(before.url, oldCookie));
  t.true(await opens(meanwhile.url, oldCookie));
  t.false(await opens(after.url, oldCookie));
  const newCookie = await logIn(meanwhile.url, accessToken);
  t.true(await opens(meanwhile.url, newCookie));
  t.true(await opens(after.url, newCookie));
  t.false(await opens(before.url, newCookie));

  const hub = await enrollHub(before.url, before.client);
  const tokenFrom = async (url: string): Promise<string> => {
    const asked = await postToRelay(url, 'challenge', { hub_id: hub.hubId });
    const { challenge } = asked.body.data;
    const signature = signed(hub.keys, hub.hubId, challenge);
    return (await postToRelay(url, 'token', { hub_id: hub.hubId, challenge, signature })).body.data.token;
  };
  const takes = async (url: string, token: string): Promise<boolean> =>
    (await postToRelay(url, 'heartbeat', { version: '0.1.0', devices: [] }, token)).status !== 401;
  const oldToken = await tokenFrom(before.url);
  t.true(await takes(meanwhile.url, oldToken));
  t.false(await takes(after.url, oldToken));
  const newToken = await tokenFrom(meanwhile.url);
  t.true(await takes(after.url, newToken));
  t.false(await takes(before.url, newToken));
});

test('a browser that came over TLS gets a cookie it never sends in the clear', async (t) => {
  const { appUrl, systemUrl, redisUrl, prefix } = platform;
  const log = pino({ level: 'silent' });
  const shared = { appUrl, systemUrl, redisUrl, prefix, secrets: testSecrets, log };
  const behind = await startApi({
    ...shared,
    trustedProxies: ['loopback'],
    port: 0,
    host: '127.0.0.1',
    responseCheck: 'throw',
  });
  t.teardown(() => behind.stop());
  const { accessToken } = await platform.clientWith(platform.standard, ['ops.view']);
  const cookieOf = async (url: string): Promise<string> => {
    const body = new URLSearchParams({ access_token: accessToken });
    const headers = { 'x-forwarded-proto': 'https' };
    const answer = await fetch(`${url}/ops/login`, { method: 'POST', redirect: 'manual', body, headers });
    return answer.headers.get('set-cookie') ?? '';
  };
  t.regex(await cookieOf(behind.url), /; ?secure/i);
  t.regex(await cookieOf(platform.url), /ops_session=.{20}/);
  t.notRegex(await cookieOf(platform.url), /; ?secure/i, 'a stranger says nothing of TLS');
});
