/** Reads a file, CSV or X12, as text, slice by slice: its encoding, and the separator between its cells. */
import { invalid } from '../refusal.ts';

/** Possible separators: where the comma is the decimal sign Excel writes semicolons, and in its Unicode format tabs. */
export type Separator = ',' | ';' | '\t';

/** Charsets a content type may name besides UTF-8. */
const charsets = ['utf-8', 'utf-16le', 'iso-8859-1', 'windows-1252'];

// How much is read at once: about ten milliseconds of work.
const sliceSize = 32 * 1024;

/**
 * The text of a file in slices, without its byte order mark. Bytes are UTF-8, unless a mark says UTF-16LE or the sender
 * names another charset. Refuses 400 for bytes that are not text, with their line, and for an unknown charset.
 */
export function* textSlices(
  source: string | Uint8Array,
  charset?: string,
  as: 'csv' | 'x12' = 'csv',
): Generator<string> {
  if (typeof source === 'string') {
    for (let from = 0, to; from < source.length; from = to) {
      to = from + sliceSize;
      if (isFirstHalf(source.charCodeAt(to - 1))) to -= 1;
      yield source.slice(from, to);
    }
    return;
  }
  const encoding = encodingOf(source, charset, as);
  if (encoding === 'windows-1252') {
    for (let at = 0; at < source.length; at += sliceSize)
      yield westernText(source.subarray(at, at + sliceSize));
    return;
  }
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  for (let at = 0; at < source.length; at += sliceSize) {
    const bytes = source.subarray(at, at + sliceSize);
    let text: string;
    try {
      text = decoder.decode(bytes, { stream: at + sliceSize < source.length });
    } catch {
      const [good = ''] = new TextDecoder(encoding).decode(bytes).split('\uFFFD');
      const message = `${as} is not ${encoding.toUpperCase()} on line ${line + newlinesIn(good)}: save it as UTF-8, or name its charset in Content-Type (${charsets.join(', ')})`;
      throw invalid(as, 'encoding', message);
    }
    line += newlinesIn(text);
    yield text;
  }
}

/** Half a character is none: the parser, which takes bytes, would lose it. */
const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

function encodingOf(bytes: Uint8Array, charset: string | undefined, as: string): string {
  const named = charset?.toLowerCase();
  if (named !== undefined && !charsets.includes(named))
    throw invalid(
      as,
      'charset',
      `${as} has a charset that is not known here; known are ${charsets.join(', ')}`,
    );
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  // Senders who name ISO-8859-1 mean windows-1252; the WHATWG encoding standard treats them alike.
  return named === 'iso-8859-1' ? 'windows-1252' : (named ?? 'utf-8');
}

const western =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

// Node's decoder for this charset does not map 0x80 to 0x9f.
function westernText(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return text.replaceAll(/[\u0080-\u009f]/g, (letter) => western[letter.charCodeAt(0) - 0x80]!);
}

function newlinesIn(text: string): number {
  return text.split('\n').length - 1;
}

/** The separator of a header: whichever of the three occurs most outside quotes; a comma when none does. */
export function separatorOf(text: string): Separator {
  const header = text.replace(/^[\uFEFF\s]+/, '').split(/[\r\n]/, 1)[0]!;
  const bare = header.replaceAll(/"[^"]*"/g, '');
  const counts = ([',', ';', '\t'] as const).map((separator) => ({
    separator,
    count: bare.split(separator).length,
  }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).separator;
}
