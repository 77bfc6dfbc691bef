/** Who may open the integration pages, and what these may ask of the API on behalf of somebody. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';

test('the pages are for who may see them, and forward only what they need', async (t) => {
  const { url, clientWith, standard } = await joinPlatform(t);
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
  const given = { ...made, method: 'PATCH', body: '{"action":"retry","reason":"mended"}' };
  t.is(await get(cookie, `/ops/integration/api/integration/channel-pushes/${standard.id}`, given), 403);
  const strange = { ...made, headers: { ...made.headers, origin: 'https://evil.example' } };
  t.is(await get(cookie, '/ops/integration/api/integration/flows', strange), 403);
});
