/** The attacks of R31: request lines, headers, bodies and frames that are wrong in every way we know, from a seed. */
import type { Random } from '../http/random.ts';

export interface RawTarget {
  port: number;
  /** Headers that let a request past authentication, so that half of the plain ones reach what is behind it. */
  headers: readonly string[];
  /** Existing paths, with upgrades or without. */
  paths: readonly string[];
}

export interface Attack {
  bytes: Buffer;
  /** Where the bytes are split into separate segments. */
  cuts: readonly number[];
  /** How the client leaves: waits for the answer, closes its half first, or disconnects at once. */
  leave: 'wait' | 'half-close' | 'reset';
}

const crlf = '\r\n';
const targets = [
  '//',
  '///',
  '/',
  '*',
  '',
  '?',
  '#',
  '/%',
  '/%zz',
  '/%00',
  '/%ff%fe',
  '/../..',
  '/\\',
  '//[',
  '//:0',
];
const absolutes = [
  'http://[',
  'http://',
  'http://:0/',
  'http://a:99999/',
  'ws://%/',
  '//user@[::/',
  'https://\u00e9/',
];
const methods = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PRI',
  'get',
  'G T',
  '',
];
const versions = [
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/0.9',
  'HTTP/2.0',
  'HTTP/9',
  'HTTP',
  '',
];

export function attackOf(random: Random, target: RawTarget): Attack {
  const isUpgrade = random.chance(0.5);
  // A pipeline: what follows a request on its connection, before or after the upgrade.
  const count = random.chance(0.2) ? 2 + random.whole(4) : 1;
  let text = '';
  for (let index = 0; index < count; index += 1)
    text += isUpgrade ? upgrade(random, target) : plain(random, target);
  let bytes = Buffer.from(text, 'latin1');
  if (random.chance(0.15)) bytes = damaged(random, bytes);
  const cuts = random.chance(0.2) ? [1 + random.whole(Math.max(1, bytes.length - 1))] : [];
  return { bytes, cuts, leave: random.pick(['wait', 'wait', 'wait', 'half-close', 'reset'] as const) };
}

function targetOf(random: Random, { paths }: RawTarget): string {
  const kind = random.whole(5);
  if (kind === 0) return random.pick(targets);
  if (kind === 1) return random.pick(absolutes);
  const path = random.pick(paths);
  if (kind === 2)
    return (
      path +
      random.pick([
        '/',
        '?',
        '?=',
        '?%',
        '?a=1&a=2',
        '%',
        '/%c0%af',
        '#x',
        '\u00ff',
        '?' + 'a'.repeat(random.whole(9_000)),
      ])
    );
  return path;
}

function upgrade(random: Random, target: RawTarget): string {
  const lines = [
    `Host: ${random.pick([`127.0.0.1:${target.port}`, '', '[', 'a b', '\u00ff', ':'])}`,
    `Connection: ${random.pick(['Upgrade', 'upgrade, keep-alive', 'Upgrade', 'close, Upgrade'])}`,
    `Upgrade: ${random.pick(['websocket', 'websocket', 'websocket', 'h2c', 'WebSocket', '', 'x'.repeat(500)])}`,
    `Sec-WebSocket-Key: ${random.pick(['dGhlIHNhbXBsZSBub25jZQ==', '', 'x', '='.repeat(100)])}`,
    `Sec-WebSocket-Version: ${random.pick(['13', '13', '8', '99', '', '-1'])}`,
    ...(random.chance(0.2)
      ? [`Sec-WebSocket-Extensions: ${random.pick(['permessage-deflate; x="', ';;', ','])}`]
      : []),
    ...(random.chance(0.2) ? [`Sec-WebSocket-Protocol: ${random.pick([',', 'a,a', '\u00ff'])}`] : []),
    ...(random.chance(0.2) ? [`Origin: ${random.pick(['null', 'https://[', '\u00ff', 'https://a'])}`] : []),
    ...strangeHeaders(random),
  ];
  if (random.chance(0.5))
    lines.push(
      random.pick(['Authorization: Bearer x', 'Authorization: Bearer a.b.c', 'Authorization: \u00ff']),
    );
  const frames = random.chance(0.3) ? noise(random, 40) : '';
  return `${random.pick(['GET', 'GET', 'GET', 'POST', 'CONNECT'])} ${targetOf(random, target)} HTTP/1.1${crlf}${lines.join(crlf)}${crlf}${crlf}${frames}`;
}

