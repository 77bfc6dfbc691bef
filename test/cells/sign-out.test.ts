/** What concerns every cell: a person who has left at the provider is out in all of them, and their pages name each other. */
import test from 'ava';
import { stuckPage } from '../../api/ops/stuck-view.ts';
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

test('the page of one cell leads to those of the others', (t) => {
  const nothing = { failed: [], late: [], labels: [], hubs: [], orders: [], stores: [], endpoints: [] };
  const page = {
    ...nothing,
    carriers: [],
    missing: [],
    isMoreFailed: false,
    isMoreLate: false,
    isManager: false,
    notice: '',
  };
  t.regex(
    stuckPage({ ...page, otherCells: [{ name: 'b', url: 'https://b.example.test' }] }),
    /<a href="https:\/\/b\.example\.test\/ops">b<\/a>/,
  );
  t.false(stuckPage({ ...page, otherCells: [] }).includes('Other cells'));
});
