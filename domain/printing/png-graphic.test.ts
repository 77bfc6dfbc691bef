import { deflateSync } from 'node:zlib';
import test from 'ava';
import { pngAsZpl } from './png-graphic.ts';

type Dots = boolean[][];

/** A picture of these dots as PNG: its rows filtered by each filter in turn. */
function pngOf(dots: Dots, colour: number, depth: number): Buffer {
  const [width, height] = [dots[0]!.length, dots.length];
  const samples = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colour]!;
  const rowBytes = Math.ceil((width * depth * samples) / 8);
  const step = Math.max(1, (depth * samples) >> 3);
  const most = 2 ** depth - 1;
  // Dark is black, or opaque; light is white, or lets the paper through.
  const sampleOf = (isDark: boolean, at: number): number => {
    if (colour === 3) return isDark ? 1 : 0;
    const isAlpha = samples % 2 === 0 && at === samples - 1;
    if (isAlpha) return isDark ? most : 0;
    return samples % 2 === 0 || isDark ? 0 : most;
  };
  let above = Buffer.alloc(rowBytes);
  const rows = dots.map((row, y) => {
    const bytes = Buffer.alloc(rowBytes);
    row.forEach((isDark, x) => {
      for (let at = 0; at < samples; at += 1) {
        const value = sampleOf(isDark, at);
        const bit = (x * samples + at) * depth;
        if (depth === 16) bytes.writeUInt16BE(value, bit / 8);
        else bytes[bit >> 3]! |= value << (8 - depth - (bit & 7));
      }
    });
    const filter = y % 5;
    const told = Buffer.alloc(rowBytes);
    for (let at = 0; at < rowBytes; at += 1) {
      const [left, up, corner] = [bytes[at - step] ?? 0, above[at]!, above[at - step] ?? 0];
      const near = left + up - corner;
      const by = [left, up, corner].toSorted((one, other) => Math.abs(near - one) - Math.abs(near - other));
      told[at] = bytes[at]! - [0, left, up, (left + up) >> 1, by[0]!][filter]!;
    }
    above = bytes;
    return Buffer.concat([Buffer.from([filter]), told]);
  });
  const chunk = (name: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(name, 4, 'latin1');
    return Buffer.concat([head, data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(colour === 3 ? [chunk('PLTE', Buffer.from([255, 255, 0, 20, 20, 60]))] : []),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The dots that a printer makes of it. */
function dotsOf(zpl: string, width: number): Dots {
  const [, total, , rowBytes, data] = /\^GFA,(\d+),(\d+),(\d+),(.*)\^FS/.exec(zpl)!;
  const rows: string[] = [];
  let row = '';
  for (const sign of data!) {
    if (sign === ':') rows.push(rows.at(-1)!);
    else if (sign === ',') row = row.padEnd(2 * Number(rowBytes), '0');
    else row += sign;
    if (row.length === 2 * Number(rowBytes)) {
      rows.push(row);
      row = '';
    }
  }
  if (rows.length * Number(rowBytes) !== Number(total))
    throw new Error('It has not as many rows as it says.');
  return rows.map((hex) => {
    const bytes = Buffer.from(hex, 'hex');
    return Array.from({ length: width }, (_none, x) => ((bytes[x >> 3]! >> (7 - (x & 7))) & 1) === 1);
  });
}

const picture: Dots = Array.from({ length: 23 }, (_none, y) =>
  Array.from({ length: 37 }, (_nothing, x) => y !== 4 && y !== 5 && ((x * 7 + y * 13) % 5 < 2 || x === y)),
);

const kinds = [
  [0, 1],
  [0, 2],
  [0, 4],
  [0, 8],
  [0, 16],
  [2, 8],
  [2, 16],
  [3, 1],
  [3, 2],
  [3, 4],
  [3, 8],
  [4, 8],
  [6, 8],
  [6, 16],
] as const;

for (const [colour, depth] of kinds)
  test(`a PNG of colour type ${colour} and depth ${depth} is printed dot for dot`, (t) => {
    t.deepEqual(dotsOf(pngAsZpl(pngOf(picture, colour, depth))!, 37), picture);
  });

test('some kilobytes that unpack to the picture of a wall are no label', (t) => {
  const wall = pngOf([Array.from({ length: 8 }, () => false)], 6, 16);
  const [width, height] = [2_400, 4_800];
  wall.writeUInt32BE(width, 16);
  wall.writeUInt32BE(height, 20);
  const packed = deflateSync(Buffer.alloc((width * 8 + 1) * height));
  const data = Buffer.alloc(12 + packed.length);
  data.writeUInt32BE(packed.length);
  data.write('IDAT', 4, 'latin1');
  packed.copy(data, 8);
  // After the header's chunk.
  t.is(pngAsZpl(Buffer.concat([wall.subarray(0, 33), data])), undefined);
});

test('what is no PNG, cut off, or too large is no label', (t) => {
  const good = pngOf(picture, 0, 8);
  t.is(pngAsZpl(Buffer.from('%PDF-1.4')), undefined);
  t.is(pngAsZpl(good.subarray(0, 40)), undefined);
  t.is(pngAsZpl(good.subarray(0, good.length - 40)), undefined);
  const wide = Buffer.from(good);
  wide.writeUInt32BE(1_000_000, 16);
  t.is(pngAsZpl(wide), undefined);
  // It says that it has fewer rows than it holds: nothing is unpacked beyond what it says.
  const short = Buffer.from(good);
  short.writeUInt32BE(2, 20);
  t.is(pngAsZpl(short), undefined);
});