function plain(random: Random, target: RawTarget): string {
  const line = `${random.pick(methods)} ${targetOf(random, target)} ${random.pick(versions)}`;
  const lines = [
    ...(random.chance(0.9) ? [`Host: 127.0.0.1:${target.port}`] : []),
    ...(random.chance(0.5) ? target.headers : []),
    ...strangeHeaders(random),
  ];
  const { headers, body } = bodyOf(random);
  return `${line}${crlf}${[...lines, ...headers].join(crlf)}${crlf}${crlf}${body}`;
}

function strangeHeaders(random: Random): string[] {
  if (random.chance(0.6)) return [];
  return [
    random.pick([
      'No colon',
      ': no name',
      'Space : before',
      ' folded: line',
      `Long: ${'x'.repeat(random.whole(20_000))}`,
      'Null: \u0000',
      'Bare: a\rb',
      'Expect: 100-continue',
      'Expect: 200-ok',
      'Accept: ' + 'a/b,'.repeat(500),
      'Accept: text/event-stream',
      'Idempotency-Key: \u00ff',
      'X-Request-Id: %0d%0a',
      'Prefer: wait=999999999999999999999',
      'Range: bytes=-',
      'If-None-Match: "',
      'Cookie: ' + 'a=b;'.repeat(400) + '=;%',
      'X-Organization-Id: [',
      'Host: twice',
      'Trailer: x',
      ...Array.from({ length: 3 }, (_, n) => `X-${n}: ${noise(random, 12).replaceAll(/[\r\n]/g, '')}`),
    ]),
  ];
}

function bodyOf(random: Random): { headers: string[]; body: string } {
  const json = random.pick([
    '{}',
    '{"a":1}',
    '[',
    '{"a":',
    '\u0000',
    '\u00ff\u00fe',
    '{"lines":[0,0,0,0]}',
    '"x"',
    '{"__proto__":1}',
  ]);
  const type = `Content-Type: ${random.pick(['application/json', 'application/json; charset=[', 'x', ''])}`;
  switch (random.whole(9)) {
    case 0:
      return { headers: [], body: '' };
    case 1:
      return { headers: [type, `Content-Length: ${json.length}`], body: json };
    case 2:
      return {
        headers: [
          type,
          `Content-Length: ${random.pick(['-1', '1e3', '99999999999999999999', '0x10', ' ', '5, 5', '999'])}`,
        ],
        body: json,
      };
    case 3:
      return {
        headers: [type, 'Transfer-Encoding: chunked'],
        body: `${json.length.toString(16)}${crlf}${json}${crlf}0${crlf}${crlf}`,
      };
    case 4:
      return {
        headers: [type, 'Transfer-Encoding: chunked'],
        body: `${random.pick(['zz', '-5', 'ffffffffffffffff', '5;a="', ''])}${crlf}${json}${crlf}`,
      };
    case 5:
      return { headers: [type, 'Transfer-Encoding: chunked', `Content-Length: ${json.length}`], body: json };
    case 6:
      return {
        headers: [
          type,
          `Transfer-Encoding: ${random.pick(['gzip', 'chunked, chunked', 'x', '\u000bchunked'])}`,
        ],
        body: json,
      };
    case 7:
      return {
        headers: [
          type,
          `Content-Encoding: ${random.pick(['gzip', 'deflate', 'br', 'zstd', '[', 'constructor', '__proto__'])}`,
          `Content-Length: ${json.length}`,
        ],
        body: json,
      };
    default:
      return {
        headers: [type, 'Transfer-Encoding: chunked'],
        body: `${json.length.toString(16)}${crlf}${json}${crlf}0${crlf}Trailer: [${crlf}\u0000`,
      };
  }
}

function noise(random: Random, lengthMax: number): string {
  return Array.from({ length: random.whole(lengthMax) }, () => String.fromCharCode(random.whole(256))).join(
    '',
  );
}

/** A byte changed, removed, doubled or cut off somewhere. */
function damaged(random: Random, bytes: Buffer): Buffer<ArrayBuffer> {
  const at = random.whole(bytes.length);
  switch (random.whole(4)) {
    case 0:
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([random.whole(256)]), bytes.subarray(at + 1)]);
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
    case 2:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.max(0, at - 20))]);
    default:
      return Buffer.from(bytes.subarray(0, at));
  }
}
