/** JSON without losing digits: a number a double cannot carry stays the text it was, so ids above 2^53 are exact. */
import { isSafeNumber, parse, stringify } from 'lossless-json';
import { endOfString } from '../json-text.ts';

/** Parses a JSON text; of a member that is there twice the last counts, as everywhere. Throws where the text is no JSON. */
export function parseExactly(text: string): unknown {
  return parse(text, undefined, {
    parseNumber: (digits) => (isSafeNumber(digits) ? Number(digits) : digits),
    onDuplicateKey: ({ newValue }) => newValue,
  });
}

/**
 * The id of a JSON object, exact, without taking all of it apart digit by digit: a body that waits for its answer is parsed
 * by the engine, and only an id that a double has rounded is looked up in the text. Throws where the text is no JSON.
 */
export function topLevelId(text: string): string | undefined {
  const id = (JSON.parse(text) as { id?: unknown } | null)?.id;
  if (typeof id !== 'number' || Number.isSafeInteger(id)) return idText(id);
  const digits = writtenId(text);
  // Its name may be spelled with escapes.
  if (digits === undefined || Number(digits) !== id)
    return idText((parseExactly(text) as { id?: unknown }).id);
  return idText(parseExactly(digits));
}

const idIsNumber = /"id"\s*:\s*(-?\d[\d.eE+-]*)/y;

/** The last number that stands as `"id"` at the top of a text that is JSON. */
function writtenId(text: string): string | undefined {
  let digits: string | undefined;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 34) {
      if (depth === 1) {
        idIsNumber.lastIndex = at;
        digits = idIsNumber.exec(text)?.[1] ?? digits;
      }
      at = endOfString(text, at);
    } else if (char === 123 || char === 91) depth += 1;
    else if (char === 125 || char === 93) depth -= 1;
  }
  return digits;
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
