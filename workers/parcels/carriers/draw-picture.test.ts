import { setTimeout as pause } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import test from 'ava';
import { pictureHeightMax, pictureWidthMax, pngAsZpl } from '../../../domain/printing/png-graphic.ts';
import { pictureAsZpl } from './draw-picture.ts';

const chunk = (name: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, data, Buffer.alloc(4)]);
};

/** The most dots there may be, each row told by the dearest filter. */
function largest(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pictureWidthMax);
  header.writeUInt32BE(pictureHeightMax, 4);
  header.set([8, 0], 8);
  const rows = Buffer.alloc((pictureWidthMax + 1) * pictureHeightMax);
  for (let at = 0; at < rows.length; at += 1) rows[at] = (at * 31) & 0xff;
  for (let y = 0; y < pictureHeightMax; y += 1) rows[y * (pictureWidthMax + 1)] = 4;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test.serial('a thread that ends takes the picture with it that it drew, and no other', async (t) => {
  process.once('worker', (thread) => thread.once('online', () => void thread.terminate()));
  const wide = largest();
  const drawn = await Promise.all([pictureAsZpl(wide), pictureAsZpl(wide)]);
  t.deepEqual(drawn, [undefined, pngAsZpl(wide)]);
});

test('the largest pictures are drawn while others run, each as it is', async (t) => {
  const [wide, none] = [largest(), Buffer.from('%PDF-1.4')];
  let drawn: (string | undefined)[] | undefined;
  void Promise.all([pictureAsZpl(wide), pictureAsZpl(none), pictureAsZpl(wide.subarray(0, 400))]).then(
    (all) => (drawn = all),
  );
  let turns = 0;
  for (; !drawn; turns += 1) await pause(1);
  t.true(turns >= 20, `${turns} turns of others`);
  t.deepEqual(drawn, [pngAsZpl(wide), undefined, undefined]);
  t.true(drawn[0]!.length > 1_000_000);
});
