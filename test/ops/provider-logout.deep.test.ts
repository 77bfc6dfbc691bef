/** A person who leaves at the sign-in provider is out here, in every process; nobody but the provider can say so. */
import { generateKeyPairSync } from 'node:crypto';
import test from 'ava';
import { SignJWT, UnsecuredJWT } from 'jose';
import { startAnotherApi } from '../helpers/another-api.ts';
import { openEvents } from '../helpers/event-reader.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until, within } from '../helpers/wait.ts';
import { rawExchange } from './raw-exchange.ts';
import { Browser } from './browser.ts';
import { logoutEvents, now, reserveProvider, type SignInProvider } from './sign-in-provider.ts';

const path = '/oidc/backchannel-logout';
const people = ['alice', 'bob', 'carol', 'dana', 'erin', 'frank'];
let platform: OwnPlatform & { stop(): Promise<void> };
let other: { url: string; stop(): Promise<void> };
let provider: SignInProvider;

test.before(async () => {
  const accounts = people.map((name) => [name, { email: `${name}@example.test`, email_verified: true }]);
  provider = await reserveProvider(Object.fromEntries(accounts));
  // Every test sends from an address of its own, and is limited by itself.
  const api = { provider: provider.settings, trustedProxies: ['127.0.0.1'] };
  platform = await startPlatform(undefined, { workers: false, api });
  other = await startAnotherApi(platform, api);
  await provider.start(platform.url);
  for (const name of people) {
    const member = { name, email: `${name}@example.test`, roles: ['operator'] };
    await platform.client.post('/api/tenancy/members', member);
  }
});
test.after.always(async () => {
  await provider?.stop();
  await other?.stop();
  await platform?.stop();
});

async function signIn(account: string, browser = new Browser()): Promise<Browser> {
  const back = await browser.signIn(`${platform.url}/ops/oidc/login`, account, (url) =>
    url.startsWith(`${platform.url}/ops/oidc/callback`),
  );
  await browser.get(back);
  return browser;
}

/** What its session is worth, here and in the other process. */
async function session(browser: Browser): Promise<number[]> {
  const cookie = `ops_session=${browser.cookie(`${platform.url}/ops/print`, 'ops_session')}`;
  const ask = async (url: string): Promise<number> =>
    (await fetch(`${url}/ops/print/api/wms/print-jobs`, { headers: { cookie }, redirect: 'manual' })).status;
  return [await ask(platform.url), await ask(other.url)];
}

async function bearer(token: string, url = other.url): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'x-organization-id': platform.standard.id };
  return (await fetch(`${url}/api/oms/orders`, { headers })).status;
}

const send = (token: string, from: string, url = platform.url): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': from },
    body: new URLSearchParams({ logout_token: token }),
  });

test('whoever logs out at the provider is out in every process; another session of theirs goes on', async (t) => {
  const left = await signIn('alice');
  const kept = await signIn('alice');
  const token = await provider.idTokenOf('alice', 'platform', left);
  const keptToken = await provider.idTokenOf('alice', 'platform', kept);
  const bob = await provider.idTokenOf('bob', 'platform', await signIn('bob'));
  const [stream, going] = await Promise.all(
    [token, keptToken].map((accessToken) =>
      openEvents(other.url, { accessToken, organizationId: platform.standard.id }),
    ),
  );
  t.deepEqual([await session(left), await bearer(token)], [[200, 200], 200]);

  await provider.logOut(left);
  t.deepEqual(await session(left), [401, 401]);
  t.is(await bearer(token, platform.url), 401, 'the process that was told forgets what it remembered');
  await within('the stream ends', stream!.ended);
  t.is(stream!.events.at(-1)?.data.reason, 'revoked');
  await until('the other process refuses the token', async () => (await bearer(token)) === 401);
  t.deepEqual(await session(kept), [200, 200]);
  t.deepEqual([await bearer(keptToken), await bearer(bob)], [200, 200]);
  t.false(going!.events.some(({ event }) => event === 'end'));
  going!.hangUp();

  await signIn('alice', left);
  t.deepEqual(await session(left), [200, 200], 'whoever signs in again is in');
  t.is(await bearer(await provider.idTokenOf('alice', 'platform', left)), 200);
});

