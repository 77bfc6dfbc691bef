/** A file's small part that is told with each of its lines, or many parts of one: what is kept of a file is about as large. */
import test from 'ava';
import { lineSlices } from '../../domain/imports/line-slices.ts';
import { readCsv, type CsvLine } from '../../domain/imports/csv.ts';
import { readInvoices210 } from '../../domain/imports/invoices-210.ts';
import type { ImportKind } from '../../domain/imports/import-kinds.ts';
import { Refusal } from '../../domain/refusal.ts';
import { importColumns, linesOfSlice } from '../../queues/imports/imports.ts';
import { carrierInvoiceLine, itemLine } from '../../queues/imports/import-lines.ts';
import { checkedLine } from '../../workers/imports/checked-line.ts';
import { interchange } from '../transport/x12-210.ts';

interface Kept {
  bytes: number;
  largest: number;
  lines: number;
  bad: number;
}

async function kept(kind: ImportKind, batches: AsyncIterable<readonly CsvLine[]>): Promise<Kept> {
  const all: Kept = { bytes: 0, largest: 0, lines: 0, bad: 0 };
  for await (const slice of lineSlices(batches, linesOfSlice[kind])) {
    const bytes = slice.lines.length + (slice.problems?.length ?? 0);
    all.bytes += bytes;
    all.largest = Math.max(all.largest, bytes);
    all.lines += slice.line_count;
    all.bad += slice.bad_count;
  }
  return all;
}

const ofCsv = (kind: ImportKind, text: string): Promise<Kept> =>
  kept(kind, readCsv(text, importColumns[kind]));
const ofX12 = (set: readonly string[]): Promise<Kept> =>
  kept(
    'carrier_invoices',
    readInvoices210(interchange([set]), { account: 'Regio', carrier: 'REGO', isDryRun: false }),
  );

test('what a line contradicts is told in short', async (t) => {
  const rows = Array.from({ length: 200 }, (_, at) => `W,L${at},S,1,A,2026-01-01\n`).join('');
  const head = 'warehouse,location,sku,qty,lot_no,expiry_date\n';
  for (const length of [9_000, 1_000_000]) {
    const { bytes, lines } = await ofCsv('stock', `${head}W,L,S,1,A,${'x'.repeat(length)}\n${rows}`);
    t.is(lines, 201);
    t.true(bytes < 60_000, `of ${length} characters: ${bytes} bytes`);
  }
});

test('a cell of a million values, or of one as long, is a bad cell', async (t) => {
  for (const [column, cell] of [
    ['barcodes', `x|${'x|'.repeat(1_000_000)}x`],
    ['barcodes', '|'.repeat(4_000_000)],
    ['uoms', `${'a=1|'.repeat(1_000_000)}a=1`],
    ['hs_code', 'x'.repeat(4_000_000)],
  ]) {
    const read = await ofCsv('items', `sku,name,${column}\nA,A,x\nB,B,${cell}\n`);
    t.true(read.bytes < 1_000, `${column}: ${read.bytes} bytes`);
    t.true(read.bad > 0);
  }
  const usual = await ofCsv(
    'items',
    `sku,name,barcodes\nA,A,${Array.from({ length: 50 }, (_, at) => String(at).padEnd(128, 'x')).join('|')}\n`,
  );
  t.is(usual.bad, 0, 'the longest that an item takes');
  const repeated = await ofCsv('items', `sku,name,barcodes\nA,A,x\nB,B,${'x|'.repeat(4_000)}x\n`);
  t.true(repeated.bytes < 10_000, `${repeated.bytes} bytes`);
});

test('a line that breaks a rule in a long cell is answered with a short sentence', (t) => {
  const text = 'x'.repeat(9_000);
  for (const [schema, fields] of [
    [itemLine, { sku: 'A', name: 'A', hs_code: text, origin_country: text, customs_currency: text }],
    [carrierInvoiceLine, { currency: text }],
  ] as const) {
    const line = { place: 1, lineNo: 2, fields };
    const fault = t.throws(() => checkedLine(schema as never, line, { state: 'checking' } as never), {
      instanceOf: Refusal,
    });
    const said = fault.details as unknown as { message: string }[];
    t.true(said.length > 2);
    for (const { message } of said) t.true(message.length <= 1_000, `${message.length} characters`);
  }
});

test('CSV that cannot be read is refused in a short sentence', async (t) => {
  const fault = await t.throwsAsync(ofCsv('items', `sku,name\n${'x'.repeat(1_000_000)}"\n`), {
    instanceOf: Refusal,
  });
  t.regex(fault.message, /^csv cannot be read at line 2/);
  t.true(fault.message.length < 1_000, `${fault.message.length} characters`);
});

const charges = (count: number): string[] => Array.from({ length: count }, () => 'L1****1');
const long = 'x'.repeat(9_000);

test("what an invoice's lines share does not grow with them", async (t) => {
  for (const [what, set] of [
    ['number', [`B3**${long}*B*PP**20261120*5`, 'C3*USD', 'LX*1', 'N9*2I*Z', ...charges(2_000)]],
    ['day', [`B3**I*B*PP**${long}*5`, 'C3*USD', 'LX*1', 'N9*2I*Z', ...charges(2_000)]],
    ['currency', ['B3**I*B*PP**20261120*5', `C3*${long}`, 'LX*1', 'N9*2I*Z', ...charges(2_000)]],
    ['parcel', ['B3**I*B*PP**20261120*5', 'C3*USD', 'LX*1', `N9*2I*${long}`, ...charges(2_000)]],
    [
      'description',
      ['B3**I*B*PP**20261120*5', 'C3*USD', 'LX*1', 'N9*2I*Z', `L5*1*${long}`, ...charges(2_000)],
    ],
  ] as const) {
    const { bytes, lines, bad } = await ofX12(set);
    t.is(lines, 2_000);
    t.is(bad, 2_000, what);
    t.true(bytes < 1_000_000, `${what}: ${bytes} bytes`);
  }
});

test('a hundred thousand bad taxes of one line are a few problems of it', async (t) => {
  const taxes = Array.from({ length: 100_000 }, () => 'L1********TAX');
  const { bytes, lines, bad } = await ofX12([
    'B3**I*B*PP**20261120*5',
    'C3*USD',
    'LX*1',
    'N9*2I*Z',
    ...taxes,
  ]);
  t.is(lines, 1);
  t.is(bad, 1);
  t.true(bytes < 20_000, `${bytes} bytes`);
});
