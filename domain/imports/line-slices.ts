/**
 * Cuts the lines of a file into slices: each is what one transaction works on, stored as one row instead of one per
 * line.
 */
import type { ValidationProblem } from '../refusal.ts';
import type { CsvLine } from './csv.ts';

/** Consecutive lines of the file. */
export interface LineSlice {
  first_line: number;
  last_line: number;
  /** How many lines it has, including those that could not be read. */
  line_count: number;
  bad_count: number;
  /** The lines that could be read, as JSON text: a list of `line_no` and `fields`. */
  lines: string;
  /** The lines that could not, as JSON text: a list of `line_no` and `problems`; null if there are none. */
  problems: string | null;
}

/**
 * Slices of at most `size` lines, twice as many for one long record; the last one has the rest. One ends behind the last part of a record, since what a transaction
 * does not see it cannot hold against the others; a part that comes after that is a problem.
 */
export async function* lineSlices(
  batches: AsyncIterable<readonly CsvLine[]>,
  size: number,
): AsyncGenerator<LineSlice> {
  const gathered: CsvLine[] = [];
  const done = new Set<string>();
  const next = (count: number): LineSlice => {
    const lines = gathered.splice(0, count);
    for (const { partOf, problems } of lines)
      if (partOf !== undefined && done.has(partOf) && problems.length === 0) problems.push(apart);
    for (const { partOf } of lines) if (partOf !== undefined) done.add(partOf);
    return sliceOf(lines);
  };
  for await (const batch of batches) {
    gathered.push(...batch);
    for (let end = endOf(gathered, size); end !== undefined; end = endOf(gathered, size)) yield next(end);
  }
  if (gathered.length > 0) yield next(gathered.length);
}

const apart: ValidationProblem = {
  path: 'csv',
  code: 'apart',
  message: 'other lines of the same record are far above; put them one below the other',
};

/**
 * Where the first slice ends: behind the last whole record that it has room for; a record that is longer has it alone.
 * Undefined while more lines may tell.
 */
function endOf(lines: readonly CsvLine[], size: number): number | undefined {
  if (lines.length < size) return undefined;
  const isEnd = (at: number): boolean => {
    const { partOf } = lines[at - 1]!;
    return partOf === undefined || (at < lines.length && lines[at]!.partOf !== partOf);
  };
  if (isEnd(size)) return size;
  if (lines.length === size) return undefined;
  for (let at = size - 1; at > 0; at -= 1) if (isEnd(at)) return at;
  for (let at = size + 1; at <= 2 * size && at <= lines.length; at += 1) if (isEnd(at)) return at;
  // No record has as many parts: among these are some that are refused.
  return lines.length > 2 * size ? size : undefined;
}

// Of one line. What is wrong with it more often is told once it was corrected.
const problemsMax = 100;

function sliceOf(all: readonly CsvLine[]): LineSlice {
  const good = all.filter(({ problems }) => problems.length === 0);
  const bad = all.filter(({ problems }) => problems.length > 0);
  return {
    first_line: all[0]!.line,
    last_line: all.at(-1)!.line,
    line_count: all.length,
    bad_count: bad.length,
    lines: JSON.stringify(good.map(({ line, fields }) => ({ line_no: line, fields }))),
    problems:
      bad.length > 0
        ? JSON.stringify(
            bad.map(({ line, problems }) => ({ line_no: line, problems: problems.slice(0, problemsMax) })),
          )
        : null,
  };
}
