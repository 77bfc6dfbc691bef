/** Reads CSV line by line: checks the header against the known columns, and lines against each other. */
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse, type Parser } from 'csv-parse';
import { cutText } from '../cut-text.ts';
import { invalid, type ValidationProblem } from '../refusal.ts';
import { BadCell, cellCharactersMax, readCell, type CellKind } from './csv-cells.ts';
import { separatorOf, textSlices, type Separator } from './csv-text.ts';

export interface CsvColumns {
  required: Readonly<Record<string, CellKind>>;
  optional: Readonly<Record<string, CellKind>>;
  /** The columns that identify a record; a second line with the same values is reported as a problem. None: lines may be alike. */
  key: readonly string[];
  /** What a cell of the key means when it is empty. */
  usual?: Readonly<Record<string, string>>;
  /** A list of which each value, under its name, belongs to one record of those with the same cell in `within`. */
  own?: { list: string; within: string; nameOf: (value: string) => string };
  /** Cells that lines with the same cells in `by` may not contradict each other in. */
  agree?: { by: readonly string[]; on: readonly string[]; code: string };
  /** Lines with the same cells in these are parts of one record, which is written as a whole. */
  whole?: readonly string[];
}

export interface CsvLine {
  /** The line in the file; the header is line 1. */
  line: number;
  fields: Record<string, unknown>;
  problems: ValidationProblem[];
  /** The record it is a part of, if there may be others. */
  partOf?: string;
}

/** How the cells of a file are read. */
interface Reading {
  columns: CsvColumns;
  kinds: Record<string, CellKind>;
  /** A file with another separator uses the comma as its decimal sign. */
  isCommaFree: boolean;
  /** The line each record, value of its own and agreed cell was first seen on, with what that cell says. */
  seen: Map<string, { line: number; says: string }>;
}

const linesMax = 100_000;

/**
 * Yields lines in batches so that other work can run in between: a file of 100,000 lines takes seconds in all. Cells
 * are separated by commas, semicolons or tabs, as in the header. Refuses 400 for a header that does not match and for
 * invalid CSV, with the line; everything else is reported per line.
 */
export async function* readCsv(
  csv: string | Uint8Array,
  columns: CsvColumns,
  charset?: string,
): AsyncGenerator<CsvLine[]> {
  const slices = textSlices(csv, charset);
  const first = slices.next().value ?? '';
  const separator = separatorOf(first);
  const kinds = { ...columns.required, ...columns.optional };
  const reading: Reading = { columns, kinds, isCommaFree: separator !== ',', seen: new Map() };
  const parser = parserOf(separator, (header) => checkHeader(header, columns, kinds));
  let count = 0;
  for await (const records of readRecords(parser, first, slices)) {
    count += records.length;
    if (count > linesMax) throw invalid('csv', 'too_many_lines', `csv has more than ${linesMax} lines`);
    yield records.map((parsed) => checkedLine(parsed, reading));
  }
  if (count === 0) throw invalid('csv', 'empty', 'csv has no lines below its header');
}

function checkedLine({ record, info }: Parsed, reading: Reading): CsvLine {
  const { columns } = reading;
  const line = readLine(info.lines, record, reading);
  const cells = info.error?.record?.length ?? 0;
  // An unquoted comma shifts every cell after it by a column, so the surplus is not simply the last cell.
  if (cells > info.columns.length) {
    const message = `the line has ${cells} cells, the header names ${info.columns.length} columns`;
    line.problems.push(problem('csv', 'too_many_cells', message));
  }
  const cellOf = (name: string): string => record[name] || (columns.usual?.[name] ?? '');
  if (columns.whole) line.partOf = nameOf(columns.whole.map(cellOf));
  const key = columns.key.length > 0 && ['key', ...columns.key.map(cellOf)];
  // A bad line is no record: what corrects it may stand below.
  const isBad = line.problems.length > 0;
  const earlier = key && (isBad ? reading.seen.get(nameOf(key)) : firstSeen(reading, key, info.lines));
  if (earlier) {
    const message = `the same record is on line ${earlier.line}`;
    line.problems.push(problem(columns.key.join(', '), 'repeated', message));
  }
  // What is not applied stands in nobody's way.
  if (line.problems.length === 0) line.problems.push(...contradictions(reading, line, cellOf));
  return line;
}

const nameOf = (cells: readonly string[]): string => cells.join('\u001F');

/** What was first seen under a name; undefined when this is the first. */
function firstSeen(
  { seen }: Reading,
  name: readonly string[],
  line: number,
  says = '',
): { line: number; says: string } | undefined {
  const key = nameOf(name);
  const earlier = seen.get(key);
  if (!earlier) seen.set(key, { line, says });
  return earlier;
}

