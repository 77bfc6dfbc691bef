import test from 'ava';
import { readCsv, type CsvColumns, type CsvLine } from './csv.ts';

const columns: CsvColumns = {
  required: { sku: 'text', qty: 'number' },
  optional: { fragile: 'flag', codes: 'list', uoms: 'factors', weight: 'measure' },
  key: ['sku'],
};

type File = string | Uint8Array;

async function batchesOf(csv: File, given: CsvColumns, charset?: string): Promise<CsvLine[][]> {
  const batches: CsvLine[][] = [];
  for await (const batch of readCsv(csv, given, charset)) batches.push(batch);
  return batches;
}

async function parseCsv(csv: File, given: CsvColumns, charset?: string): Promise<CsvLine[]> {
  return (await batchesOf(csv, given, charset)).flat();
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

test('a bad line is no record, so that what corrects it may stand below', async (t) => {
  const lines = await parseCsv('sku,qty,fragile\nA,two,\nA,2,\nA,three,\nA,3,constructor\n', columns);
  t.deepEqual(
    lines.map(({ problems }) => problems.map(({ path, code }) => `${path} ${code}`)),
    [['qty type'], [], ['qty type', 'sku repeated'], ['fragile type', 'sku repeated']],
  );
});

test('a row of separators is an empty line', async (t) => {
  const lines = await parseCsv('sku;qty;fragile\nA;1;\n;;\n ; ;;;\nB;2;\n;;\n', columns);
  t.deepEqual(
    lines.map(({ line, problems }) => [line, problems]),
    [
      [2, []],
      [5, []],
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

test('cells stand between commas, semicolons or tabs, as the header has them', async (t) => {
  for (const csv of [
    'sku,qty,fragile\n"A, B;\tC",2.5,yes\n',
    'sku;qty;fragile\r\n"A, B;\tC";2,5;yes\r\n',
    '\n\nsku\tqty\tfragile\n"A, B;\tC"\t2,5\tyes\n',
    '"sku";"qty";fragile\n"A, B;\tC";2.5;yes',
  ]) {
    const [line] = await parseCsv(csv, columns);
    t.deepEqual(line!.fields, { sku: 'A, B;\tC', qty: 2.5, fragile: true }, csv);
    t.deepEqual(line!.problems, [], csv);
  }
  const [thousands] = await parseCsv('sku;qty\nA;1.234,5\n', columns);
  t.deepEqual(
    thousands!.problems.map(({ path, code }) => `${path} ${code}`),
    ['qty type'],
  );
});

test('thousands are not taken for decimals where a comma may be the decimal sign', async (t) => {
  const read = async (separator: string, ...cells: string[]) => {
    const [line] = await parseCsv(
      [
        ['sku', 'qty', 'uoms', 'weight'],
        ['A', ...cells],
      ]
        .map((row) => row.join(separator))
        .join('\n'),
      columns,
    );
    const { fields, problems } = line!;
    return problems.length > 0
      ? problems.map(({ path, code }) => `${path} ${code}`)
      : [fields['qty'], fields['uoms'], fields['weight']];
  };
  const cases = (factor: number) => [{ uom: 'CS', factor }];
  t.deepEqual(await read(';', '1.234', 'CS=12', '1,234'), ['qty ambiguous']);
  t.deepEqual(await read('\t', '1,234', 'CS=12|PAL=1.000', '1,234'), ['qty ambiguous', 'uoms ambiguous']);
  t.deepEqual(await read(';', '1234', 'CS=1,5', '1,234'), [1234, cases(1.5), 1.234]);
  t.deepEqual(await read(';', '1.2340', 'CS=0,125', '12.345'), [1.234, cases(0.125), 12.345]);
  t.deepEqual(await read(',', '1.234', 'CS=12', '1.234'), [1.234, cases(12), 1.234]);
  const [line] = await parseCsv('sku;qty\nA;1.234\n', columns);
  t.is(
    line!.problems[0]!.message,
    'qty may be read in two ways: write 1234, or 1.2340 if those are decimals',
  );
});

test('bytes are UTF-8 with or without a mark, UTF-16 with one, or what their sender says', async (t) => {
  const text = 'sku;qty\nGrün – 5 €;1\n';
  for (const [bytes, charset] of [
    [Buffer.from(text), undefined],
    [Buffer.from(`\uFEFF${text}`), undefined],
    [Buffer.from(`\uFEFF${text}`, 'utf16le'), undefined],
    [Buffer.from('sku;qty\nGr\u00FCn \u0096 5 \u0080;1\n', 'latin1'), 'Windows-1252'],
  ] as const) {
    const [line] = await parseCsv(bytes, columns, charset);
    t.deepEqual(line!.fields, { sku: 'Grün – 5 €', qty: 1 }, charset);
  }
});

test('a character that slices part is one character', async (t) => {
  const body = Array.from({ length: 9_000 }, (_, index) => `${'€'.repeat(1 + (index % 7))}${index},1`);
  const lines = await parseCsv(Buffer.from(`sku,qty\n${body.join('\n')}`), columns);
  t.deepEqual(
    lines.map(({ fields }) => `${String(fields['sku'])},1`),
    body,
  );
});

test('so is one of two halves, in a text of several slices', async (t) => {
  const smiles = '😀'.repeat(4_000);
  for (const before of ['x', 'xy']) {
    const rows = Array.from({ length: 6 }, () => `${before}${smiles},1\n`).join('');
    for (const { fields } of await parseCsv(`sku,qty\n${rows}`, columns))
      t.true(fields['sku'] === `${before}${smiles}`, before);
  }
});

test('bytes that are no text are refused with their line, a charset with those that are known', async (t) => {
  const filler = 'A,1\n'.repeat(20_000);
  const bytes = Buffer.concat([
    Buffer.from(`sku,qty\n${filler}B,1\n`),
    Buffer.from([0x47, 0xfc, 0x2c, 0x31]),
  ]);
  const encoding = await t.throwsAsync(parseCsv(bytes, columns));
  t.regex(encoding.message, /^csv is not UTF-8 on line 20003: /);
  const charset = await t.throwsAsync(parseCsv(Buffer.from('sku,qty'), columns, 'koi8-r'));
  t.regex(charset.message, /known are utf-8/);
  const [line] = await parseCsv(Buffer.from('sku,qty\nA\0B,1\n'), columns);
  t.is(line!.problems[0]!.code, 'text_unstorable');
});

test('a refusal names line and column', async (t) => {
  for (const [csv, words] of [
    ['sku,qty\nA,1\n"B"C,1\n', /at line 3, column sku/],
    ['sku,qty,colour\nA,1,red\n', /a column colour, its 3\. from the left/],
  ] as const)
    t.regex((await t.throwsAsync(parseCsv(csv, columns))).message, words);
});
