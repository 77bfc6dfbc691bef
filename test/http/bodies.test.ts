/** Requests no polite client sends: each is refused with a reason, none reaches the database, none is answered 5xx. */
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { everyEndpoint, headersOf, isWrite, nameOf, operationOf, pathOf } from './endpoints.ts';
import { inLanes, wired, type Wired, type WireAnswer } from './wire.ts';

let platform: Wired<Platform>;
test.before(async () => {
  platform = wired(await joinPlatform());
});
test.after.always(() => platform?.stop());

const json = () => ({
  authorization: `Bearer ${platform.standard.accessToken}`,
  'x-organization-id': platform.standard.id,
  'content-type': 'application/json',
});
const post = (body: string | Buffer, headers: Record<string, string> = {}): Promise<WireAnswer> =>
  platform.wire.send('POST', '/api/tenancy/members', { headers: { ...json(), ...headers }, body });
const member = (name: string, email: string): string => JSON.stringify({ name, email });

test('a body is JSON by its content type, or 415', async (t) => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    '',
  ]) {
    const answer = await post(member('A', 'a@example.test'), { 'content-type': type });
    t.is(answer.status, 415, type);
    t.is(answer.body.error.code, 'UNSUPPORTED_MEDIA_TYPE');
  }
  const plus = await post(member('A', 'plus@example.test'), {
    'content-type': 'application/vnd.x+json; charset=utf-8',
  });
  t.is(plus.status, 201, plus.text);
  const encoded = await post(member('A', 'x@example.test'), { 'content-encoding': 'zstd' });
  t.is(encoded.status, 415);
  const inherited = await post(member('A', 'x@example.test'), { 'content-encoding': 'constructor' });
  t.is(inherited.status, 415, 'a name every object has is no encoding either');
});

test('where a form is taken, 415 says so', async (t) => {
  const forms = everyEndpoint.filter(
    (endpoint) => 'multipart/form-data' in (operationOf(endpoint)['requestBody']?.content ?? {}),
  );
  t.true(forms.length > 2, `${forms.length} operations take a form`);
  for (const endpoint of forms) {
    const { method, path } = endpoint as { method: string; path: string };
    const headers = { ...headersOf(endpoint, platform.standard), 'content-type': 'image/png' };
    const answer = await platform.wire.send(
      method,
      pathOf(endpoint, () => undefined),
      { headers, body: 'no picture' },
    );
    t.is(answer.status, 415, path);
    t.regex(answer.text, /multipart\/form-data/, path);
  }
});

test('a body at the limit is read, one byte past it is 413', async (t) => {
  const limit = 1024 * 1024;
  const padded = (bytes: number, email: string): string => {
    const core = JSON.stringify({ name: 'Limit', email });
    return core + ' '.repeat(bytes - core.length);
  };
  t.is((await post(padded(limit, 'limit@example.test'))).status, 201);
  const past = await post(padded(limit + 1, 'past@example.test'));
  t.is(past.status, 413);
  t.is(past.body.error.code, 'PAYLOAD_TOO_LARGE');
  const bomb = await post(gzipSync(padded(64 * limit, 'bomb@example.test')), { 'content-encoding': 'gzip' });
  t.is(bomb.status, 413, 'what unpacks beyond the limit is refused as well');
});

