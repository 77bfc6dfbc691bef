/**
 * Reads and parses a body within our own limits: size before and after decompression, and depth. Broken gzip, broken
 * UTF-8 and broken JSON are refused, never answered with a 500.
 */
import { isAscii } from 'node:buffer';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { isShownExactly } from '../../domain/decimal.ts';
import { shapeProblem } from '../../domain/json-shape.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';

export const bodyBytesMaxDefault = 1024 * 1024;
const decoder = new TextDecoder('utf-8', { fatal: true });

const decompressors: Record<string, () => Transform> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * The most bytes a body may have: its declared length, or the limit if the length is not declared or is that of a
 * compressed body.
 */
export function bytesAhead(headers: IncomingHttpHeaders, bytesMax: number): number {
  const { 'content-length': length, 'content-encoding': encoding, 'transfer-encoding': chunked } = headers;
  const isWhole = encoding === undefined && chunked === undefined;
  return Math.min(isWhole ? Number(length ?? 0) : Infinity, bytesMax);
}

/**
 * The raw bytes of a request. Refuses 413 PAYLOAD_TOO_LARGE, 415 for an unknown encoding, 400 for broken compression.
 */
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
  return unpacked(request, open(), bytesMax).catch(unlessRefused('The body could not be decompressed.'));
}

// By hand: `pipeline` destroys the request with what unpacks it, and its answer with the request.
async function unpacked(
  request: IncomingMessage,
  decompressed: Transform,
  bytesMax: number,
): Promise<Buffer> {
  if (request.destroyed) throw new Error(endedEarly);
  request.once('close', () => request.complete || decompressed.destroy(new Error(endedEarly)));
  let packed = 0;
  // What unpacks to nothing may come without end.
  const count = (chunk: Buffer): void => {
    packed += chunk.length;
    if (packed > bytesMax) decompressed.destroy(tooLarge(bytesMax));
  };
  request.on('data', count).pipe(decompressed);
  try {
    return await collect(decompressed, bytesMax);
  } finally {
    request.off('data', count).unpipe(decompressed).resume();
    decompressed.destroy();
  }
}

const endedEarly = 'The request ended before its body was complete.';

// Translated here, where it can only be the client's socket: further out, its ECONNRESET would look like an unreachable
// database.
function unlessRefused(sentence: string): (fault: unknown) => never {
  return (fault) => {
    throw fault instanceof Refusal ? fault : new Refusal('MALFORMED_BODY', sentence);
  };
}

// Reads by stream events: an async iterator over the same stream costs a tenth of a small request.
function collect(source: Readable, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // It was cut off before anybody listened, and emits nothing any more.
    if (source.destroyed) return reject(new Error(endedEarly));
    const chunks: Buffer[] = [];
    let bytes = 0;
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes <= bytesMax) return void chunks.push(chunk);
      reject(tooLarge(bytesMax));
      // Not destroyed: the answer goes the way the rest comes.
      source.off('data', take).resume();
    };
    source
      .on('data', take)
      .on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
      .on('error', reject)
      // Does nothing once the promise has its body or its error.
      .on('close', () => reject(new Error(endedEarly)));
  });
}

function tooLarge(bytesMax: number): Refusal {
  return new Refusal('PAYLOAD_TOO_LARGE', `The body is larger than ${bytesMax} bytes.`, {
    bytes_max: bytesMax,
  });
}

/** Refuses with 415 anything that does not declare itself as JSON; `orElse` names the other type there is here. */
export function assertJsonType(contentType: string | undefined, orElse?: string): void {
  const type = (contentType ?? '').split(';')[0]!.trim().toLowerCase();
  if (type !== 'application/json' && !type.endsWith('+json')) {
    const other = orElse === undefined ? '' : `, or ${orElse}`;
    throw new Refusal(
      'UNSUPPORTED_MEDIA_TYPE',
      `The body must be JSON with Content-Type application/json${other}.`,
    );
  }
}

/**
 * The text of a JSON body. Its nesting is checked before anything parses it: 20,000 brackets must not reach a recursive
 * walk. Numbers that JSON.parse would round are refused, unless the reader keeps all of their digits.
 */
export function jsonText(raw: Buffer, { areNumbersExact }: { areNumbersExact: boolean }): string {
  const text = textOf(raw);
  const problem = shapeProblem(text, {
    numbers: areNumbersExact ? { assertExact, assertInReach } : undefined,
  });
  if (problem) throw misshapen(problem);
  return text;
}

function textOf(raw: Buffer): string {
  // Most bodies are plain ASCII, which needs no decoder.
  if (isAscii(raw)) return raw.toString('latin1');
  try {
    return decoder.decode(raw);
  } catch {
    throw new Refusal('MALFORMED_BODY', 'The body is not valid UTF-8.');
  }
}

/** A JSON object from a request's bytes. An empty body is an empty object, since some actions need no fields. */
export function parseJsonBody(
  raw: Buffer,
  contentType: string | undefined,
  orElse?: string,
): Record<string, unknown> {
  if (raw.length === 0) return {};
  assertJsonType(contentType, orElse);
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

// Escapes of NUL, surrogates and the underscore, and the name itself: the body is walked only if one of these occurs.
const suspicious = /\\u(?:0000|005f|d[89a-f])|__proto__/i;
const unstorable = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/**
 * Refuses, at any depth, text that no column can store or that would be silently dropped. Fields of open objects have
 * no schema of their own, and one such text would fail the whole batch its command is accepted with.
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

/** Refuses a number that parsing would round: what is booked must be what was sent. */
function assertExact(text: string, at: number): void {
  let from = at;
  while (from > 0 && /[-\d.]/.test(text[from - 1]!)) from -= 1;
  const literal = /^-?\d+(\.\d+)?/.exec(text.slice(from, from + 400))?.[0] ?? '';
  if (!isShownExactly(literal)) throw notExact(literal, 'has more digits than');
}

/** Refuses a number whose exponent is out of a double's range: 1e-400 would be read as 0, and 1e400 as Infinity. */
function assertInReach(text: string, at: number): void {
  let from = at;
  while (from > 0 && /[-\d.]/.test(text[from - 1]!)) from -= 1;
  const literal = /^-?\d+(?:\.\d+)?[eE][+-]?\d+/.exec(text.slice(from, at + 400))?.[0] ?? '0';
  const read = Number(literal);
  const isNought = /^-?[0.]+[eE]/.test(literal);
  if (!Number.isFinite(read) || (read === 0 && !isNought)) throw notExact(literal, 'lies beyond what');
}

function notExact(literal: string, words: string): Refusal {
  const number = literal.length > 60 ? `${literal.slice(0, 60)}…` : literal;
  return new Refusal('NUMBER_NOT_EXACT', `The number ${number} ${words} JSON carries exactly.`, {
    number,
  });
}

function misshapen(words: string): Refusal {
  return new Refusal('MALFORMED_BODY', `The body ${words}.`);
}
