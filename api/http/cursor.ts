/**
 * A position in a list, in the form clients hold it: opaque text. It is not signed, since it grants nothing: its reader
 * may see the rows behind it anyway. Anything that is not exactly as we write it is refused.
 */
import { createHash } from 'node:crypto';
import type { Position } from '../../db/page.ts';
import { invalid } from '../../domain/refusal.ts';

export const cursorCharactersMax = 4_000;

const valuesMax = 10;

type Written = [list: string, order: string, page: number, over: string, ...key: (string | null)[]];

/** The cursor of a position in the list at this path. */
export function writeCursor(path: string, { order, page, over, key }: Position): string {
  const written: Written = [markOf(path), order, page, over, ...key];
  return Buffer.from(JSON.stringify(written)).toString('base64url');
}

/** Refuses with 400 at `cursor` anything `writeCursor` did not write, or wrote for another list. */
export function readCursor(path: string, cursor: string): Position {
  const written = parse(cursor);
  if (!isWritten(written)) throw invalid('cursor', 'format', 'cursor is not one that a list has returned');
  const [list, order, page, over, ...key] = written;
  if (list !== markOf(path))
    throw invalid('cursor', 'other_list', 'cursor belongs to another list: start again without it');
  return { order, page, over, key };
}

function markOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 8);
}

function parse(cursor: string): unknown {
  const bytes = Buffer.from(cursor, 'base64url');
  // The decoder skips characters outside base64url; without this check two different texts would be the same cursor.
  if (bytes.toString('base64url') !== cursor) return undefined;
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return undefined;
  }
}

function isWritten(value: unknown): value is Written {
  if (!Array.isArray(value) || value.length < 5 || value.length > 4 + valuesMax) return false;
  const [list, order, page, over, ...key] = value as unknown[];
  const isKey = key.every((one) => one === null || (typeof one === 'string' && !one.includes('\u0000')));
  return (
    typeof list === 'string' &&
    typeof order === 'string' &&
    typeof page === 'number' &&
    Number.isSafeInteger(page) &&
    page > 1 &&
    typeof over === 'string' &&
    isKey
  );
}
