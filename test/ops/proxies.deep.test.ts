/** Behind a proxy: limits and audit see the real client, and only a trusted proxy can say who that is. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import test from 'ava';
import { trustProxies } from '../../api/limits/client-address.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';

let trusting: OwnPlatform & { stop(): Promise<void> };
let direct: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  trusting = await startPlatform(undefined, { workers: false, api: { trustedProxies: ['127.0.0.1'] } });
  direct = await startPlatform(undefined, { workers: false });
});
test.after.always(async () => {
  await trusting?.stop();
  await direct?.stop();
});

let guesses = 0;
const wrongToken = (url: string, client: string): Promise<number> =>
  fetch(`${url}/api/tenancy/settings`, {
    headers: { authorization: `Bearer wop_wrong${(guesses += 1)}`, 'x-forwarded-for': client },
  }).then(async (answer) => {
    await answer.arrayBuffer();
    return answer.status;
  });

async function guessUntilLimited(url: string, clientOf: (guess: number) => string): Promise<number> {
  for (let guess = 0; guess < 700; guess += 1) {
    if ((await wrongToken(url, clientOf(guess))) === 429) return guess;
  }
  return Infinity;
}

test('one guesser behind the balancer is limited, and nobody else behind it', async (t) => {
  t.is(await guessUntilLimited(trusting.url, () => '203.0.113.9'), 600);
  t.is(await wrongToken(trusting.url, '203.0.113.9'), 429);
  t.is(await wrongToken(trusting.url, '203.0.113.10'), 401);
});

test('a hub behind the same balancer links while a guesser beside it is limited', async (t) => {
  const upgrade = async (client: string): Promise<string> => {
    const { port } = new URL(trusting.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.end(
      [
        'GET /api/hub/v1/link HTTP/1.1',
        'Host: x',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        `X-Forwarded-For: ${client}`,
        'Authorization: Bearer a.b',
        '',
        '',
      ].join('\r\n'),
    );
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(socket, 'close');
    return Buffer.concat(chunks).toString().slice(0, 12);
  };
  t.is(await upgrade('203.0.113.30'), 'HTTP/1.1 401');
  let answer = '';
  for (let guess = 0; guess < 700 && !answer.endsWith('429'); guess += 1) {
    answer = await upgrade('203.0.113.31');
  }
  t.is(answer, 'HTTP/1.1 429');
  t.is(await upgrade('203.0.113.30'), 'HTTP/1.1 401');
});

test('who is no trusted proxy changes nothing by naming other addresses', async (t) => {
  t.is(await guessUntilLimited(direct.url, (guess) => `198.51.100.${guess % 250}`), 600);
});

test('the audit of a command names the client, past every trusted proxy and no further', async (t) => {
  const from = async (platform: OwnPlatform, forwardedFor: string): Promise<string> => {
    const made = await platform.client.post(
      '/api/tenancy/tokens',
      { name: 'scanner', permissions: ['tenancy.view'] },
      { headers: { 'x-forwarded-for': forwardedFor } },
    );
    t.is(made.status, 201, made.text);
    const { rows } = await platform.owner.query<{ ip: string }>(
      "select actor ->> 'ip' as ip from commands where name = 'tenancy.create_token' order by created_at desc limit 1",
    );
    return rows[0]!.ip;
  };
  t.is(await from(trusting, '203.0.113.77'), '203.0.113.77');
  t.is(
    await from(trusting, '10.0.0.1, 203.0.113.78'),
    '203.0.113.78',
    'what the client itself wrote is left out',
  );
  t.is(await from(trusting, '203.0.113.79, 127.0.0.1'), '203.0.113.79');
  t.is(await from(trusting, '203.0.113.80:4711'), '203.0.113.80');
  t.is(await from(trusting, "x'; drop table commands"), '127.0.0.1');
  t.is(await from(direct, '203.0.113.81'), '127.0.0.1');
});

test('addresses and ranges of both families are understood, and a mapped address is the same machine', async (t) => {
  const addressOf = trustProxies(['10.0.0.0/8', 'fd00::/8']);
  const said = (remoteAddress: string, forwardedFor: string): string => {
    const request = { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwardedFor } };
    return addressOf(request as unknown as Parameters<typeof addressOf>[0]);
  };
  t.is(said('10.1.2.3', '2001:db8::7'), '2001:db8::7');
  t.is(said('::ffff:10.1.2.3', '203.0.113.1'), '203.0.113.1');
  t.is(said('fd00::1', '203.0.113.1, 10.9.9.9'), '203.0.113.1');
  t.is(said('11.1.2.3', '203.0.113.1'), '11.1.2.3');
  t.throws(() => trustProxies(['10.0.0.0/99']));
});

async function freePortOf(): Promise<number> {
  const server: Server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('with a port of their own, metrics, details and ops pages are gone from the public one', async (t) => {
  const opsPort = await freePortOf();
  const platform = await startPlatform(t, { workers: false, api: { opsPort } });
  const ops = `http://127.0.0.1:${opsPort}`;
  const status = async (url: string, options: RequestInit = {}) =>
    (await fetch(url, { redirect: 'manual', ...options })).status;
  for (const path of ['/metrics', '/ops', '/ops/login', '/ops/queues', '/ops/print']) {
    t.is(await status(`${platform.url}${path}`), 404, path);
  }
  t.is(await status(`${ops}/metrics`), 200);
  t.is(await status(`${ops}/ops/login`), 200);
  t.deepEqual(await (await fetch(`${platform.url}/readyz`)).json(), { ok: true });
  t.deepEqual(await (await fetch(`${ops}/readyz`)).json(), {
    ok: true,
    checks: { database: true, queue: true, files: true },
  });
  const { accessToken, organizationId } = await platform.clientWith(platform.standard, [
    'ops.view',
    'wms.print.view',
    'tenancy.view',
  ]);
  const headers = { authorization: `Bearer ${accessToken}`, 'x-organization-id': organizationId };
  t.is(await status(`${platform.url}/api/tenancy/settings`, { headers }), 200);
  t.is(await status(`${ops}/api/tenancy/settings`, { headers }), 404, 'the API is not on the ops port');
  const body = new URLSearchParams({ access_token: accessToken });
  const login = await fetch(`${ops}/ops/login`, { method: 'POST', redirect: 'manual', body });
  const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0]!;
  t.is(await status(`${ops}/ops/print/api/wms/print-jobs`, { headers: { cookie } }), 200);
  const stuck = await (await fetch(`${ops}/ops`, { headers: { cookie } })).text();
  const styles = [...stuck.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href!);
  t.true(styles.length > 0);
  for (const href of styles) t.is(await status(ops + href), 200, href);
  t.false(stuck.includes('"/docs'), 'the documentation is on the other port');
});
