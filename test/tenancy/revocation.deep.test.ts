/**
 * Whatever was opened with a right ends when the right does, in whichever process it is open and whoever revoked it.
 */
import test from 'ava';
import { startAnotherApi } from '../helpers/another-api.ts';
import { openEvents } from '../helpers/event-reader.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until, within } from '../helpers/wait.ts';
import { enrollHub, TestLink } from '../printing/relay-client.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
let other: { url: string; stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined, { workers: false });
  other = await startAnotherApi(platform);
});
test.after.always(async () => {
  await other?.stop();
  await platform?.stop();
});

async function newToken(
  more: object = {},
): Promise<{ id: string; accessToken: string; organizationId: string }> {
  const { body } = await platform.client.post('/api/tenancy/tokens', {
    name: 'reader',
    permissions: ['oms.orders.view'],
    ...more,
  });
  return { id: body.data.id, accessToken: body.data.access_token, organizationId: platform.standard.id };
}

async function statusAt(url: string, accessToken: string): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}`, 'x-organization-id': platform.standard.id };
  return (await fetch(`${url}/api/oms/orders`, { headers })).status;
}

test('a token revoked in one process ends its stream in another, with the reason, and nothing more is served', async (t) => {
  const token = await newToken();
  const kept = await newToken();
  const [stream, untouched] = await Promise.all([openEvents(other.url, token), openEvents(other.url, kept)]);
  t.is(await statusAt(other.url, token.accessToken), 200);
  t.is((await platform.client.delete(`/api/tenancy/tokens/${token.id}`)).status, 200);
  await within('the stream ends', stream.ended);
  t.deepEqual(stream.events.at(-1)?.data.reason, 'revoked');
  await until(
    'the other process refuses the token',
    async () => (await statusAt(other.url, token.accessToken)) === 401,
  );
  await t.throwsAsync(openEvents(other.url, token), { message: /^401/ });
  t.false(
    untouched.events.some(({ event }) => event === 'end'),
    'another token of the organization goes on',
  );
  untouched.hangUp();
});

test('a token that expires, and one whose member is no longer active, end their streams', async (t) => {
  const member = await platform.client.post('/api/tenancy/members', {
    name: 'Temp',
    email: 'temp@example.test',
  });
  const ofMember = await newToken({ member_id: member.body.data.id });
  const short = await newToken({ expires_at: new Date(Date.now() + 3_000).toISOString() });
  const streams = await Promise.all([openEvents(other.url, ofMember), openEvents(other.url, short)]);
  const changed = await platform.client.patch(`/api/tenancy/members/${member.body.data.id}`, {
    is_active: false,
  });
  t.is(changed.status, 200);
  for (const stream of streams) {
    await within('the stream ends', stream.ended);
    t.is(stream.events.at(-1)?.data.reason, 'revoked');
  }
});

test('a member whose roles change has its streams opened anew, with what it may see now', async (t) => {
  const member = await platform.client.post('/api/tenancy/members', {
    name: 'Clerk',
    email: 'clerk@example.test',
  });
  const token = await newToken({ member_id: member.body.data.id });
  const stream = await openEvents(other.url, token);
  await platform.client.patch(`/api/tenancy/members/${member.body.data.id}`, { roles: ['hub'] });
  await within('the stream ends', stream.ended);
  t.is(stream.events.at(-1)?.data.reason, 'changed');
  await t.throwsAsync(openEvents(other.url, token), { message: /^403/ });
});

test('a hub revoked behind everybody’s back loses its link, and what it still sends is not heard', async (t) => {
  const hub = await enrollHub(other.url, platform.client);
  const link = await TestLink.greeted(other.url, hub, []);
  await platform.owner.query('update hubs set revoked_at = now() where id = $1', [hub.hubId]);
  await until('the link is closed', () => link.closeCode !== undefined);
  t.is(link.closeCode, 4403);
});

/** Logs in at the other process; an address that logs in often is let in again. */
function cookieOf(accessToken: string): Promise<string> {
  return until('the login is let in', async () => {
    const answer = await fetch(`${other.url}/ops/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ access_token: accessToken }),
    });
    return answer.status === 302 && (answer.headers.get('set-cookie') ?? '').split(';')[0]!;
  });
}

test('an ops session ends with its token', async (t) => {
  const { body } = await platform.client.post('/api/tenancy/tokens', {
    name: 'ops',
    permissions: ['wms.print.view'],
  });
  const cookie = await cookieOf(body.data.access_token);
  const status = async () =>
    (await fetch(`${other.url}/ops/print/api/wms/print-jobs`, { headers: { cookie }, redirect: 'manual' }))
      .status;
  t.is(await status(), 200);
  await platform.client.delete(`/api/tenancy/tokens/${body.data.id}`);
  await until('the session is over', async () => (await status()) === 401);
  t.pass();
});

test('a copy of the cookie is worth nothing after logging out, in any process; another session goes on', async (t) => {
  const { id, accessToken } = await newToken({ permissions: ['wms.print.view'] });
  const [left, kept] = [await cookieOf(accessToken), await cookieOf(accessToken)];
  const status = async (url: string, cookie: string): Promise<number> =>
    (await fetch(`${url}/ops/print/api/wms/print-jobs`, { headers: { cookie }, redirect: 'manual' })).status;
  t.is(await status(other.url, left), 200);
  t.is(await status(platform.url, left), 200, 'a session is good in every process');
  const foreign = { cookie: left, origin: 'https://elsewhere.example' };
  await fetch(`${other.url}/ops/logout`, { method: 'POST', headers: foreign, redirect: 'manual' });
  t.is(await status(other.url, left), 200, 'another site logs nobody out');
  const out = await fetch(`${other.url}/ops/logout`, {
    method: 'POST',
    headers: { cookie: left },
    redirect: 'manual',
  });
  t.is(out.status, 302);
  t.is(await status(other.url, left), 401);
  t.is(await status(platform.url, left), 401);
  t.is(await status(other.url, kept), 200);
  await platform.owner.query('update ops_sessions set ends_at = now() where holder_id = $1', [id]);
  t.is(await status(other.url, kept), 401, 'its time is over');
  await cookieOf(accessToken);
  t.is((await platform.owner.query('select 1 from ops_sessions where ends_at < now()')).rowCount, 0);
});

test('a token that logs in again and again keeps no more sessions than there are desks', async (t) => {
  const { id, accessToken } = await newToken({ permissions: ['wms.print.view'] });
  const cookies: string[] = [];
  for (let count = 0; count < 22; count += 1) {
    cookies.push(await cookieOf(accessToken));
  }
  const kept = await platform.owner.query('select 1 from ops_sessions where holder_id = $1', [id]);
  t.is(kept.rowCount, 20);
  const status = async (cookie: string): Promise<number> =>
    (await fetch(`${other.url}/ops/print/api/wms/print-jobs`, { headers: { cookie }, redirect: 'manual' }))
      .status;
  t.is(await status(cookies[0]!), 401);
  t.is(await status(cookies.at(-1)!), 200);
});
