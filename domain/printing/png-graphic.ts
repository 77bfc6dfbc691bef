/**
 * A picture as ZPL: carriers that sell PNG have their labels printed like all others, dot for dot. Reads what PNG has of
 * grey, colour and palettes, without interlacing; what is darker than the middle, on white paper, becomes black.
 */
import { inflateSync } from 'node:zlib';
import { isPng } from '../file-beginnings.ts';

// A label of 4 by 8 inches at 600 dots an inch.
export const pictureWidthMax = 2_400;
export const pictureHeightMax = 4_800;
// What it may take unpacked: a packed picture of some kilobytes would keep whoever draws it for seconds. 4 by 8 inches in
// colour at 300 dots an inch, or in grey at 600.
const rawBytesMax = 16 * 1024 * 1024;
const threshold = 128;

const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Header {
  width: number;
  height: number;
  depth: number;
  colour: number;
}

interface Png extends Header {
  palette: Buffer;
  /** How opaque each colour of the palette is. */
  alphas: Buffer;
  packed: Buffer;
}

/** The picture as a whole label; undefined for what is no PNG we can read. */
export function pngAsZpl(png: Buffer): string | undefined {
  try {
    const read = chunksOf(png);
    return read && `^XA^FO0,0^GFA,${graphicOf(read)}^FS^XZ`;
  } catch {
    // Cut off, or packed by nobody's rules.
    return undefined;
  }
}

function chunksOf(png: Buffer): Png | undefined {
  if (!isPng(png)) return undefined;
  let header: Header | undefined;
  let palette: Buffer = Buffer.alloc(0);
  let alphas: Buffer = Buffer.alloc(0);
  const packed: Buffer[] = [];
  for (let at = 8; at + 12 <= png.length;) {
    const length = png.readUInt32BE(at);
    const name = png.toString('latin1', at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (name === 'IHDR') header = headerOf(data);
    if (name === 'PLTE') palette = data;
    if (name === 'tRNS') alphas = data;
    if (name === 'IDAT') packed.push(data);
    if (name === 'IEND') break;
    at += 12 + length;
  }
  return header && { ...header, palette, alphas, packed: Buffer.concat(packed) };
}

function headerOf(data: Buffer): Header | undefined {
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [depth, colour, , , interlaced] = data.subarray(8, 13);
  const isReadable =
    width > 0 &&
    height > 0 &&
    width <= pictureWidthMax &&
    height <= pictureHeightMax &&
    channelsOf[colour!] !== undefined &&
    [1, 2, 4, 8, 16].includes(depth!) &&
    interlaced === 0;
  return isReadable ? { width, height, depth: depth!, colour: colour! } : undefined;
}

/** `total,total,bytes of a row,rows`: a row like the one before is `:`, what is white to the end of one is `,`. */
function graphicOf(png: Png): string {
  const { width, height, depth, colour, packed } = png;
  const bitsOfPixel = depth * channelsOf[colour]!;
  const rowBytes = Math.ceil((width * bitsOfPixel) / 8);
  const rawBytes = (rowBytes + 1) * height;
  if (rawBytes > rawBytesMax) throw new Error('The picture is larger than a label.');
  const raw = inflateSync(packed, { maxOutputLength: rawBytes });
  if (raw.length !== rawBytes) throw new Error('The picture is cut off.');
  const step = Math.max(1, bitsOfPixel >> 3);
  const graphicBytes = Math.ceil(width / 8);
  const isDark = darknessOf(png);
  const rows: string[] = [];
  let above: Buffer = Buffer.alloc(rowBytes);
  let last = '';
  for (let y = 0; y < height; y += 1) {
    const start = y * (rowBytes + 1);
    const row = unfiltered(raw[start]!, raw.subarray(start + 1, start + 1 + rowBytes), above, step);
    const dots = Buffer.alloc(graphicBytes);
    for (let x = 0; x < width; x += 1) if (isDark(row, x)) dots[x >> 3]! |= 0x80 >> (x & 7);
    const hex = dots.toString('hex').toUpperCase();
    rows.push(hex === last ? ':' : shortened(hex));
    last = hex;
    above = row;
  }
  const total = graphicBytes * height;
  return `${total},${total},${graphicBytes},${rows.join('')}`;
}

function shortened(hex: string): string {
  let end = hex.length;
  while (end > 0 && hex.endsWith('00', end)) end -= 2;
  return end < hex.length ? `${hex.slice(0, end)},` : hex;
}

/** Takes a row's filter back, in place: each byte was told as its difference from those beside and above it. */
function unfiltered(filter: number, row: Buffer, above: Buffer, step: number): Buffer {
  for (let at = 0; at < row.length; at += 1) {
    const left = at >= step ? row[at - step]! : 0;
    const up = above[at]!;
    const corner = at >= step ? above[at - step]! : 0;
    row[at] = row[at]! + predicted(filter, left, up, corner);
  }
  return row;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) throw new Error('There is no such filter.');
  const near = left + up - corner;
  const [byLeft, byUp, byCorner] = [Math.abs(near - left), Math.abs(near - up), Math.abs(near - corner)];
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

/** Whether a dot of a row is printed. */
function darknessOf({ depth, colour, palette, alphas }: Png): (row: Buffer, x: number) => boolean {
  const channels = channelsOf[colour]!;
  const most = (1 << depth) - 1;
  // Of 16 bits the first eight say enough.
  const sample = (row: Buffer, at: number): number => {
    if (depth === 16) return row[at * 2]!;
    if (depth === 8) return row[at]!;
    const bit = at * depth;
    return (row[bit >> 3]! >> (8 - depth - (bit & 7))) & most;
  };
  const onWhite = (light: number, alpha: number): boolean => (light * alpha) / 255 + 255 - alpha < threshold;
  const lightOf = (red: number, green: number, blue: number): number =>
    0.299 * red + 0.587 * green + 0.114 * blue;
  if (colour === 3) {
    // Judged once a colour: a picture has millions of dots.
    const areDark = Array.from({ length: 256 }, (_, index) => {
      const [red = 255, green = 255, blue = 255] = palette.subarray(index * 3, index * 3 + 3);
      return onWhite(lightOf(red, green, blue), alphas[index] ?? 255);
    });
    return (row, x) => areDark[sample(row, x)]!;
  }
  const grey = (value: number): number => (depth < 8 ? (value * 255) / most : value);
  return (row, x) => {
    const at = x * channels;
    const light =
      channels < 3
        ? grey(sample(row, at))
        : lightOf(sample(row, at), sample(row, at + 1), sample(row, at + 2));
    return onWhite(light, channels % 2 === 0 ? sample(row, at + channels - 1) : 255);
  };
}
