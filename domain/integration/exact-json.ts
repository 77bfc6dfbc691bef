/** JSON without losing digits: a number a double cannot carry stays the text it was, so ids above 2^53 are exact. */
import { isSafeNumber, parse, stringify } from 'lossless-json';

/** Parses a JSON text; of a member that is there twice the last counts, as everywhere. Throws where the text is no JSON. */
export function parseExactly(text: string): unknown {
  return parse(text, undefined, {
    parseNumber: (digits) => (isSafeNumber(digits) ? Number(digits) : digits),
    onDuplicateKey: ({ newValue }) => newValue,
  });
}

const decoder = new TextDecoder('utf-8');

/** The bytes of a JSON text as its text, without the byte order mark that some senders begin with. */
export function textOfJson(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/**
 * The id of a JSON object, exact, without taking all of it apart digit by digit: a body that waits for its answer is parsed
 * by the engine, and only an id that a double has rounded is looked up in the text. Throws where the text is no JSON.
 */
export function topLevelId(text: string): string | undefined {
  const id = (JSON.parse(text) as { id?: unknown } | null)?.id;
  if (typeof id !== 'number' || Number.isSafeInteger(id)) return idText(id);
  return idText(writtenId(text, id) ?? (parseExactly(text) as { id?: unknown }).id);
}

// A quote within a text has its backslash, so what reads like this is always a member.
const writtenIds = /"id"\s*:\s*(-?\d[\d.eE+-]*)/g;

/** How an id that a double rounds to `rounded` is written; undefined where several are, or its name has escapes. */
function writtenId(text: string, rounded: number): unknown {
  if (text.includes('\\u00')) return undefined;
  const written = new Set<string>();
  for (const [, digits] of text.matchAll(writtenIds)) if (Number(digits) === rounded) written.add(digits!);
  const [only, ...others] = written;
  return only === undefined || others.length > 0 ? undefined : parseExactly(only);
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
