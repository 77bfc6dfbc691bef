/**
 * Validates pictures used as logos on documents. The drawing library treats a broken picture as a program fault, so an
 * upload is checked completely: type, size, dimensions, and that its pixels can be decompressed.
 */
import { inflateSync } from 'node:zlib';
import { isPng } from '../file-beginnings.ts';

export type LogoType = 'image/png' | 'image/jpeg';
export type LogoVerdict = { ok: true; type: LogoType } | { ok: false; why: string };

/** Logos are drawn 6 cm wide; more pixels would only cost time. */
export const logoSideMax = 1_200;

/** Checks whether a picture can be a logo, and says why when it cannot. */
export function judgeLogo(bytes: Buffer): LogoVerdict {
  if (isPng(bytes)) return judgePng(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return judgeJpeg(bytes);
  return no('it is no PNG and no JPEG picture');
}

/** Channels per pixel, by color type. */
const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function judgePng(bytes: Buffer): LogoVerdict {
  const parts = pngChunks(bytes);
  const header = parts?.find(({ name }) => name === 'IHDR')?.data;
  if (!parts || parts[0]?.name !== 'IHDR' || header?.length !== 13 || parts.at(-1)?.name !== 'IEND')
    return no('the PNG picture is not whole');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, color, interlace] = [header[8]!, header[9]!, header[12]!];
  if (!fits(width, height)) return no(sizeWords(width, height));
  if (interlace !== 0) return no('the PNG picture is interlaced; save it without that');
  if (depth !== 8 || channels[color] === undefined) return no('the PNG picture needs 8 bits a channel');
  if (color === 3 && !parts.some(({ name }) => name === 'PLTE')) return no('the PNG picture has no palette');
  const expected = height * (1 + width * channels[color]);
  const packed = Buffer.concat(parts.filter(({ name }) => name === 'IDAT').map(({ data }) => data));
  try {
    if (inflateSync(packed, { maxOutputLength: expected + 1 }).length !== expected)
      return no('the PNG picture has too few or too many dots');
  } catch {
    return no('the dots of the PNG picture cannot be unpacked');
  }
  return { ok: true, type: 'image/png' };
}

function pngChunks(bytes: Buffer): { name: string; data: Buffer }[] | undefined {
  const chunks = [];
  for (let at = 8; at < bytes.length;) {
    if (at + 12 > bytes.length) return undefined;
    const length = bytes.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > bytes.length) return undefined;
    const name = bytes.toString('latin1', at + 4, at + 8);
    chunks.push({ name, data: bytes.subarray(at + 8, end) });
    at = end + 4;
    // Bytes after the end chunk are not part of the picture, and a reader that continues would trip over them.
    if (name === 'IEND') return at === bytes.length ? chunks : undefined;
  }
  return undefined;
}

const drawnFrames: ReadonlySet<number | undefined> = new Set([0xc0, 0xc1, 0xc2]);
const huffmanTables = 0xc4;

function judgeJpeg(bytes: Buffer): LogoVerdict {
  if (bytes[bytes.length - 2] !== 0xff || bytes[bytes.length - 1] !== 0xd9)
    return no('the JPEG picture is not whole');
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return no('the JPEG picture is broken');
    const marker = bytes[at + 1]!;
    const length = bytes.readUInt16BE(at + 2);
    if (drawnFrames.has(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      if (bytes[at + 4] !== 8 || ![1, 3, 4].includes(bytes[at + 9]!))
        return no('the JPEG picture is neither grey nor in colour, 8 bits a channel');
      return fits(width, height) ? { ok: true, type: 'image/jpeg' } : no(sizeWords(width, height));
    }
    // Lossless and arithmetic coding, which PDF has none of; the drawing library takes each of them for a frame.
    if (marker >= 0xc3 && marker <= 0xcf && marker !== huffmanTables)
      return no('the JPEG picture is neither baseline nor progressive');
    if (length < 2) return no('the JPEG picture is broken');
    at += 2 + length;
  }
  return no('the JPEG picture says no size');
}

const fits = (width: number, height: number): boolean =>
  width > 0 && height > 0 && width <= logoSideMax && height <= logoSideMax;
const sizeWords = (width: number, height: number): string =>
  `it is ${width} by ${height} dots; at most ${logoSideMax} by ${logoSideMax} are drawn`;
const no = (why: string): LogoVerdict => ({ ok: false, why });
