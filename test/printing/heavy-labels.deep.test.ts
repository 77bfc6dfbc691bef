/** Labels that would take all memory or all time: they cost whoever sends them, and nobody else. */
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createDeflate } from 'node:zlib';
import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { startPlatform, type OwnPlatform } from '../helpers/platform.ts';
import { saysInstead } from './says-instead.ts';

// The API of this test runs in its process: what it takes can be read.
let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined, { workers: false });
});
test.after.always(() => platform?.stop());

const megabyte = 1024 * 1024;

/** The most memory this process ever had. */
function peakBytes(): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))!;
  return Number(kilobytes) * 1024;
}

async function post(client: Client, zpl: string): Promise<string> {
  const { status, body, text } = await client.post('/api/wms/print-jobs', {
    label_kind: 'carton',
    zpl_content: zpl,
  });
  if (status !== 201) throw new Error(text);
  return body.data.id;
}

const previewOf = (client: Client, id: string) =>
  client.get(`/api/wms/print-jobs/${id}/preview`, { headers: { accept: '*/*' } });

const granted = ['wms.print.view', 'wms.print.create'] as const;

test.serial('a megabyte that inflates to 700 is refused, and never inflated for a picture', async (t) => {
  if (process.platform !== 'linux') return t.pass('the peak of memory is read from /proc');
  const { threePl } = platform;
  const client = await platform.clientWith(threePl, granted, { merchantId: threePl.merchantId });
  const zeros = Readable.from(Array.from({ length: 700 }, () => Buffer.alloc(megabyte)));
  const zipped = (await buffer(zeros.pipe(createDeflate()))).toString('base64');
  const bomb = `^XA\n^FO0,0^GFA,${700 * megabyte},${700 * megabyte},100,:Z64:${zipped}:0000^FS^XZ`;
  const id = await post(client, '^XA^FO1,1^FDx^FS^XZ');
  t.is((await previewOf(client, id)).status, 200);
  const before = peakBytes();

  const refused = await client.post('/api/wms/print-jobs', { label_kind: 'carton', zpl_content: bomb });
  t.is(refused.status, 422);
  t.like(refused.body.error, { code: 'ZPL_FORBIDDEN', details: { line: 2, column: 7 } });
  t.regex(refused.body.error.message, /\^GF holds a picture of more than 2097152 bytes/);

  // As if it had been stored before there was a check.
  await saysInstead(platform.owner, id, bomb);
  const [preview, other] = await Promise.all([
    previewOf(client, id),
    platform.client.get('/api/wms/print-jobs'),
  ]);
  t.deepEqual([preview.status, preview.body.error?.code], [400, 'LABEL_TOO_LARGE']);
  t.is(other.status, 200);
  const grown = peakBytes() - before;
  t.true(grown < 200 * megabyte, `the API took ${Math.round(grown / megabyte)} MB more`);
});

test.serial('a label that takes all memory while it is drawn takes the renderer alone', async (t) => {
  const { client } = platform;
  const before = process.platform === 'linux' ? peakBytes() : 0;
  // 11,300 dots a side: half a gigabyte.
  const code = `^BQN,2,100^FDMA,${'A1b'.repeat(300)}^FS`;
  const refused = await previewOf(client, await post(client, `^XA^PW800^LL800^FO1,1${code}^XZ`));
  t.is(refused.status, 409);
  t.like(refused.body.error, {
    code: 'LABEL_NOT_DRAWABLE',
    message: 'The label cannot be drawn: it takes more memory than a preview may.',
  });
  if (process.platform === 'linux') t.true(peakBytes() - before < 200 * megabyte);
  t.is((await previewOf(client, await post(client, '^XA^FO1,1^FDafter^FS^XZ'))).status, 200);
});

test.serial('the previews of one organization let those of another one pass', async (t) => {
  const { client, threePl } = platform;
  const other = await platform.clientWith(threePl, granted);
  const slow = (index: number): string =>
    `^XA^FO${index},1^FDx^FS${'^FO9,9^FR^GB800,800,400^FS'.repeat(40)}^XZ`;
  const ids = await Promise.all(Array.from({ length: 6 }, (_, index) => post(client, slow(index))));
  const single = await post(other, '^XA^FO1,1^FDsingle^FS^XZ');
  const order: string[] = [];
  const ask = async (name: string, from: Client, id: string): Promise<void> => {
    await previewOf(from, id);
    order.push(name);
  };
  const many = ids.map((id) => ask('many', client, id));
  // Then the others are in line.
  await Promise.race(many);
  await ask('single', other, single);
  await Promise.all(many);
  t.true(order.indexOf('single') <= 3, order.join(' '));
});
