/** Reads CSV line by line: the header held against the columns that are known, cells turned into values. */
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { isShownExactly } from '../decimal.ts';
import { invalid, type ValidationProblem } from '../refusals.ts';

/** How a cell is read. An empty cell is no value at all. `list` separates by |, `factors` reads CS=12|PAL=480. */
export type CellKind = 'text' | 'number' | 'flag' | 'list' | 'factors';

export interface CsvColumns {
  required: Readonly<Record<string, CellKind>>;
  optional: Readonly<Record<string, CellKind>>;
  /** The columns that tell one record from another; a second line with the same is a problem of that line. */
  key: readonly string[];
}

export interface CsvLine {
  /** The line of the file, the header being line 1. */
  line: number;
  fields: Record<string, unknown>;
  problems: ValidationProblem[];
}

const linesMax = 100_000;
// Read at once, some ten milliseconds' work.
const sliceCharacters = 32 * 1024;

/**
 * Lines in batches as they are read, other work coming in between: a file of 100,000 lines takes seconds in all. Refuses
 * 400 for a header that does not fit and for text that is no CSV, with the line; all else is told per line.
 */
export async function* readCsv(csv: string, columns: CsvColumns): AsyncGenerator<CsvLine[]> {
  const kinds = { ...columns.required, ...columns.optional };
  const seen = new Map<string, number>();
  let count = 0;
  for await (const records of readRecords(csv, (header) => checkHeader(header, columns, kinds))) {
    count += records.length;
    if (count > linesMax) throw invalid('csv', 'too_many_lines', `csv has more than ${linesMax} lines`);
    yield records.map((parsed) => checkedLine(parsed, kinds, columns, seen));
  }
  if (count === 0) throw invalid('csv', 'empty', 'csv has no lines below its header');
}

function checkedLine(
  { record, info }: Parsed,
  kinds: Record<string, CellKind>,
  columns: CsvColumns,
  seen: Map<string, number>,
): CsvLine {
  const line = readLine(info.lines, record, kinds, columns);
  const cells = info.error?.record?.length ?? 0;
  // A comma that nobody quoted moves all that follows by a column: what is cut off then is not the last cell's.
  if (cells > info.columns.length) {
    const message = `the line has ${cells} cells, the header names ${info.columns.length} columns`;
    line.problems.push(problem('csv', 'too_many_cells', message));
  }
  const key = columns.key.map((name) => record[name] ?? '').join('\u001F');
  const earlier = seen.get(key);
  if (earlier === undefined) seen.set(key, info.lines);
  else {
    const message = `the same record is on line ${earlier}`;
    line.problems.push(problem(columns.key.join(', '), 'repeated', message));
  }
  return line;
}

interface Parsed {
  record: Record<string, string>;
  info: { lines: number; columns: readonly unknown[]; error?: { record?: readonly string[] } };
}

async function* readRecords(csv: string, checked: (header: string[]) => string[]): AsyncGenerator<Parsed[]> {
  const parser = parse({
    bom: true,
    columns: checked,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
  let fault: unknown;
  const records: Parsed[] = [];
  parser.on('data', (parsed: Parsed) => records.push(parsed)).on('error', (found) => (fault = found));
  for (let at = 0; at < csv.length && !fault; at += sliceCharacters) {
    await new Promise<void>((resolve) => {
      parser.write(csv.slice(at, at + sliceCharacters), () => resolve());
    });
    await setImmediate();
    if (records.length > 0) yield records.splice(0);
  }
  if (!fault) {
    parser.end();
    await finished(parser).catch(() => {});
    if (records.length > 0) yield records.splice(0);
  }
  if (!fault) return;
  if (!(fault instanceof CsvError)) throw fault;
  const line = (fault as { lines?: number }).lines ?? 1;
  throw invalid('csv', 'syntax', `csv cannot be read at line ${line}: ${fault.message}`);
}

function checkHeader(header: string[], columns: CsvColumns, kinds: Record<string, CellKind>): string[] {
  const names = header.map((name) => name.toLowerCase());
  const known = Object.keys(kinds).join(', ');
  const strange = names.find((name) => !Object.hasOwn(kinds, name));
  if (strange !== undefined)
    throw invalid('csv', 'unknown_column', `csv has a column ${strange || '(empty)'}; known are ${known}`);
  const missing = Object.keys(columns.required).filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw invalid('csv', 'missing_column', `csv lacks the column ${missing.join(', ')}; known are ${known}`);
  if (new Set(names).size < names.length) throw invalid('csv', 'repeated_column', 'csv names a column twice');
  return names;
}

function readLine(
  line: number,
  record: Record<string, string>,
  kinds: Record<string, CellKind>,
  columns: CsvColumns,
): CsvLine {
  const fields: Record<string, unknown> = {};
  const problems: ValidationProblem[] = [];
  for (const [name, kind] of Object.entries(kinds)) {
    const text = record[name] ?? '';
    if (text === '') {
      if (Object.hasOwn(columns.required, name)) problems.push(problem(name, 'required', `${name} is empty`));
      continue;
    }
    const value = readCell(kind, text);
    if (value === undefined) problems.push(problem(name, 'type', `${name} cannot be read as ${words[kind]}`));
    else fields[name] = value;
  }
  return { line, fields, problems };
}

const words: Record<CellKind, string> = {
  text: 'text',
  number: 'a number',
  flag: 'yes or no',
  list: 'a list',
  factors: 'units with factors, CS=12|PAL=480',
};

const flags: Record<string, boolean> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
};

function readCell(kind: CellKind, text: string): unknown {
  if (kind === 'text') return text;
  if (kind === 'number') return readNumber(text);
  if (kind === 'flag') return flags[text.toLowerCase()];
  const parts = text.split('|').map((part) => part.trim());
  if (kind === 'list') return parts;
  const factors = parts.map((part) => {
    const [uom, factor] = part.split('=');
    return { uom: uom!.trim(), factor: readNumber(factor?.trim() ?? '') };
  });
  return factors.some(({ factor }) => factor === undefined) ? undefined : factors;
}

function readNumber(text: string): number | undefined {
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) && isShownExactly(text) ? Number(text) : undefined;
}

function problem(path: string, code: string, message: string): ValidationProblem {
  return { path, code, message };
}
