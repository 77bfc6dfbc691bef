/** JSON without losing digits: a number a double cannot carry stays the text it was, so ids above 2^53 are exact. */
import { isSafeNumber, parse } from 'lossless-json';

/** Parses a JSON text. Throws where the text is no JSON. */
export function parseExactly(text: string): unknown {
  return parse(text, undefined, (digits) => (isSafeNumber(digits) ? Number(digits) : digits));
}

/** An id as text, whether it was sent as a number or as text; undefined for anything else. */
export function idText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && /^[\w.:/-]{1,200}$/.test(value) ? value : undefined;
}