test('a logout of the person ends all that was issued before, and nothing that is issued later', async (t) => {
  const [one, two] = [await signIn('carol'), await signIn('carol')];
  const token = await provider.idTokenOf('carol', 'platform', one);
  const plain = await provider.sign({ sub: 'carol' });
  t.deepEqual([await bearer(token), await bearer(plain)], [200, 200]);
  const answer = await send(await provider.logoutToken({ sub: 'carol' }), '192.0.2.1', other.url);
  t.is(answer.status, 200);
  t.is(await answer.text(), '');
  t.is(answer.headers.get('cache-control'), 'no-store');
  t.deepEqual(
    [await session(one), await session(two)],
    [
      [401, 401],
      [401, 401],
    ],
  );
  for (const old of [token, plain]) t.is(await bearer(old), 401);
  await until(
    'a later one counts',
    async () => (await bearer(await provider.sign({ sub: 'carol' }))) === 200,
  );
  t.is(await bearer(plain), 401);
});

test('a logout that names only the session ends what says nothing of its session, too, of the person it was', async (t) => {
  const browser = await signIn('dana');
  const token = await provider.idTokenOf('dana', 'platform', browser);
  const plain = await provider.sign({ sub: 'dana' });
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  t.is(typeof sid, 'string');
  t.is(await bearer(plain), 200);
  t.is((await send(await provider.logoutToken({ sid }), '192.0.2.2', other.url)).status, 200);
  t.deepEqual(await session(browser), [401, 401]);
  t.deepEqual([await bearer(token), await bearer(plain)], [401, 401]);
});

test('a sign-in that comes through just after its logout opens nothing', async (t) => {
  const browser = new Browser();
  const isBack = (url: string): boolean => url.startsWith(`${platform.url}/ops/oidc/callback`);
  const back = await browser.signIn(`${platform.url}/ops/oidc/login`, 'erin', isBack);
  // The provider's token will be older than this one says.
  const logout = await provider.logoutToken({ sub: 'erin', iat: now() + 4 });
  t.is((await send(logout, '192.0.2.3')).status, 200);
  await browser.get(back);
  t.deepEqual(await session(browser), [401, 401]);
});

test('a logout token counts once, however often and wherever it is sent at once; old ones are forgotten', async (t) => {
  const token = await provider.logoutToken({ sub: 'nobody' });
  const urls = Array.from({ length: 20 }, (_, index) => (index % 2 ? platform : other).url);
  const answers = await Promise.all(urls.map((url) => send(token, '192.0.2.4', url)));
  t.is(answers.filter(({ status }) => status === 200).length, 1);
  t.is(answers.filter(({ status }) => status === 400).length, 19);
  t.regex(await (await send(token, '192.0.2.4')).text(), /was taken before/);

  const rowsOf = async (subject: string): Promise<number> =>
    (await platform.owner.query('select 1 from provider_logouts where subject = $1', [subject])).rowCount!;
  await platform.owner.query(
    `update provider_logouts set forget_at = now() - interval '1 second' where subject = 'nobody'`,
  );
  t.is((await send(await provider.logoutToken({ sub: 'nobody else' }), '192.0.2.4')).status, 200);
  t.deepEqual([await rowsOf('nobody'), await rowsOf('nobody else')], [0, 1]);
});

