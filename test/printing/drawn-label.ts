/** A label as the product's own preview draws it, analysed: where the ink of each of its fields is, and its bars. */
import { inflateSync } from 'node:zlib';
import { zplToBase64Async } from 'zpl-renderer-js';

export interface DrawnField {
  /** Its text; undefined for a rule. */
  text: string | undefined;
  isBarcode: boolean;
  /** Where its ink is on the label, in dots; undefined if nothing is drawn. */
  box: { left: number; top: number; right: number; bottom: number } | undefined;
  /** Widths of bars and gaps across its middle, in dots. */
  bars: readonly number[];
}

const dotsPerMm = 8;
// Each field is drawn on its own strip of paper, wide enough to show anything that leaves the label.
const strip = { height: 300, above: 20, width: 1_000 };

/** Draws each field alone, and returns where it would be on the label. */
export async function drawnFields(zpl: string): Promise<DrawnField[]> {
  const fields = [...zpl.matchAll(/\^FO(\d+),(\d+)(.*?)\^FS/gs)].map(([, x, y, rest]) => ({
    x: Number(x),
    y: Number(y),
    rest: rest!,
  }));
  const apart = fields.map(({ x, rest }, at) => `^FO${x},${at * strip.height + strip.above}${rest}^FS`);
  const paper = await draw(`^XA^CI28\n${apart.join('\n')}\n^XZ`, strip.width, fields.length * strip.height);
  return fields.map(({ y, rest }, at) => {
    const from = at * strip.height;
    const ink = inkOf(paper, from, from + strip.height);
    const moved = y - from - strip.above;
    const text = /\^FD(.*)$/s.exec(rest)?.[1];
    return {
      text: text === undefined ? undefined : plainText(text),
      isBarcode: /\^B[CX]N/.test(rest),
      box: ink && { ...ink, top: ink.top + moved, bottom: ink.bottom + moved },
      bars: ink ? runs(paper, Math.floor((ink.top + ink.bottom) / 2), ink) : [],
    };
  });
}

/** `_5E` is a byte in hexadecimal. */
function plainText(text: string): string {
  const bytes = text.replaceAll(/_([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

interface Paper {
  width: number;
  height: number;
  isInk(x: number, y: number): boolean;
}

async function draw(zpl: string, width: number, height: number): Promise<Paper> {
  const picture = await zplToBase64Async(zpl, width / dotsPerMm, height / dotsPerMm, dotsPerMm);
  return readGrayPng(Buffer.from(picture, 'base64'));
}

function inkOf(paper: Paper, from: number, to: number): DrawnField['box'] {
  let [left, top, right, bottom] = [paper.width, to, -1, -1];
  for (let y = from; y < Math.min(to, paper.height); y += 1) {
    for (let x = 0; x < paper.width; x += 1) {
      if (!paper.isInk(x, y)) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  }
  return right === -1 ? undefined : { left, top, right, bottom };
}

function runs(paper: Paper, y: number, { left, right }: { left: number; right: number }): number[] {
  const widths: number[] = [];
  for (let x = left; x <= right; x += 1) {
    if (x > left && paper.isInk(x, y) === paper.isInk(x - 1, y)) widths[widths.length - 1]! += 1;
    else widths.push(1);
  }
  return widths;
}

/** The only kind of PNG the preview produces: gray, eight bits, not interlaced. */
function readGrayPng(png: Buffer): Paper {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (png[24] !== 8 || png[25] !== 0 || png[28] !== 0) throw new Error('The preview is another kind of PNG.');
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    const start = at + 8;
    if (png.toString('latin1', at + 4, start) === 'IDAT')
      parts.push(png.subarray(start, start + png.readUInt32BE(at)));
  }
  const raw = inflateSync(Buffer.concat(parts));
  const gray = Buffer.alloc(width * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (width + 1)]!;
    const line = raw.subarray(y * (width + 1) + 1, (y + 1) * (width + 1));
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      const before = x > 0 ? gray[at - 1]! : 0;
      const above = y > 0 ? gray[at - width]! : 0;
      const corner = x > 0 && y > 0 ? gray[at - width - 1]! : 0;
      gray[at] = line[x]! + guessed(filter, before, above, corner);
    }
  }
  return { width, height, isInk: (x, y) => gray[y * width + x]! < 128 };
}

/** The PNG filters: each byte is stored as its difference from this prediction. */
function guessed(filter: number, before: number, above: number, corner: number): number {
  if (filter === 1) return before;
  if (filter === 2) return above;
  if (filter === 3) return (before + above) >> 1;
  return filter === 4 ? paeth(before, above, corner) : 0;
}

function paeth(before: number, above: number, corner: number): number {
  const sum = before + above - corner;
  const byBefore = Math.abs(sum - before);
  const byAbove = Math.abs(sum - above);
  const byCorner = Math.abs(sum - corner);
  if (byBefore <= byAbove && byBefore <= byCorner) return before;
  return byAbove <= byCorner ? above : corner;
}
