/** People sign in at a real provider: to the ops pages with their browser, to the API with its signed tokens. */
import test from 'ava';
import { everyPermission } from '../helpers/join-platform.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { Browser } from './browser.ts';
import { rawExchange } from './raw-exchange.ts';
import { reserveProvider, type SignInProvider } from './sign-in-provider.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
let provider: SignInProvider;
const accounts = {
  'subject-alice': { email: 'alice@example.test', email_verified: true },
  'subject-mallory': { email: 'bob@example.test', email_verified: false },
  'subject-dana': { email: 'dana@example.test', email_verified: true },
  'subject-erin': { email: 'erin@example.test', email_verified: true },
  'subject-nobody': { email: 'nobody@example.test', email_verified: true },
};

test.before(async () => {
  provider = await reserveProvider(accounts);
  platform = await startPlatform(undefined, { workers: false, api: { provider: provider.settings } });
  await provider.start(platform.url);
});
test.after.always(async () => {
  await provider?.stop();
  await platform?.stop();
});

const isCallback = (url: string): boolean => url.startsWith(`${platform.url}/ops/oidc/callback`);

async function newMember(email: string, roles: string[]): Promise<string> {
  const { body } = await platform.client.post('/api/tenancy/members', { name: email, email, roles });
  return body.data.id;
}

const ask = async (token: string, path: string, organizationId = platform.standard.id): Promise<number> => {
  const headers = { authorization: `Bearer ${token}`, 'x-organization-id': organizationId };
  return (await fetch(`${platform.url}${path}`, { headers })).status;
};

