/** Numerics of the database as JSON numbers: exact, since every column is capped to 15 significant digits. */
import { toJsonNumber } from '../../../domain/decimal.ts';

type Numbered<T, K extends keyof T> = Omit<T, K> & { [P in K]: null extends T[P] ? number | null : number };

/** The row with these columns as numbers; null stays null. */
export function withNumbers<T extends object, K extends keyof T>(
  row: T,
  columns: readonly K[],
): Numbered<T, K> {
  const shown = { ...row } as Record<string, unknown>;
  for (const column of columns) {
    const value = row[column] as string | null;
    shown[column as string] = value === null ? null : toJsonNumber(value);
  }
  return shown as Numbered<T, K>;
}
