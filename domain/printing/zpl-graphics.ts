/**
 * How large the pictures in a label are once they are decompressed: a few bytes of run lengths or of `:Z64:` can stand
 * for gigabytes. Nothing is decompressed further than a picture may be.
 */
import { inflateSync } from 'node:zlib';

/** 16 million dots: 4 by 8 inches at 600 dpi. */
export const graphicBytesMax = 2 * 1024 * 1024;
/** What a text's pictures may be together: checking them takes a moment of everybody's. */
export const graphicBytesMaxOfAll = 8 * graphicBytesMax;

export interface Graphic {
  bytes: number;
  /** Of a downloaded one, in capitals; an empty text for one that is drawn where it stands. */
  name: string;
}

/** The picture of a ^GF or ~DG, or what is wrong with it. */
export function readGraphic(command: string, params: string): Graphic | string {
  const isDownload = command === '~DG';
  const [kind, ...rest] = params.split(',');
  const [total, rowBytes] = isDownload ? rest : rest.slice(1);
  const data = rest
    .slice(isDownload ? 2 : 3)
    .join(',')
    .trim();
  if (!isDownload && kind!.trim().toUpperCase() !== 'A')
    return `${command} takes the form A only, with hexadecimal digits, :Z64: or :B64:`;
  const name = isDownload ? graphicName(kind!) : '';
  if (name === undefined) return `${command} stores a picture in the printer's own memory; use R:NAME.GRF`;
  const row = Number(rowBytes);
  if (!Number.isInteger(row) || row < 1 || row > 4_000) return `${command} takes 1 to 4000 bytes per row`;
  const bytes = decompressedBytes(data, row);
  if (bytes === undefined) return `${command} holds a picture that cannot be decompressed`;
  if (bytes > graphicBytesMax) return `${command} holds a picture of more than ${graphicBytesMax} bytes`;
  // A printer takes what follows for the rest of a shorter picture, and reads behind a longer one in other languages.
  if (isDownload && Number(total) !== bytes)
    return `${command} says ${total} bytes and holds ${bytes}; they must be the same`;
  return { bytes, name };
}

/** `R:LOGO.GRF` and `logo` are one picture in the memory that a printer forgets; undefined for any other memory. */
export function graphicName(path: string): string | undefined {
  return /^(?:R:)?(\w{1,16})(?:\.GRF)?$/i.exec(path.trim())?.[1]?.toUpperCase();
}

function decompressedBytes(data: string, row: number): number | undefined {
  const coded = /^:([ZB])64:([A-Z0-9+/=\s]*)(:\w{0,4})?$/i.exec(data);
  if (!coded) return /^[0-9A-Ya-z,:!\s]*$/.test(data) ? expandedBytes(data, row) : undefined;
  const packed = Buffer.from(coded[2]!, 'base64');
  if (coded[1]!.toUpperCase() === 'B') return packed.length;
  try {
    return inflateSync(packed, { maxOutputLength: graphicBytesMax }).length;
  } catch (fault) {
    return fault instanceof RangeError ? Infinity : undefined;
  }
}

/** Run lengths: G to Y stand for 1 to 19 and g to z for 20 to 400 of the digit that follows; the rest fill rows. */
function expandedBytes(data: string, row: number): number {
  let [digits, run] = [0, 0];
  for (const sign of data.replaceAll(/\s/g, '')) {
    const small = 'GHIJKLMNOPQRSTUVWXY'.indexOf(sign) + 1;
    const large = 'ghijklmnopqrstuvwxyz'.indexOf(sign) + 1;
    if (small || large) run += small + 20 * large;
    else {
      digits += /[,:!]/.test(sign) ? 2 * row - (digits % (2 * row)) : Math.max(run, 1);
      run = 0;
    }
    if (digits > 2 * graphicBytesMax) return Infinity;
  }
  return Math.ceil(digits / 2);
}
