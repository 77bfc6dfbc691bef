/** Headers that no polite client sends, wherever one is read: none of them is a fault of ours, or breaks an answer. */
import { request, type IncomingHttpHeaders } from 'node:http';
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

function ask(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | undefined,
): Promise<Answer> {
  const { hostname, port } = new URL(platform.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
        // A stream goes on by itself.
        if (text.includes('\n\n')) response.destroy();
      });
      response.on('close', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
      response.on('error', () => {});
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const worst: readonly string[] = [
  '',
  ' ',
  'a\tb',
  '\u00ff\u00fe\u0085\u00a0',
  'Gr\u00fcn',
  '%0d%0aX-Injected: 1',
  '\\r\\nX-Injected: 1',
  '"',
  '"".";=,',
  '__proto__',
  'constructor',
  '-1',
  '1e999',
  '9'.repeat(400),
  ','.repeat(12_000),
  ' ;'.repeat(6_000),
  'a'.repeat(12_000),
  '" '.repeat(6_000),
  '(('.repeat(6_000),
  'multipart/form-data; boundary',
  'multipart/form-data; boundary=""',
  "multipart/form-data; boundary*=utf-99''%ff",
  'text/csv; charset=__proto__',
  'gzip, gzip, gzip',
  'bytes=0-,0-,0-',
  'http://[',
  'null',
];

const asked = [
  ['GET', '/api/tenancy/settings', undefined],
  ['GET', '/api/wms/items?page_size=1', undefined],
  ['GET', '/api/events/stream', undefined],
  ['POST', '/api/wms/items', '{"sku":""}'],
  ['POST', '/api/wms/imports/items', '{"csv":""}'],
  ['PUT', '/api/tenancy/paper/logo', '{}'],
  ['POST', '/api/integration/webhooks/storefront', '{}'],
  ['POST', '/api/integration/webhooks/shopify', '{}'],
  ['GET', '/ops', undefined],
  ['POST', '/ops/login', 'token=x'],
  ['GET', '/healthz', undefined],
] as const;

const read = [
  'accept',
  'accept-encoding',
  'authorization',
  'content-encoding',
  'content-type',
  'cookie',
  'host',
  'idempotency-key',
  'if-none-match',
  'last-event-id',
  'origin',
  'prefer',
  'range',
  'sec-fetch-site',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-organization-id',
  'x-request-id',
  'x-storefront-shop-domain',
  'x-storefront-topic',
  'x-storefront-webhook-id',
  'x-storefront-hmac-sha256',
  'x-shopify-shop-domain',
] as const;

for (const header of read)
  test.serial(`whatever ${header} says`, async (t) => {
    const { standard } = platform;
    for (const [method, path, body] of asked)
      for (const value of worst) {
        const headers = {
          authorization: `Bearer ${standard.accessToken}`,
          'x-organization-id': standard.id,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          [header]: value,
        };
        const { status, headers: told, text } = await ask(method, path, headers, body);
        const what = `${method} ${path} ${header}: ${JSON.stringify(value.slice(0, 60))} ${status} ${text.slice(0, 200)}`;
        t.true(status >= 200 && status < 500, what);
        t.is(told['x-injected'], undefined, what);
        t.regex(String(told['x-request-id'] ?? 'none'), /^[\w.-]{1,64}$/, what);
        if (status >= 400) t.true(text.length < 20_000, `${what}: ${text.length} bytes`);
      }
  });

test('headers of a hundred kilobytes are refused by their size', async (t) => {
  const { status, text } = await ask(
    'GET',
    '/api/tenancy/settings',
    { 'x-odd': 'a'.repeat(100_000) },
    undefined,
  );
  t.is(status, 431);
  t.regex(text, /HEADERS_TOO_LARGE/);
});
