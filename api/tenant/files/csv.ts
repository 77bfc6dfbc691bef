/** CSV that is safe to open in a spreadsheet: text that begins like a formula is escaped, amounts stay numbers. */
import { stringify } from 'csv-stringify/sync';
import type { FileAnswer } from '../../http/endpoint.ts';

export type CsvCell = string | number | null;

/** A CSV file with a header row. Amounts are passed as numbers: a negative one as text would look like a formula. */
export function csvFile(
  filename: string,
  columns: readonly string[],
  rows: readonly (readonly CsvCell[])[],
): FileAnswer {
  const text = stringify(rows as CsvCell[][], { header: true, columns: [...columns], escape_formulas: true });
  return { file: Buffer.from(text, 'utf8'), content_type: 'text/csv; charset=utf-8', filename };
}
