/** What concerns every cell: a person who has left at the provider is out in all of them, and their pages name each other. */
import test from 'ava';
import { freePort } from '../../server/free-port.ts';
import { startPlatform, type OwnPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { reserveProvider } from '../ops/sign-in-provider.ts';

test('a sign-out that one cell is told ends what the person has in every cell', async (t) => {
  const email = 'carol@example.test';
  const provider = await reserveProvider({ carol: { email, email_verified: true } });
  t.teardown(() => provider.stop());
  const api = { provider: provider.settings };
  const b = await startPlatform(t, { workers: false, api: { ...api, cell: 'b' } });
  const away = { name: 'c', url: `http://127.0.0.1:${await freePort()}` };
  const otherCells = [{ name: 'b', url: b.url }];
  const a = await startPlatform(t, { workers: false, api: { ...api, cell: 'a', otherCells } });
  await provider.start(a.url);
  for (const { client } of [a, b])
    await client.post('/api/tenancy/members', { name: 'Carol', email, roles: ['operator'] });

  const token = await provider.sign({ sub: 'carol', email, email_verified: true });
  const bearer = async ({ url, standard }: OwnPlatform): Promise<number> => {
    const headers = { authorization: `Bearer ${token}`, 'x-organization-id': standard.id };
    return (await fetch(`${url}/api/oms/orders`, { headers })).status;
  };
  t.deepEqual([await bearer(a), await bearer(b)], [200, 200]);
  const leave = async (): Promise<Response> =>
    fetch(`${a.url}/oidc/backchannel-logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: await provider.logoutToken({ sub: 'carol' }) }),
    });
  t.is((await leave()).status, 200);
  t.is(await bearer(a), 401);
  await until('the other cell refuses the token', async () => (await bearer(b)) === 401);

  otherCells.push(away);
  const missed = await leave();
  t.is(missed.status, 503, 'a cell that is away is not passed over in silence');
  t.regex(await missed.text(), /Not told to c; send it again/);
});

test('people sign in at their cell, whose page leads to the others; the session of one is none in another', async (t) => {
  const b = await startPlatform(t, { workers: false, api: { cell: 'b' } });
  const otherCells = [{ name: 'b', url: b.url }];
  const a = await startPlatform(t, { workers: false, api: { cell: 'a', otherCells } });
  const logIn = async ({ url, clientWith, standard }: OwnPlatform): Promise<string> => {
    const { accessToken } = await clientWith(standard, ['ops.view']);
    const answer = await fetch(`${url}/ops/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ access_token: accessToken }),
    });
    t.is(answer.headers.get('location'), '/ops');
    return answer.headers.get('set-cookie')!.split(';')[0]!;
  };
  const page = async (
    { url }: OwnPlatform,
    cookie: string,
  ): Promise<{ to: string | null; status: number; html: string }> => {
    const answer = await fetch(`${url}/ops`, { redirect: 'manual', headers: { cookie } });
    return { to: answer.headers.get('location'), status: answer.status, html: await answer.text() };
  };
  const [inA, inB] = [await logIn(a), await logIn(b)];
  const shown = await page(a, inA);
  t.is(shown.status, 200);
  t.true(shown.html.includes(`<a href="${b.url}/ops">b</a>`));
  const alone = await page(b, inB);
  t.is(alone.status, 200);
  t.false(alone.html.includes('Other cells'));
  for (const [cell, cookie] of [
    [b, inA],
    [a, inB],
  ] as const)
    t.is((await page(cell, cookie)).to, '/ops/login?next=%2Fops');
});
