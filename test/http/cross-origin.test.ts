/** Pages of other origins: the named ones are answered, preflights and refusals included; the others are not. */
import test from 'ava';
import Koa from 'koa';
import { crossOrigin } from '../../api/http/cross-origin.ts';
import { isUnder } from '../../api/http/exchange.ts';
import type { AddressInfo } from 'node:net';

const friend = 'https://app.example.com';

async function serve(
  t: { teardown(stop: () => unknown): void },
  origins: readonly string[],
): Promise<string> {
  const app = new Koa();
  const { under, answer } = crossOrigin(origins);
  app.use((ctx, next) => (isUnder(ctx.path, under) ? answer(ctx, next) : next()));
  app.use((ctx) => {
    ctx.status = 403;
    ctx.body = { ok: false };
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const preflight = (url: string, origin: string): Promise<Response> =>
  fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'idempotency-key',
    },
  });

test('a named origin may call, reads the refusal, and sends no cookies', async (t) => {
  const url = `${await serve(t, [friend])}/api/wms/inventory`;
  const asked = await preflight(url, friend);
  t.is(asked.status, 204);
  t.is(asked.headers.get('access-control-allow-origin'), friend);
  t.regex(asked.headers.get('access-control-allow-headers')!, /x-organization-id/);
  t.is(asked.headers.get('access-control-allow-credentials'), null);
  const refused = await fetch(url, { headers: { origin: friend } });
  t.is(refused.status, 403);
  t.is(refused.headers.get('access-control-allow-origin'), friend);
  t.regex(refused.headers.get('access-control-expose-headers')!, /Retry-After/);
});

test('any other origin, an ops page and a service without the setting are told nothing', async (t) => {
  const url = await serve(t, [friend]);
  const closed = await serve(t, []);
  for (const [address, origin] of [
    [`${url}/api/wms/inventory`, 'https://evil.example.com'],
    [`${url}/api/wms/inventory`, `${friend}.evil.example.com`],
    [`${url}/ops/queues`, friend],
    [`${closed}/api/wms/inventory`, friend],
  ] as const) {
    const asked = await preflight(address, origin);
    t.is(asked.headers.get('access-control-allow-origin'), null, `${origin} at ${address}`);
  }
});
