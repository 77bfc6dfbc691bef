/** Who may open the integration pages, and what these may ask of the API on behalf of somebody. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { newSecret } from '../../domain/tenancy/named-secret.ts';
import { until } from '../helpers/wait.ts';

test('the pages are for who may see them, and forward only what they need', async (t) => {
  const { url, clientWith, standard, owner } = await joinPlatform(t);
  const cookieOf = async (accessToken: string): Promise<string> => {
    const answer = await fetch(`${url}/ops/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ access_token: accessToken, next: '/ops/integration' }),
    });
    return (answer.headers.get('set-cookie') ?? '').split(';')[0]!;
  };
  const get = async (
    cookie: string,
    path: string,
    init: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ): Promise<number> =>
    (await fetch(url + path, { redirect: 'manual', ...init, headers: { cookie, ...init.headers } })).status;
  t.is(await get('', '/ops/integration'), 302);
  const asked = await (await fetch(`${url}/ops/login`)).text();
  t.true(asked.includes(`begins with <code>${newSecret('wp', standard.id).slice(0, 3)}</code>`));
  t.is(await get('', '/ops/integration/api/integration/events'), 401);
  const printer = await clientWith(standard, ['wms.print.view']);
  t.is(await get(await cookieOf(printer.accessToken), '/ops/integration'), 403);
  const viewer = await clientWith(standard, ['integration.view']);
  const cookie = await cookieOf(viewer.accessToken);
  t.is(await get(cookie, '/ops/integration'), 200);
  t.is(await get(cookie, '/ops/integration/api/integration/events'), 200);
  t.is(await get(cookie, '/ops/integration/api/integration/channel-pushes'), 200);
  t.is(await get(cookie, '/ops/integration/api/tenancy/webhook-endpoints'), 403);
  t.is(await get(cookie, `/ops/integration/api/oms/orders/${standard.id}`), 403);
  t.is(await get(cookie, '/ops/integration/api/oms/orders'), 404);
  t.is(await get(cookie, '/ops/integration/api/tenancy/tokens'), 404);
  t.is(await get(cookie, '/ops/integration/api/wms/print-jobs'), 404);
  t.is(await get(cookie, '/ops/console/../../package.json'), 404);
  const made = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  t.is(await get(cookie, '/ops/integration/api/integration/flows', made), 403);
  t.is(await get(cookie, '/ops/integration/api/wms/items'), 403);
  t.is(await get(cookie, '/ops/integration/api/integration/product-mappings', made), 403);
  t.is(await get(cookie, '/ops/integration/api/integration/product-mappings'), 404);
  const stores = '/ops/integration/api/integration/connections';
  t.is(await get(cookie, stores), 200);
  t.is(await get(cookie, stores, made), 404);
  t.is(await get(cookie, `${stores}/${standard.id}`, { ...made, method: 'PATCH' }), 403);
  const trial = `/ops/integration/api/v1/oms/channels/connections/${standard.id}/test`;
  t.is(await get(cookie, trial, made), 403);
  const given = { ...made, method: 'PATCH', body: '{"action":"retry","reason":"mended"}' };
  t.is(await get(cookie, `/ops/integration/api/integration/channel-pushes/${standard.id}`, given), 403);
  const strange = { ...made, headers: { ...made.headers, origin: 'https://evil.example' } };
  t.is(await get(cookie, '/ops/integration/api/integration/flows', strange), 403);
  // While its organization is being moved nobody is logged out: what is written into a form would be lost.
  const place = (state: string, cell: string | null) =>
    owner.query('update organizations set state = $2, cell = $3 where id = $1', [standard.id, state, cell]);
  const events = '/ops/integration/api/integration/events';
  await place('moving', 'b');
  await until('it is told', async () => (await get(cookie, events)) === 503);
  t.is(await get(cookie, '/ops/integration'), 503);
  await place('active', null);
  await until('it is here again', async () => (await get(cookie, events)) === 200);
});
