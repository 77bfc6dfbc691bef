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