/**
 * What a line says against an earlier one. Checking does a slice at a time and takes it back, so it would not see what lies
 * in another slice, and the file would be applied in part.
 */
function contradictions(
  reading: Reading,
  { line, fields }: CsvLine,
  cellOf: (name: string) => string,
): ValidationProblem[] {
  const { own, agree } = reading.columns;
  const problems: ValidationProblem[] = [];
  for (const value of own ? ((fields[own.list] ?? []) as string[]) : []) {
    const name = own!.nameOf(value);
    const earlier = firstSeen(reading, ['own', cellOf(own!.within), name], line);
    if (earlier && earlier.line !== line)
      problems.push(problem(own!.list, 'DUPLICATE', `${shown(name)} is on line ${earlier.line} already`));
  }
  for (const name of agree?.on ?? []) {
    const says = cellOf(name);
    if (says === '') continue;
    const earlier = firstSeen(reading, ['agree', name, ...agree!.by.map(cellOf)], line, says);
    if (earlier && earlier.says !== says)
      problems.push(problem(name, agree!.code, `${name} is ${shown(earlier.says)} on line ${earlier.line}`));
  }
  return problems;
}

interface Parsed {
  record: Record<string, string>;
  info: { lines: number; columns: readonly unknown[]; error?: { record?: readonly string[] } };
}

function parserOf(separator: Separator, checked: (header: string[]) => string[]): Parser {
  return parse({
    bom: true,
    columns: checked,
    delimiter: separator,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
  });
}

async function* readRecords(
  parser: Parser,
  first: string,
  others: Iterable<string>,
): AsyncGenerator<Parsed[]> {
  let fault: unknown;
  const records: Parsed[] = [];
  parser.on('data', (parsed: Parsed) => records.push(parsed)).on('error', (found) => (fault = found));
  const write = (text: string): Promise<void> =>
    new Promise((resolve) => {
      parser.write(text, () => resolve());
    });
  await write(first);
  for (const text of others) {
    if (fault) break;
    await setImmediate();
    if (records.length > 0) yield records.splice(0);
    await write(text);
  }
  if (!fault) {
    parser.end();
    await finished(parser).catch(() => {});
  }
  if (records.length > 0 && !fault) yield records.splice(0);
  if (fault) throw fault instanceof CsvError ? syntaxRefusal(fault) : fault;
}

function syntaxRefusal(fault: CsvError): Error {
  const { lines = 1, column } = fault as { lines?: number; column?: string | number | null };
  const place = typeof column === 'string' ? `line ${lines}, column ${column}` : `line ${lines}`;
  return invalid('csv', 'syntax', `csv cannot be read at ${place}: ${cutText(fault.message, 300)}`);
}

/** As much of what the file says as a sentence has room for. */
const shown = (text: string): string => cutText(text, 60);

function checkHeader(header: string[], columns: CsvColumns, kinds: Record<string, CellKind>): string[] {
  const names = header.map((name) => name.toLowerCase());
  const known = Object.keys(kinds).join(', ');
  const strange = names.findIndex((name) => !Object.hasOwn(kinds, name));
  if (strange !== -1) {
    const message = `csv has a column ${shown(names[strange]!) || '(empty)'}, its ${strange + 1}. from the left; known are ${known}`;
    throw invalid('csv', 'unknown_column', message);
  }
  const missing = Object.keys(columns.required).filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw invalid('csv', 'missing_column', `csv lacks the column ${missing.join(', ')}; known are ${known}`);
  if (new Set(names).size < names.length) throw invalid('csv', 'repeated_column', 'csv names a column twice');
  return names;
}

function readLine(
  line: number,
  record: Record<string, string>,
  { kinds, columns, isCommaFree }: Reading,
): CsvLine {
  const fields: Record<string, unknown> = {};
  const problems: ValidationProblem[] = [];
  for (const [name, kind] of Object.entries(kinds)) {
    const text = record[name] ?? '';
    if (text === '') {
      if (Object.hasOwn(columns.required, name)) problems.push(problem(name, 'required', `${name} is empty`));
      continue;
    }
    if (text.length > cellCharactersMax) {
      const message = `${name} is longer than ${cellCharactersMax} characters`;
      problems.push(problem(name, 'too_long', message));
      continue;
    }
    if (text.includes('\u0000')) {
      problems.push(problem(name, 'text_unstorable', `${name} contains a NUL`));
      continue;
    }
    const value = readCell(kind, text, isCommaFree);
    if (value instanceof BadCell) problems.push(problem(name, value.code, `${name} ${value.words}`));
    else fields[name] = value;
  }
  return { line, fields, problems };
}

function problem(path: string, code: string, message: string): ValidationProblem {
  return { path, code, message };
}
