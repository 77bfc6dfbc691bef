import test from 'ava';
import { parseCsv, type CsvColumns } from './csv.ts';

const columns: CsvColumns = {
  required: { sku: 'text', qty: 'number' },
  optional: { fragile: 'flag', codes: 'list', uoms: 'factors' },
  key: ['sku'],
};

test('cells become values, and an empty one is none', (t) => {
  const [line] = parseCsv(
    '\uFEFFSKU,qty,fragile,codes,uoms\n"A, ""1""",2.5,yes,x|y,CS=12|PAL=480\n',
    columns,
  );
  t.deepEqual(line, {
    line: 2,
    fields: {
      sku: 'A, "1"',
      qty: 2.5,
      fragile: true,
      codes: ['x', 'y'],
      uoms: [
        { uom: 'CS', factor: 12 },
        { uom: 'PAL', factor: 480 },
      ],
    },
    problems: [],
  });
});

test('every bad line is named with its number and its problem', (t) => {
  const lines = parseCsv('sku,qty,fragile\nA,1,\nB,two,maybe\n\n,4,no\nA,5,no\nE,1e9,\n', columns);
  t.deepEqual(
    lines.map(({ line, problems }) => [line, problems.map(({ path, code }) => `${path} ${code}`)]),
    [
      [2, []],
      [3, ['qty type', 'fragile type']],
      [5, ['sku required']],
      [6, ['sku repeated']],
      [7, ['qty type']],
    ],
  );
});

test('a line with a cell too many is bad, one with cells too few is not', (t) => {
  const lines = parseCsv('sku,qty,fragile\nA,1\nB, 2,,\nC,3,no,x,y\n', columns);
  t.deepEqual(
    lines.map(({ line, problems }) => [line, problems.map(({ code, message }) => `${code}: ${message}`)]),
    [
      [2, []],
      [3, ['too_many_cells: the line has 4 cells, the header names 3 columns']],
      [4, ['too_many_cells: the line has 5 cells, the header names 3 columns']],
    ],
  );
});

test('a header that does not fit and text that is no CSV are refused', (t) => {
  for (const [csv, code] of [
    ['sku,color\nA,red', 'unknown_column'],
    ['sku\nA', 'missing_column'],
    ['sku,qty,sku\nA,1,B', 'repeated_column'],
    ['sku,qty\n"A,1\n', 'syntax'],
    ['sku,qty\n', 'empty'],
    ['', 'empty'],
  ] as const) {
    const refusal = t.throws(() => parseCsv(csv, columns)) as unknown as { details: { code: string }[] };
    t.is(refusal.details[0]!.code, code, csv);
  }
});
