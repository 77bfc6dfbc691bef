/** A CSV file as text, slice by slice: its encoding, and what stands between its cells. */
import { invalid } from '../refusals.ts';

/** What may stand between cells: Excel writes the one that its country's decimal comma leaves free, and tabs into Unicode. */
export type Separator = ',' | ';' | '\t';

/** Charsets a content type may name beside UTF-8. */
const charsets = ['utf-8', 'utf-16le', 'iso-8859-1', 'windows-1252'];

// Read at once, some ten milliseconds' work.
const sliceSize = 32 * 1024;

/**
 * The text of a file in slices, without its byte order mark. Bytes are UTF-8, unless a mark says UTF-16LE or the sender
 * names another charset. Refuses 400 bytes that are no text, with the line they stand on, and a charset that is not known.
 */
export function* textSlices(source: string | Uint8Array, charset?: string): Generator<string> {
  if (typeof source === 'string') {
    for (let at = 0; at < source.length; at += sliceSize) yield source.slice(at, at + sliceSize);
    return;
  }
  const encoding = encodingOf(source, charset);
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
      const message = `csv is not ${encoding.toUpperCase()} on line ${line + newlinesIn(good)}: save it as UTF-8, or name its charset in Content-Type (${charsets.join(', ')})`;
      throw invalid('csv', 'encoding', message);
    }
    line += newlinesIn(text);
    yield text;
  }
}

function encodingOf(bytes: Uint8Array, charset: string | undefined): string {
  const named = charset?.toLowerCase();
  if (named !== undefined && !charsets.includes(named))
    throw invalid(
      'csv',
      'charset',
      `csv has a charset that is not known here; known are ${charsets.join(', ')}`,
    );
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  // Who writes the one means the other: the web's own rule.
  return named === 'iso-8859-1' ? 'windows-1252' : (named ?? 'utf-8');
}

const western =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

// Node's decoder of this name leaves the letters of 0x80 to 0x9f out.
function westernText(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return text.replaceAll(/[\u0080-\u009f]/g, (letter) => western[letter.charCodeAt(0) - 0x80]!);
}

function newlinesIn(text: string): number {
  return text.split('\n').length - 1;
}

/** What separates the cells of a header: whatever of the three it holds most of, outside of quotes; a comma where there is none. */
export function separatorOf(text: string): Separator {
  const header = text.replace(/^[\uFEFF\s]+/, '').split(/[\r\n]/, 1)[0]!;
  const bare = header.replaceAll(/"[^"]*"/g, '');
  const counts = ([',', ';', '\t'] as const).map((separator) => ({
    separator,
    count: bare.split(separator).length,
  }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).separator;
}