test('what anybody else makes of it is refused with a sentence, and ends nothing', async (t) => {
  const browser = await signIn('frank');
  const idToken = await provider.idTokenOf('frank', 'platform', browser);
  const { issuer } = provider.settings;
  const sub = 'frank';
  const whole = {
    iss: issuer,
    aud: 'platform',
    iat: now(),
    exp: now() + 60,
    jti: 'x',
    sub,
    events: logoutEvents,
  };
  const { privateKey: foreignKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const published = Buffer.from(provider.key.export({ format: 'pem', type: 'pkcs8' }));
  const good = await provider.logoutToken({ sub });
  const wrong: [string, RegExp, string | Promise<string>][] = [
    ['another issuer', /no claim iss/, provider.logoutToken({ sub, iss: 'https://elsewhere.example' })],
    ['another audience', /no claim aud/, provider.logoutToken({ sub, aud: 'stranger' })],
    ['no audience', /no claim aud/, provider.logoutToken({ sub, aud: undefined })],
    ['no end', /no claim exp/, provider.logoutToken({ sub, exp: undefined })],
    ['no beginning', /no claim iat/, provider.logoutToken({ sub, iat: undefined })],
    ['no jti', /no claim jti/, provider.logoutToken({ sub, jti: undefined })],
    ['a jti of a kilobyte', /claim jti that is not/, provider.logoutToken({ sub, jti: 'x'.repeat(1024) })],
    ['over', /has expired/, provider.logoutToken({ sub, iat: now() - 600, exp: now() - 60 })],
    ['long ago', /has expired/, provider.logoutToken({ sub, iat: now() - 90_000 })],
    ['not yet issued', /no claim iat/, provider.logoutToken({ sub, iat: now() + 600, exp: now() + 900 })],
    ['no events', /no claim events/, provider.sign({ sub })],
    ['other events', /no claim events/, provider.logoutToken({ sub, events: { 'urn:other': {} } })],
    ['events of text', /no claim events/, provider.logoutToken({ sub, events: 'x' })],
    ['a nonce', /has a nonce/, provider.logoutToken({ sub, nonce: 'x' })],
    ['nobody', /neither sub nor sid/, provider.logoutToken({})],
    ['a number', /claim sub that is not/, provider.logoutToken({ sub: 7 })],
    ['a NUL', /claim sub that is not/, provider.logoutToken({ sub: 'frank\u0000' })],
    ['a list', /claim sid that is not/, provider.logoutToken({ sub, sid: ['x'] })],
    ['an ID token', /no claim jti|no claim events/, idToken],
    ['unsigned', /is not signed|is not a signed JWT/, new UnsecuredJWT(whole).encode()],
    [
      'another key',
      /is not signed/,
      new SignJWT(whole).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(foreignKey),
    ],
    [
      'a key nobody knows',
      /is not signed/,
      new SignJWT(whole).setProtectedHeader({ alg: 'ES256', kid: 'two' }).sign(foreignKey),
    ],
    [
      'a secret for a key',
      /is not signed/,
      new SignJWT(whole).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(published),
    ],
    [
      'one bit',
      /is not signed|is not a signed JWT/,
      `${good.slice(0, -6)}${good.at(-6) === 'A' ? 'B' : 'A'}${good.slice(-5)}`,
    ],
    ['three dots', /is not a signed JWT/, '...'],
    ['no JWT', /is not a signed JWT/, 'x'.repeat(8_000)],
    ['nothing', /must be in the form once/, ''],
  ];
  for (const [what, sentence, token] of wrong) {
    const answer = await send(await token, '192.0.2.5');
    t.is(answer.status, 400, what);
    t.is(answer.headers.get('cache-control'), 'no-store');
    const { error } = (await answer.json()) as { error: { message: string } };
    t.regex(error.message, sentence, what);
  }
  const refused = async (init: Omit<RequestInit, 'headers'> & { headers?: object }) => {
    const headers = { 'x-forwarded-for': '192.0.2.6', ...init.headers };
    return (await fetch(`${platform.url}${path}`, { ...init, headers })).status;
  };
  t.is(await refused({ method: 'GET' }), 405);
  t.is(await refused({ method: 'POST' }), 415);
  const json = { 'content-type': 'application/json' };
  t.is(await refused({ method: 'POST', headers: json, body: JSON.stringify({ logout_token: good }) }), 415);
  const twice = new URLSearchParams([
    ['logout_token', good],
    ['logout_token', good],
  ]);
  t.is(await refused({ method: 'POST', body: twice }), 400);
  t.is(
    await refused({ method: 'POST', body: new URLSearchParams({ logout_token: 'x'.repeat(1024 * 1024) }) }),
    413,
  );

  t.deepEqual([await session(browser), await bearer(idToken)], [[200, 200], 200]);
  t.is(await bearer(good), 401, 'a logout token is no sign-in');
  t.is((await send(good, '192.0.2.5')).status, 200, 'and the right one is heard after all of them');
  t.deepEqual(await session(browser), [401, 401]);
});

test('raw bytes at its door are answered or cut off, and it goes on', async (t) => {
  const { host } = new URL(platform.url);
  const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: 192.0.2.7\r\nConnection: close\r\n`;
  const form = 'Content-Type: application/x-www-form-urlencoded\r\n';
  const hostile = [
    `${head}${form}Content-Length: 20\r\n\r\nlogout_token=%00%ff%`,
    `${head}${form}Content-Length: 3\r\n\r\n\u0000\u00ff%`,
    `${head}${form}Transfer-Encoding: chunked\r\n\r\n${`400\r\n${'y'.repeat(1024)}\r\n`.repeat(64)}`,
    `${head}${form}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    `${head}${form}Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nxxxxx`,
    `${head}${form}Content-Length: -1\r\n\r\n`,
    `POST ${path}/../ HTTP/1.1\r\n\r\n`,
    `POST ${path}?%zz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nUpgrade: websocket\r\n\r\n`,
  ];
  for (const bytes of hostile) {
    const answer = await rawExchange(platform.url, Buffer.from(bytes, 'latin1'));
    t.notRegex(answer, /^HTTP\/1\.1 (2|5)/, JSON.stringify(bytes.slice(0, 200)));
  }
  t.is((await send(await provider.logoutToken({ sub: 'after bytes' }), '192.0.2.8')).status, 200);
});