test('compressed bodies are read, broken compression is 400', async (t) => {
  for (const [encoding, pack] of [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const) {
    const body = pack(Buffer.from(member('Packed', `${encoding}@example.test`)));
    t.is((await post(body, { 'content-encoding': encoding })).status, 201, encoding);
    const cut = await post(body.subarray(0, body.length - 6), { 'content-encoding': encoding });
    t.is(cut.status, 400, `${encoding} cut short`);
    const garbage = await post(Buffer.from('no such format'), { 'content-encoding': encoding });
    t.is(garbage.status, 400, `${encoding} garbage`);
    t.is(garbage.body.error.code, 'MALFORMED_BODY');
  }
});

test('broken JSON is 400: cut, deep, not UTF-8, not an object', async (t) => {
  const deep = `{"name":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  const bodies: (string | Buffer)[] = [
    '{"name":',
    deep,
    Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
    '[]',
    '"text"',
    'null',
    '12',
    '{"a":1}{',
    "{'a':1}",
  ];
  for (const body of bodies) {
    const answer = await post(body);
    t.is(answer.status, 400, body.toString().slice(0, 40));
    t.is(answer.body.error.code, 'MALFORMED_BODY');
  }
  const within = await post(
    `{"name":"A","email":"deep@example.test","x":${'['.repeat(30)}${']'.repeat(30)}}`,
  );
  t.is(within.body.error.code, 'VALIDATION_FAILED', '32 levels are read');
});

test('a number of hundreds of digits is refused by itself', async (t) => {
  const body = `{"qty_delta":${'9'.repeat(5_000)}}`;
  const answer = await platform.client.post('/api/wms/inventory/adjust', body);
  t.is(answer.status, 422, answer.text);
  t.is(answer.body.error.code, 'NUMBER_NOT_EXACT');
});

test('a malformed id is one problem, not one for each rule it breaks', async (t) => {
  const body = JSON.stringify({ sku: 'A', name: 'A', merchant_id: 'nonsense' });
  const answer = await platform.wire.send('POST', '/api/wms/items', { headers: json(), body });
  t.deepEqual(answer.body.error.details, [
    { path: 'merchant_id', code: 'format', message: 'merchant_id must be a UUID' },
  ]);
  t.is(answer.body.error.message, 'merchant_id must be a UUID.');
});

test('values Postgres would refuse are refused before it, by the name of their field', async (t) => {
  const item = (more: object): object => ({ sku: `S${Math.random()}`.slice(0, 12), name: 'A', ...more });
  const refused: [string, object, string][] = [
    ['a NUL', item({ name: 'a\u0000b' }), 'name'],
    ['half a surrogate pair', item({ name: 'a\uD800' }), 'name'],
    ['the other half', item({ name: '\uDC00b' }), 'name'],
    ['a line break in one line', item({ name: 'a\r\nb' }), 'name'],
    ['a number too large', item({ weight_kg: 1e15 }), 'weight_kg'],
    ['a number of too many decimals', item({ weight_kg: 0.12345678 }), 'weight_kg'],
    ['a number as text', item({ weight_kg: '1' }), 'weight_kg'],
    ['a negative number', item({ weight_kg: -1 }), 'weight_kg'],
    ['a fraction of days', item({ min_remaining_life_days: 1.5 }), 'min_remaining_life_days'],
    ['a UUID in braces', item({ merchant_id: '{00000000-0000-4000-8000-000000000000}' }), 'merchant_id'],
    ['a flag as a number', item({ lot_tracked: 1 }), 'lot_tracked'],
    ['an empty name', item({ name: '' }), 'name'],
    ['a long name', item({ name: 'x'.repeat(301) }), 'name'],
  ];
  for (const [what, body, field] of refused) {
    const answer = await platform.wire.send('POST', '/api/wms/items', {
      headers: json(),
      body: JSON.stringify(body),
    });
    t.is(answer.status, 400, `${what}: ${answer.text}`);
    t.is(answer.body.error.code, 'VALIDATION_FAILED', what);
    t.true(
      answer.body.error.details.some(({ path }: { path: string }) => path === field),
      `${what}: ${answer.text}`,
    );
  }
  for (const date of ['2026-02-30', '2026-13-01', '0001-01-01', '20260101', '2026-02-30T00:00:00Z']) {
    const answer = await platform.wire.send('PATCH', '/api/tenancy/settings', {
      headers: json(),
      body: JSON.stringify({ lock_date: date }),
    });
    t.is(answer.status, 400, date);
    t.is(answer.body.error.details[0].path, 'lock_date');
  }
});

test('all problems of a body are told at once', async (t) => {
  const answer = await post(JSON.stringify({ name: 1, email: 'x', more: 2 }));
  t.deepEqual(answer.body.error.details.map(({ path }: { path: string }) => path).toSorted(), [
    'email',
    'more',
    'name',
  ]);
});

test('prototype names are unknown fields, not a way in', async (t) => {
  for (const name of ['__proto__', 'constructor', 'prototype', 'toString']) {
    const answer = await post(`{"name":"A","email":"p@example.test","${name}":{"admin":true}}`);
    t.is(answer.status, 400, name);
  }
  t.is(({} as { admin?: boolean }).admin, undefined);
});

test('a client that wants problem documents gets them, with the same facts', async (t) => {
  const answer = await post('{"name":1}', { accept: 'application/problem+json' });
  t.is(answer.headers['content-type'], 'application/problem+json');
  t.like(answer.body, { title: 'VALIDATION_FAILED', status: 400, code: 'VALIDATION_FAILED' });
  t.truthy(answer.body.detail);
  const missing = await platform.wire.send('GET', '/nowhere', {
    headers: { accept: 'application/problem+json' },
  });
  t.is(missing.body.status, 404);
});

test('a request id is kept when it is plain, and replaced when it could break a log or a header', async (t) => {
  const ask = (id: string) =>
    platform.wire.send('GET', '/api/tenancy/settings', { headers: { ...json(), 'x-request-id': id } });
  t.is((await ask('trace-1.2_3')).headers['x-request-id'], 'trace-1.2_3');
  for (const id of ['a b', 'x'.repeat(65), '<script>', '{"a":1}']) {
    const answer = await ask(id);
    t.not(answer.headers['x-request-id'], id);
    t.regex(String(answer.headers['x-request-id']), /^[\w.-]{1,64}$/);
  }
});

test('bytes that break a header never reach an answer', async (t) => {
  const encoded = await platform.wire.send('GET', '/api/tenancy/members/%0d%0aX-Injected:%201', {
    headers: json(),
  });
  t.is(encoded.status, 400);
  t.is(encoded.headers['x-injected'], undefined);
  const raw = await exchange(
    `GET /api/tenancy/settings HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\u0000b\r\nConnection: close\r\n\r\n`,
  );
  t.regex(raw, /^HTTP\/1\.1 400/);
  const smuggled = await exchange(
    'POST /api/tenancy/members HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n',
  );
  t.regex(smuggled, /^HTTP\/1\.1 400/);
});

test('paths that are malformed or climb answer 400 or 404', async (t) => {
  for (const path of [
    '/api/%',
    '/api/%E0%A4%A',
    '/api/../../etc/passwd',
    '/api/tenancy//settings',
    '/API/tenancy/settings',
    '/api/tenancy/settings/',
    '/v1',
    '/api',
    '//',
    `/${'a'.repeat(4_000)}`,
  ]) {
    const answer = await platform.wire.send('GET', path, { headers: json() });
    t.true(
      [200, 400, 404].includes(answer.status),
      `${path.slice(0, 40)}: ${answer.status} ${answer.text.slice(0, 100)}`,
    );
  }
});

test('no error shows a stack, a statement or a path of ours', async (t) => {
  const leaks =
    /\bat \S+ \(|node_modules|\.(ts|js):\d+|select .* from|insert into|postgres(ql)?:|pg_|platform_app|SQLSTATE/i;
  const bodies = [
    '{}',
    '{"name":1',
    JSON.stringify({ name: "'; drop table members; --", email: 'q@example.test' }),
  ];
  const problems: string[] = [];
  await inLanes(everyEndpoint, 12, async (endpoint) => {
    for (const body of isWrite(endpoint) ? bodies : ['']) {
      const request = { headers: headersOf(endpoint, platform.standard), ...(body ? { body } : {}) };
      const { status, text } = await platform.wire.send(
        endpoint.method,
        pathOf(endpoint, () => undefined),
        request,
      );
      if (status >= 500 || (status >= 400 && leaks.test(text)))
        problems.push(`${nameOf(endpoint)}: ${status} ${text.slice(0, 300)}`);
    }
  });
  t.deepEqual(problems, []);
});

/** Bytes over a bare socket, for what an HTTP client refuses to send. */
function exchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(platform.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = '';
    socket.setTimeout(30_000, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}
