import test from 'ava';
import { judgeLogo } from './logo.ts';

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};
const frame = (marker: number, channels: number, depth = 8): Buffer =>
  segment(
    marker,
    Buffer.from([depth, 0, 10, 0, 10, channels, ...Array.from({ length: channels * 3 }, () => 1)]),
  );
const jpeg = (...segments: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments, Buffer.alloc(20, 1), Buffer.from([0xff, 0xd9])]);

test('a JPEG picture is a logo when it can be drawn on paper', (t) => {
  const tables = segment(0xc4, Buffer.alloc(9));
  for (const bytes of [
    jpeg(tables, frame(0xc0, 3)),
    jpeg(frame(0xc1, 1)),
    jpeg(segment(0xe0, Buffer.alloc(14)), frame(0xc2, 4)),
  ])
    t.deepEqual(judgeLogo(bytes), { ok: true, type: 'image/jpeg' });
});

test('one that would leave every paper undrawn, or its PDF broken, is none', (t) => {
  for (const [bytes, why] of [
    // What the drawing library takes for the frame has a height of 0.
    [jpeg(segment(0xcc, Buffer.alloc(9)), frame(0xc0, 3)), /neither baseline nor progressive/],
    [jpeg(segment(0xc8, Buffer.alloc(9)), frame(0xc0, 3)), /neither baseline nor progressive/],
    [jpeg(frame(0xc3, 3)), /neither baseline nor progressive/],
    [jpeg(frame(0xc9, 3)), /neither baseline nor progressive/],
    [jpeg(frame(0xc0, 2)), /neither grey nor in colour/],
    [jpeg(frame(0xc0, 0)), /neither grey nor in colour/],
    [jpeg(frame(0xc0, 3, 12)), /neither grey nor in colour/],
    [jpeg(), /./],
  ] as const) {
    const verdict = judgeLogo(bytes);
    t.false(verdict.ok);
    if (!verdict.ok) t.regex(verdict.why, why);
  }
});
