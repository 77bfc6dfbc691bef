/** Requests for nothing of ours: that offer another protocol, are too large to read or not HTTP at all, or name no path. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { aheadMax, guardedServer } from '../../api/http/request-guard.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

/** Sends bytes as they are, the second ones once the first are answered, and returns all that is answered to the end. */
function exchange(bytes: string, afterwards?: string): Promise<string> {
  const { hostname, port } = new URL(platform.url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  if (afterwards !== undefined) socket.once('data', () => socket.write(afterwards));
  return new Promise((resolve) => {
    let told = '';
    // Who is cut off while still sending is told by a reset, behind what was answered.
    socket.on('error', () => {}).on('close', () => resolve(told));
    socket.on('data', (chunk) => (told += chunk.toString('latin1')));
  });
}

const [major = 0] = process.versions.node.split('.').map(Number);
// Node 20 hands every upgrade to the hubs' relay; npm's scripts run on a newer one.
const onNewerNode = major >= 25 ? test : test.skip;

onNewerNode('a request that offers HTTP/2 besides is answered as the HTTP/1.1 it is', async (t) => {
  const { accessToken, id } = platform.standard;
  const body = '{"lines":[]}';
  const answer = await exchange(
    `POST /api/oms/orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${accessToken}\r\n` +
      `x-organization-id: ${id}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
      `Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAAA\r\n\r\n${body}`,
    `GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  );
  t.regex(answer, /^HTTP\/1\.1 201 /);
  t.true(answer.includes('"status":"draft"'), answer);
  t.true(answer.includes('HTTP/1.1 404 '), 'and the connection goes on');
});

const unreadable = [
  [
    'headers beyond what is read',
    `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'HEADERS_TOO_LARGE',
  ],
  ['what is not HTTP', 'hello\r\n\r\n', 400, 'MALFORMED_REQUEST'],
  [
    'a length and chunks at once',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    400,
    'MALFORMED_REQUEST',
  ],
] as const;

for (const [what, bytes, status, code] of unreadable) {
  test(`${what}: ${status} ${code}, in the usual form`, async (t) => {
    const answer = await exchange(bytes);
    t.true(answer.startsWith(`HTTP/1.1 ${status} `), answer);
    const { ok, error } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
    t.false(ok);
    t.is(error.code, code);
    t.true(answer.includes(`X-Request-Id: ${error.request_id}`), answer);
  });
}

test('a connection may be 256 requests ahead of its answers; the next one is refused and ends it', async (t) => {
  const one = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const answers = await exchange(one.repeat(5_000));
  const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  t.true(statuses.length > 256 && statuses.length < 5_000, `${statuses.length} answers`);
  t.is(statuses.at(-1), '429');
  t.false(statuses.slice(0, -1).includes('429'), 'nothing is answered behind the refusal');
  t.regex(answers, /Retry-After: 1\r\n/i);
  const few = await exchange(one.repeat(199) + one.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  t.is([...few.matchAll(/HTTP\/1\.1 200/g)].length, 200);
});

test('what comes behind a refusal that ends the connection is not carried out', async (t) => {
  const asked: string[] = [];
  const held: ServerResponse[] = [];
  const server = guardedServer((request, response) => {
    asked.push(request.url!);
    held.push(response);
  }).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const line = (path: string): string =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n`;
  socket.write(line('/').repeat(aheadMax + 1));
  await until('as many are taken in as may be', () => held.length === aheadMax);
  const answers = text(socket);
  for (const response of held.splice(0, 10)) response.end();
  await until('ten are answered', () => socket.bytesRead > 10);
  socket.write(line('/late'));
  await pause(100);
  for (const response of held) response.end();
  t.regex(await answers, /HTTP\/1\.1 429/);
  t.false(asked.includes('/late'));
});

test('nothing is at the address of v1 itself, which is said as v1 says it', async (t) => {
  for (const path of ['/v1', '/v1/', '/v1?page=1']) {
    const answer = await fetch(platform.url + path);
    t.is(answer.status, 404);
    t.deepEqual(Object.keys((await answer.json()) as object), ['error'], path);
  }
});