test('an address that sends wrong ones is soon not heard; others are', async (t) => {
  const answers = await Promise.all(Array.from({ length: 70 }, () => send('x', '192.0.2.9')));
  const of = (status: number): number => answers.filter((answer) => answer.status === status).length;
  t.deepEqual([of(400), of(429)], [60, 10]);
  const late = await send(await provider.logoutToken({ sub: 'late' }), '192.0.2.9');
  t.is(late.status, 429);
  t.regex(late.headers.get('retry-after') ?? '', /^\d+$/);
  t.is((await send(await provider.logoutToken({ sub: 'late' }), '192.0.2.10')).status, 200);
});

test('a token is refused a day after it was issued, or if it does not say when', async (t) => {
  const wanted = { sub: 'bob', exp: now() + 3600 };
  await signIn('bob');
  t.is(await bearer(await provider.sign({ ...wanted, iat: now() - 23 * 3600 })), 200);
  t.is(await bearer(await provider.sign({ ...wanted, iat: now() - 25 * 3600 })), 401);
  t.is(await bearer(await provider.sign({ ...wanted, iat: undefined })), 401);
});

test('without a provider there is nothing there; while its keys cannot be read it may ask again', async (t) => {
  const plain = await joinPlatform(t);
  t.is((await send('x', '192.0.2.11', plain.url)).status, 404);
  const settings = { ...provider.settings, issuer: 'http://127.0.0.1:9' };
  const alone = await startAnotherApi(platform, { provider: settings });
  t.teardown(() => alone.stop());
  const answer = await send(await provider.logoutToken({ sub: 'bob' }), '192.0.2.12', alone.url);
  t.deepEqual([answer.status, answer.headers.has('retry-after')], [503, true]);
});
