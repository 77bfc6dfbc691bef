/** JSON without losing digits: a number a double cannot carry stays the text it was, so ids above 2^53 are exact. */
import { isSafeNumber, parse, stringify } from 'lossless-json';

/** Parses a JSON text. Throws where the text is no JSON. */
export function parseExactly(text: string): unknown {
  return parse(text, undefined, (digits) => (isSafeNumber(digits) ? Number(digits) : digits));
}

/** An id as text, whether it was sent as a number or as text; undefined for anything else. */
export function idText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && /^[\w.:/-]{1,200}$/.test(value) ? value : undefined;
}

/** The member of a JSON object as a text of its own, every digit as it was sent; undefined where there is none. */
export function memberText(text: string, member: string): string | undefined {
  try {
    const value: unknown = parse(text);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) return undefined;
    return stringify((value as Record<string, unknown>)[member]);
  } catch {
    return undefined;
  }
}
