import test from 'ava';
import type { CsvLine } from './csv.ts';
import { lineSlices, type LineSlice } from './line-slices.ts';

async function slicesOf(batches: readonly CsvLine[][], size: number): Promise<LineSlice[]> {
  async function* given(): AsyncGenerator<CsvLine[]> {
    yield* batches;
  }
  const slices: LineSlice[] = [];
  for await (const slice of lineSlices(given(), size)) slices.push(slice);
  return slices;
}

const line = (at: number, isBad = false): CsvLine => ({
  line: at,
  fields: { sku: `S${at}` },
  problems: isBad ? [{ path: 'sku', code: 'type', message: 'bad' }] : [],
});

test('slices have their size whatever the batches were, the last one what is left', async (t) => {
  const lines = Array.from({ length: 25 }, (_, index) => line(index + 2));
  for (const cut of [1, 7, 10, 25]) {
    const batches = Array.from({ length: Math.ceil(25 / cut) }, (_, at) =>
      lines.slice(at * cut, (at + 1) * cut),
    );
    const slices = await slicesOf(batches, 10);
    t.deepEqual(
      slices.map(({ first_line, last_line, line_count }) => [first_line, last_line, line_count]),
      [
        [2, 11, 10],
        [12, 21, 10],
        [22, 26, 5],
      ],
    );
    t.deepEqual(
      slices.flatMap((slice) => (JSON.parse(slice.lines) as { line_no: number }[]).map((one) => one.line_no)),
      lines.map((one) => one.line),
    );
  }
  t.is((await slicesOf([lines.slice(0, 20)], 10)).length, 2);
  t.deepEqual(await slicesOf([], 10), []);
});

test('a bad line is counted in its slice and kept with its problems beside the good ones', async (t) => {
  const [slice, ...others] = await slicesOf([[line(2), line(3, true), line(4)]], 10);
  t.deepEqual(others, []);
  t.like(slice, { first_line: 2, last_line: 4, line_count: 3, bad_count: 1 });
  t.deepEqual(JSON.parse(slice!.lines), [
    { line_no: 2, fields: { sku: 'S2' } },
    { line_no: 4, fields: { sku: 'S4' } },
  ]);
  t.deepEqual(JSON.parse(slice!.problems!), [
    { line_no: 3, problems: [{ path: 'sku', code: 'type', message: 'bad' }] },
  ]);
});

const part = (at: number, of: string): CsvLine => ({ ...line(at), partOf: of });
const endsOf = (slices: readonly LineSlice[]): number[] => slices.map(({ last_line: last }) => last);

test('a slice ends where a record does, and a part of one that was done is a problem', async (t) => {
  const lines = [part(2, 'A'), part(3, 'B'), part(4, 'B'), part(5, 'C'), part(6, 'C'), part(7, 'B')];
  for (const batches of [[lines], lines.map((one) => [one])]) {
    const fresh = batches.map((batch) => batch.map((one) => ({ ...one, problems: [] })));
    const slices = await slicesOf(fresh, 2);
    t.deepEqual(endsOf(slices), [2, 4, 6, 7]);
    t.deepEqual(
      slices.map(({ bad_count: bad }) => bad),
      [0, 0, 0, 1],
    );
    t.is(JSON.parse(slices[3]!.problems!)[0].line_no, 7);
  }
});

test('a record of more parts than two slices have lines is cut', async (t) => {
  const lines = Array.from({ length: 9 }, (_, at) => part(at + 2, 'A'));
  const slices = await slicesOf([lines], 2);
  t.deepEqual(endsOf(slices), [3, 5, 7, 10]);
  t.is(
    slices.reduce((bad, { bad_count: count }) => bad + count, 0),
    7,
  );
});

test('a record of up to twice the size is whole, wherever in the file it lies', async (t) => {
  for (const [counts, ends] of [
    [
      [24, 27],
      [24, 51],
    ],
    [
      [50, 1],
      [50, 51],
    ],
    [
      [1, 50, 30, 20],
      [1, 51, 81, 101],
    ],
  ] as const) {
    const lines = counts.flatMap((count, of) => Array.from({ length: count }, () => `R${of}`));
    const parts = lines.map((of, at) => part(at + 1, of));
    for (const batches of [[parts], parts.map((one) => [one])]) {
      const slices = await slicesOf(
        batches.map((batch) => batch.map((one) => ({ ...one, problems: [] }))),
        25,
      );
      t.deepEqual(endsOf(slices), ends);
      t.true(slices.every(({ bad_count: bad }) => bad === 0));
    }
  }
});