test.serial(
  'a member signs in at the provider and is in; deactivated, out at once; signed tokens are bearers meanwhile',
  async (t) => {
    const memberId = await newMember('alice@example.test', ['operator']);
    const form = await (await fetch(`${platform.url}/ops/login`)).text();
    t.regex(form, /Sign in with 127\.0\.0\.1/);
    t.is(
      await ask(await provider.idTokenOf('subject-alice'), '/api/wms/items'),
      401,
      'nobody is known by a subject not yet linked',
    );

    const browser = new Browser();
    const back = await browser.signIn(
      `${platform.url}/ops/oidc/login?next=/ops/print`,
      'subject-alice',
      isCallback,
    );
    const answer = await browser.get(back);
    t.is(answer.status, 200);
    t.regex(await answer.text(), /url=\/ops\/print"/);
    const print = `${platform.url}/ops/print/api/wms/print-jobs`;
    t.is((await browser.get(print)).status, 200);
    t.is((await new Browser().get(print)).status, 401);
    t.is((await browser.get(back)).status, 401, 'a way back is gone once');

    const token = await provider.idTokenOf('subject-alice');
    t.is(await ask(token, '/api/wms/items'), 200);
    t.is(await ask(token, '/api/accounting/accounts'), 403, 'its roles say what a person may');
    t.is(
      await ask(token, '/api/wms/items', platform.threePl.id),
      401,
      'a member of one organization is none of another',
    );
    t.is(await ask(`${token.slice(0, -8)}AAAAAAAA`, '/api/wms/items'), 401);
    t.is(
      await ask(await provider.idTokenOf('subject-alice', 'stranger'), '/api/wms/items'),
      401,
      'made for somebody else',
    );

    await platform.client.patch(`/api/tenancy/members/${memberId}`, { is_active: false });
    await until('the session is over', async () => (await browser.get(print)).status === 401);
    await until('the token is worth nothing', async () => (await ask(token, '/api/wms/items')) === 401);
  },
);

test.serial('an address that is not verified, or nobody’s, opens nothing and says why', async (t) => {
  await newMember('bob@example.test', ['operator']);
  for (const account of ['subject-mallory', 'subject-nobody']) {
    const browser = new Browser();
    const back = await browser.signIn(`${platform.url}/ops/oidc/login`, account, isCallback);
    const answer = await browser.get(back);
    t.is(answer.status, 401);
    t.regex(await answer.text(), /No active member has this account/);
    t.is(browser.cookie(`${platform.url}/ops/print`, 'ops_session'), undefined);
  }
});

test.serial(
  'a member that is linked is nobody else’s by a changed address; a forged way back is refused',
  async (t) => {
    const { owner, standard } = platform;
    const carol = await newMember('carol@example.test', ['operator']);
    await owner.query(
      `insert into member_identities (organization_id, member_id, issuer, subject) values ($1, $2, $3, 'subject-carol')`,
      [standard.id, carol, provider.settings.issuer],
    );
    await owner.query(`update members set email = 'nobody@example.test' where id = $1`, [carol]);
    const browser = new Browser();
    const back = await browser.signIn(`${platform.url}/ops/oidc/login`, 'subject-nobody', isCallback);
    const forged = new URL(back);
    forged.searchParams.set('state', 'another');
    t.is((await browser.get(forged.href)).status, 401);
    const second = new Browser();
    const again = await second.signIn(`${platform.url}/ops/oidc/login`, 'subject-nobody', isCallback);
    t.is((await second.get(again)).status, 401, 'the address alone does not make it the linked member');
    t.is(
      (await new Browser().get(again)).status,
      401,
      'and without the cookie of the way there is no way back',
    );
  },
);

test.serial(
  'another organization that enters a person’s address takes nothing from them: they choose, and their tokens go on',
  async (t) => {
    const { threePl, url } = platform;
    await newMember('dana@example.test', ['operator']);
    const first = new Browser();
    const back = await first.signIn(`${url}/ops/oidc/login`, 'subject-dana', isCallback);
    t.is((await first.get(back)).status, 200);
    const token = await provider.idTokenOf('subject-dana');
    const v1 = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${url}/v1/wms/inventory`, { headers })).status;
    };
    t.is(await v1(), 200);

    const rival = await platform.clientWith(threePl, everyPermission);
    await platform.owner.query(`update organizations set name = '<b>Rival</b>' where id = $1`, [threePl.id]);
    const person = { name: 'Dana', email: 'dana@example.test', roles: ['viewer'] };
    t.is((await rival.post('/api/tenancy/members', person)).status, 201);
    t.is(await ask(token, '/api/wms/items'), 200);
    // Past what is remembered of the token.
    await platform.client.patch('/api/tenancy/settings', {});
    t.is(await v1(), 200, 'without a header the token is for the organization she signed in to');

    const browser = new Browser();
    const again = await browser.signIn(`${url}/ops/oidc/login?next=/ops/print`, 'subject-dana', isCallback);
    const page = await (await browser.get(again)).text();
    t.is(browser.cookie(`${url}/ops/print`, 'ops_session'), undefined);
    t.false(page.includes('<b>'));
    const tickets = [...page.matchAll(/name="ticket" value="([^"]+)">([^<]+)</g)].map(([, ticket, name]) => [
      name!,
      ticket!,
    ]);
    t.is(tickets.length, 2);
    const chosen = tickets.find(([name]) => !name!.includes('Rival'))![1]!;
    const choose = `${url}/ops/oidc/choose`;
    t.is((await browser.post(choose, { ticket: `${chosen.slice(0, -4)}AAAA` })).status, 401);
    const signedIn = await browser.post(choose, { ticket: chosen });
    t.is(signedIn.status, 200);
    t.regex(await signedIn.text(), /url=\/ops\/print"/);
    t.is((await browser.get(`${url}/ops/print/api/wms/print-jobs`)).status, 200);
  },
);

test.serial(
  'while the provider’s keys cannot be read its tokens are answered 503, not refused',
  async (t) => {
    await newMember('erin@example.test', ['operator']);
    const browser = new Browser();
    const back = await browser.signIn(`${platform.url}/ops/oidc/login`, 'subject-erin', isCallback);
    t.is((await browser.get(back)).status, 200);
    const token = await provider.idTokenOf('subject-erin');
    const other = await startPlatform(t, {
      workers: false,
      api: { provider: provider.settings },
    });
    const bearer = { authorization: `Bearer ${token}`, 'x-organization-id': other.standard.id };
    const status = async () => (await fetch(`${other.url}/api/wms/items`, { headers: bearer })).status;
    // Discovery goes through; the keys do not.
    const login = await fetch(`${other.url}/ops/oidc/login`, { redirect: 'manual' });
    t.is(login.status, 302);
    await provider.stop();
    t.is(await status(), 503);
    t.is(await ask(token, '/api/wms/items'), 200, 'whoever has its keys goes on');
  },
);

test.serial('a way back that names a host that is none is refused, and is no fault of ours', async (t) => {
  const begun = await fetch(`${platform.url}/ops/oidc/login`, { redirect: 'manual' });
  const [cookie] = begun.headers.getSetCookie()[0]!.split(';');
  const request = `GET /ops/oidc/callback?code=x HTTP/1.1\r\nHost: [\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`;
  t.regex(await rawExchange(platform.url, Buffer.from(request)), /^HTTP\/1\.1 401 /);
});
