import test from 'ava';
import { readCsv, type CsvColumns, type CsvLine } from './csv.ts';

const columns: CsvColumns = {
  required: { sku: 'text', qty: 'number' },
  optional: { fragile: 'flag', codes: 'list', uoms: 'factors' },
  key: ['sku'],
};

async function batchesOf(csv: string, given: CsvColumns): Promise<CsvLine[][]> {
  const batches: CsvLine[][] = [];
  for await (const batch of readCsv(csv, given)) batches.push(batch);
  return batches;
}

async function parseCsv(csv: string, given: CsvColumns): Promise<CsvLine[]> {
  return (await batchesOf(csv, given)).flat();
}

test('cells become values, and an empty one is none', async (t) => {
  const [line] = await parseCsv(
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

test('every bad line is named with its number and its problem', async (t) => {
  const lines = await parseCsv('sku,qty,fragile\nA,1,\nB,two,maybe\n\n,4,no\nA,5,no\nE,1e9,\n', columns);
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

test('a line with a cell too many is bad, one with cells too few is not', async (t) => {
  const lines = await parseCsv('sku,qty,fragile\nA,1\nB, 2,,\nC,3,no,x,y\n', columns);
  t.deepEqual(
    lines.map(({ line, problems }) => [line, problems.map(({ code, message }) => `${code}: ${message}`)]),
    [
      [2, []],
      [3, ['too_many_cells: the line has 4 cells, the header names 3 columns']],
      [4, ['too_many_cells: the line has 5 cells, the header names 3 columns']],
    ],
  );
});

test('a header that does not fit and text that is no CSV are refused', async (t) => {
  for (const [csv, code] of [
    ['sku,color\nA,red', 'unknown_column'],
    ['sku\nA', 'missing_column'],
    ['sku,qty,sku\nA,1,B', 'repeated_column'],
    ['sku,qty\n"A,1\n', 'syntax'],
    ['sku,qty\n', 'empty'],
    ['', 'empty'],
  ] as const) {
    const refusal = (await t.throwsAsync(parseCsv(csv, columns))) as unknown as {
      details: { code: string }[];
    };
    t.is(refusal.details[0]!.code, code, csv);
  }
});

test('a long file comes in batches, its lines numbered and compared through all of them', async (t) => {
  const body = Array.from({ length: 20_000 }, (_, index) => `"SKU\n${index}",${index}`).join('\n');
  let turns = 0;
  const turn = setInterval(() => (turns += 1), 0);
  const batches = await batchesOf(`sku,qty\n${body}\n"SKU\n7",1\n`, columns);
  clearInterval(turn);
  t.true(batches.length > 5 && turns > 5, `${batches.length} batches, ${turns} turns of others in between`);
  const lines = batches.flat();
  t.is(lines.length, 20_001);
  t.deepEqual(lines[12_345]!.fields, { sku: 'SKU\n12345', qty: 12_345 });
  t.deepEqual(
    lines.filter(({ problems }) => problems.length > 0).map(({ problems }) => problems[0]!.code),
    ['repeated'],
  );
});
