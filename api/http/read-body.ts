/**
 * Reads and parses a body with limits of our own: size before and after decompression, depth, and a refusal (never a
 * 500) for broken gzip, broken UTF-8 and broken JSON.
 */
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { isShownExactly } from '../../domain/decimal.ts';
import { invalid, Refusal } from '../../domain/refusals.ts';

export const bodyBytesMaxDefault = 1024 * 1024;
const depthMax = 32;
const fieldsMax = 1_000;
const containersMax = 50_000;
// The longest list any request takes is a thousand lines of a few dozen fields.
const valuesMax = 100_000;
const decoder = new TextDecoder('utf-8', { fatal: true });

const decompressors: Record<string, () => Transform> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The raw bytes of a request. Refuses 413 PAYLOAD_TOO_LARGE, 415 for an unknown encoding, 400 for broken compression. */
export async function readRawBody(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > bytesMax) throw tooLarge(bytesMax);
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity') return collect(request, bytesMax).catch(unlessRefused(endedEarly));
  const open = Object.hasOwn(decompressors, encoding) ? decompressors[encoding] : undefined;
  if (!open)
    throw new Refusal(
      'UNSUPPORTED_MEDIA_TYPE',
      `The content encoding ${encoding.slice(0, 40)} is not one of gzip, deflate, br.`,
    );
  const decompressed = open();
  // The error also surfaces on the stream being collected; here it only must not go unhandled.
  pipeline(request, decompressed, () => {});
  return collect(decompressed, bytesMax).catch(unlessRefused('The body could not be decompressed.'));
}

const endedEarly = 'The request ended before its body was complete.';

// Said here, where it can only be the client's socket: further out its ECONNRESET would read as a database that is away.
function unlessRefused(sentence: string): (fault: unknown) => never {
  return (fault) => {
    throw fault instanceof Refusal ? fault : new Refusal('MALFORMED_BODY', sentence);
  };
}

async function collect(source: Readable, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw tooLarge(bytesMax);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(bytesMax: number): Refusal {
  return new Refusal('PAYLOAD_TOO_LARGE', `The body is larger than ${bytesMax} bytes.`, {
    bytes_max: bytesMax,
  });
}

/** Refuses 415 what does not call itself JSON. */
export function assertJsonType(contentType: string | undefined): void {
  const type = (contentType ?? '').split(';')[0]!.trim().toLowerCase();
  if (type !== 'application/json' && !type.endsWith('+json')) {
    throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON with Content-Type application/json.');
  }
}

/**
 * The text of a JSON body, its shape looked at before anything parses it: 20,000 brackets must not reach a recursive walk.
 * Numbers that JSON.parse would round are refused, unless whoever reads it keeps all of their digits.
 */
export function jsonText(raw: Buffer, { areNumbersExact }: { areNumbersExact: boolean }): string {
  let text: string;
  try {
    text = decoder.decode(raw);
  } catch {
    throw new Refusal('MALFORMED_BODY', 'The body is not valid UTF-8.');
  }
  assertShape(text, areNumbersExact);
  return text;
}

/** A JSON object from a request's bytes. An empty body is an empty object: actions take none. */
export function parseJsonBody(raw: Buffer, contentType: string | undefined): Record<string, unknown> {
  if (raw.length === 0) return {};
  assertJsonType(contentType);
  const text = jsonText(raw, { areNumbersExact: true });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal('MALFORMED_BODY', 'The body is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal('MALFORMED_BODY', 'The body must be a JSON object.');
  }
  if (suspicious.test(text)) refuseUnstorable(value, []);
  return value as Record<string, unknown>;
}

// Escapes of NUL, of surrogates and of the underscore, and the name itself: only then is the body walked.
const suspicious = /\\u(?:0000|005f|d[89a-f])|__proto__/i;
const unstorable = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/**
 * Refuses what no column can store and what would vanish on the way, wherever it stands: fields of open objects have no
 * schema of their own, and one such text would fail the whole batch its command is accepted with.
 */
function refuseUnstorable(value: unknown, path: readonly string[]): void {
  const refuse = (code: string, words: string): never => {
    throw invalid(path.join('.'), code, `${path.join('.')} ${words}`);
  };
  if (typeof value === 'string') {
    if (unstorable.test(value)) refuse('text_unstorable', 'contains a NUL or a broken character');
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (unstorable.test(name)) refuse('text_unstorable', 'has a name with a NUL or a broken character');
      if (name === '__proto__')
        throw invalid([...path, name].join('.'), 'unknown_field', `${name} is not a field here`);
      refuseUnstorable(inner, [...path, name]);
    }
  }
}

/** Refuses what is too deep, and what is too much to take apart in a moment; the shape is looked at before anything is made of it. */
function assertShape(text: string, areNumbersExact: boolean): void {
  // Of every open object or list, its fields so far: a colon outside of text belongs to the innermost one.
  const fields: number[] = [];
  let digits = 0;
  let containers = 0;
  let commas = 0;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charCodeAt(index);
    if (char >= 48 && char <= 57) {
      digits += 1;
      if (areNumbersExact && digits === certainDigits + 1) assertExact(text, index);
    } else if (char !== 46) {
      digits = 0;
      if (char === 34) index = endOfString(text, index);
      else if (char === 123 || char === 91) {
        fields.push(0);
        containers += 1;
        if (fields.length > depthMax) throw misshapen(`is nested deeper than ${depthMax} levels`);
        if (containers > containersMax) throw misshapen(`has more than ${containersMax} objects and lists`);
      } else if (char === 125 || char === 93) fields.pop();
      else if (char === 44) {
        commas += 1;
        if (commas >= valuesMax) throw misshapen(`has more than ${valuesMax} values`);
      } else if (char === 58 && fields.length > 0) {
        const count = (fields.pop() ?? 0) + 1;
        if (count > fieldsMax) throw misshapen(`has an object of more than ${fieldsMax} fields`);
        fields.push(count);
      }
    }
  }
}

/** Where the string that opens at `start` closes; the end of the text where it does not. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 92) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

const certainDigits = 15;

/** Refuses a number that would be rounded as it is read: what is booked is what was sent. */
function assertExact(text: string, at: number): void {
  let from = at;
  while (from > 0 && /[-\d.]/.test(text[from - 1]!)) from -= 1;
  const literal = /^-?\d+(\.\d+)?/.exec(text.slice(from, from + 400))?.[0] ?? '';
  if (isShownExactly(literal)) return;
  const number = literal.length > 60 ? `${literal.slice(0, 60)}…` : literal;
  throw new Refusal('NUMBER_NOT_EXACT', `The number ${number} has more digits than JSON carries exactly.`, {
    number,
  });
}

function misshapen(words: string): Refusal {
  return new Refusal('MALFORMED_BODY', `The body ${words}.`);
}
