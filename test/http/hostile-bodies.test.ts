/** Bodies made to cost more than they weigh: forms of nothing but parts, and packed bytes that never become any. */
import { connect } from 'node:net';
import test from 'ava';
import { parseMultipart } from '../../api/files/read-multipart.ts';
import { Refusal } from '../../domain/refusal.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const type = 'multipart/form-data; boundary=x';
const part = (named: string, value = 'v'): string =>
  `--x\r\nContent-Disposition: form-data${named}\r\n\r\n${value}\r\n`;
const many = (one: string): string => one.repeat(Math.floor(4_000_000 / one.length));

const shapes: readonly (readonly [string, string])[] = [
  ['empty', '--x\r\n\r\n\r\n'],
  ['of no disposition', '--x\r\na: b\r\n\r\n\r\n'],
  ['fields', part('; name="a"')],
  ['files', part('; name="a"; filename="b"')],
];
for (const [what, one] of shapes)
  test.serial(`a form of parts that are ${what} is read no further than it may have any`, async (t) => {
    const before = process.cpuUsage();
    const fault = await t.throwsAsync(parseMultipart(Buffer.from(`${many(one)}--x--\r\n`), type), {
      instanceOf: Refusal,
    });
    t.regex(fault.message, /at most 50 fields and 20 files|more than once/);
    const { user, system } = process.cpuUsage(before);
    t.true(user + system < 1_500_000, `${user + system} µs of a processor; all of it takes ten times that`);
  });

test('a form is read over any number of slices', async (t) => {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at & 0xff));
  const head = Buffer.from('--x\r\nContent-Disposition: form-data; name="f"; filename="b.bin"\r\n\r\n');
  const body = Buffer.concat([
    Buffer.from(part('; name="a"', 'w'.repeat(8_000))),
    head,
    bytes,
    Buffer.from('\r\n--x--\r\n'),
  ]);
  const { a, f } = (await parseMultipart(body, type)) as { a: string; f: { content: string }[] };
  t.is(a.length, 8_000);
  t.true(Buffer.from(f[0]!.content, 'base64').equals(bytes));
});

const send = (method: string, path: string, body: string): Promise<Response> =>
  fetch(`${platform.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${platform.standard.accessToken}`,
      'x-organization-id': platform.standard.id,
      'content-type': type,
    },
    body,
  });

test('a part without a name is refused, wherever a form is taken', async (t) => {
  const nameless = [part(''), part('', 'v'.repeat(9_000)), part('') + part(''), part('; filename="a.png"')];
  for (const [method, path] of [
    ['PUT', '/api/tenancy/paper/logo'],
    ['POST', '/api/wms/imports/items'],
    ['POST', `/v1/tms/orders/${crypto.randomUUID()}/pod`],
  ] as const)
    for (const form of nameless) {
      const answer = await send(method, path, `${form}--x--\r\n`);
      const told = await answer.text();
      t.is(answer.status, 400, `${path} ${told}`);
      t.regex(told, /A part of the form has no name/);
    }
});

test('packed bytes that unpack to nothing are counted as they come', async (t) => {
  const { hostname, port } = new URL(platform.url);
  const socket = connect(Number(port), hostname);
  t.teardown(() => socket.destroy());
  let answer = '';
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
  socket.write(
    `POST /api/wms/items HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${platform.standard.accessToken}\r\nX-Organization-Id: ${platform.standard.id}\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const chunk = (bytes: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
  socket.write(chunk(Buffer.from('1f8b0800000000000003', 'hex')));
  // Stored blocks of no bytes.
  const empty = chunk(Buffer.alloc(65_535, Buffer.from('000000ffff', 'hex')));
  for (let sent = 0; sent < 64; sent += 1) socket.write(empty);
  await until('the body, which has not ended, is refused', () => answer !== '');
  t.regex(answer, /^HTTP\/1\.1 413 /);
});
