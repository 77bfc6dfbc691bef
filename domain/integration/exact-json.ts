/** JSON parsing without losing digits: a number that a double cannot carry stays text, so ids above 2^53 are exact. */
import { isSafeNumber, parse, stringify } from 'lossless-json';

/** Parses JSON text. When a member appears twice the last one counts, as in JSON.parse. Throws on invalid JSON. */
export function parseExactly(text: string): unknown {
  return parse(text, undefined, {
    parseNumber: (digits) => (isSafeNumber(digits) ? Number(digits) : digits),
    onDuplicateKey: ({ newValue }) => newValue,
  });
}

const decoder = new TextDecoder('utf-8');

/** Decodes JSON bytes, without the byte order mark that some senders begin with. */
export function textOfJson(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/**
 * The exact id of a JSON object without parsing the whole body exactly: the engine's fast parser runs while the sender
 * waits, and only an id that a double has rounded is looked up in the text. Throws on invalid JSON.
 */
export function topLevelId(text: string): string | undefined {
  const id = (JSON.parse(text) as { id?: unknown } | null)?.id;
  if (typeof id !== 'number' || Number.isSafeInteger(id)) return idText(id);
  return idText(writtenId(text, id) ?? (parseExactly(text) as { id?: unknown }).id);
}

// Inside a string a quote is escaped, so anything that matches this is a real member.
const writtenIds = /"id"\s*:\s*(-?\d[\d.eE+-]*)/g;

/** The digits of an id that a double rounds to `rounded`; undefined when several match or the name contains escapes. */
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

/** A member of a JSON object as its own JSON text, with every digit as sent; undefined when there is none. */
export function memberText(text: string, member: string): string | undefined {
  try {
    const value: unknown = parse(text);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) return undefined;
    return stringify((value as Record<string, unknown>)[member]);
  } catch {
    return undefined;
  }
}
