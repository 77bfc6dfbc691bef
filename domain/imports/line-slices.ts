/**
 * Cuts the lines of a file into slices: each is what one transaction works on, stored as one row instead of one per
 * line.
 */
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

/** Slices of `size` lines; the last one has the rest. */
export async function* lineSlices(
  batches: AsyncIterable<readonly CsvLine[]>,
  size: number,
): AsyncGenerator<LineSlice> {
  const gathered: CsvLine[] = [];
  for await (const batch of batches) {
    gathered.push(...batch);
    while (gathered.length >= size) yield sliceOf(gathered.splice(0, size));
  }
  if (gathered.length > 0) yield sliceOf(gathered);
}

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
      bad.length > 0 ? JSON.stringify(bad.map(({ line, problems }) => ({ line_no: line, problems }))) : null,
  };
}
