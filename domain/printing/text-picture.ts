/**
 * A line of text as a picture in ZPL, for scripts that printers have no font for: shaped and set by the fonts of our
 * papers, black dots where the outline of a letter is.
 */
import type { Font, PathCommand } from 'fontkit';
import { openFont, roomOf } from '../paper/noto-fonts.ts';
import { Paragraph, type Run } from '../paper/text-runs.ts';

/** The smallest size in dots that complicated letters can be read at. */
const readableDots = 24;

// Letters of scripts that need more room than this are set smaller.
const roomMax = 1.25;

type Point = readonly [x: number, y: number];

/** Closed outlines in dots, y downwards. */
type Outlines = readonly (readonly Point[])[];

interface Shaped extends Pick<ReturnType<Font['layout']>, 'glyphs' | 'positions'> {
  /** Dots to a unit of the font. */
  scale: number;
}

interface Laid {
  shaped: readonly Shaped[];
  /** Where the letters stand, from the top. */
  base: number;
  width: number;
}

/** At most this high and wide: smaller, and at last shortened, if it is too wide. */
export function textPicture(text: string, height: number, width: number): { zpl: string; width: number } {
  const paragraph = new Paragraph(text);
  const whole = lay(paragraph, text.length, height);
  const size = Math.max(
    Math.min(readableDots, height),
    Math.floor(height * Math.min(1, width / whole.width)),
  );
  let laid = size === height ? whole : lay(paragraph, text.length, size);
  if (laid.width > width) laid = shortened(paragraph, text, size, width);
  const columns = Math.max(1, Math.ceil(laid.width));
  // Below the line there is room for what hangs down.
  const rows = Math.ceil(size * 1.3);
  return { zpl: graphic(filled(outlinesOf(laid), columns, rows), columns), width: columns };
}

/** As many letters as there is room for, one at least. Halving: letter by letter a long name would take seconds. */
function shortened(paragraph: Paragraph, text: string, size: number, width: number): Laid {
  const ends = paragraph.letterEnds(0, text.length);
  let [fits, tooMany] = [1, ends.length + 1];
  while (tooMany - fits > 1) {
    const letters = Math.floor((fits + tooMany) / 2);
    if (lay(paragraph, ends[letters - 1]!, size, true).width <= width) fits = letters;
    else tooMany = letters;
  }
  return lay(paragraph, ends[fits - 1] ?? 0, size, true);
}

/** Shaped, and measured, before anything is drawn of it. */
function lay(paragraph: Paragraph, end: number, size: number, isShortened = false): Laid {
  const runs: Run[] = paragraph.runs(0, end);
  if (isShortened) runs.push({ text: '…', family: 'European' });
  const base = size * (runs.some(({ family }) => roomOf(family) > 1) ? 0.95 : 0.82);
  const shaped = runs.map(({ text, family }): Shaped => {
    const font = openFont(family, 'Bold');
    const fit = 0.9 * Math.min(1, roomMax / roomOf(family));
    const { glyphs, positions } = font.layout(text, []) as ReturnType<Font['layout']>;
    return { glyphs, positions, scale: (size * fit) / font.unitsPerEm };
  });
  const width = shaped.reduce(
    (sum, { positions, scale }) => positions.reduce((so, { xAdvance }) => so + xAdvance * scale, sum),
    0,
  );
  return { shaped, base, width };
}

function outlinesOf({ shaped, base }: Laid): Outlines {
  const outlines: Point[][] = [];
  let x = 0;
  for (const { glyphs, positions, scale } of shaped) {
    for (const [at, glyph] of glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = positions[at]!;
      const [left, bottom] = [x + xOffset * scale, base - yOffset * scale];
      for (const outline of flattened(glyph.path.commands))
        outlines.push(outline.map(([px, py]): Point => [left + px * scale, bottom - py * scale]));
      x += xAdvance * scale;
    }
  }
  return outlines;
}

// Enough for letters of the size of labels.
const steps = 6;

/** The outlines with their curves as short lines, in units of the font. */
function flattened(commands: readonly PathCommand[]): Point[][] {
  const outlines: Point[][] = [];
  let outline: Point[] = [];
  for (const { command, args } of commands) {
    if (command === 'moveTo') outlines.push((outline = []));
    if (command === 'closePath') continue;
    const points: Point[] = [];
    for (let at = 0; at < args.length; at += 2) points.push([args[at]!, args[at + 1]!]);
    const from = outline.at(-1);
    if (!from || points.length === 1) outline.push(points.at(-1)!);
    else
      for (let step = 1; step <= steps; step += 1) outline.push(curvePoint([from, ...points], step / steps));
  }
  return outlines;
}

/** De Casteljau's point of a curve of any degree. */
function curvePoint(points: readonly Point[], t: number): Point {
  if (points.length === 1) return points[0]!;
  const next = points
    .slice(1)
    .map(([x, y], at): Point => [points[at]![0] * (1 - t) + x * t, points[at]![1] * (1 - t) + y * t]);
  return curvePoint(next, t);
}

/** Dots inside the outlines, by the non-zero rule: one bit each, rows of whole bytes. */
function filled(outlines: Outlines, columns: number, rows: number): Uint8Array[] {
  const bytes = Math.ceil(columns / 8);
  return crossingsOf(outlines, rows).map((crossings) => {
    const line = new Uint8Array(bytes);
    crossings.sort((a, b) => a.x - b.x);
    let winding = 0;
    for (const [at, { x, turn }] of crossings.entries()) {
      winding += turn;
      const next = crossings[at + 1];
      if (winding === 0 || !next) continue;
      const last = Math.min(columns, Math.round(next.x));
      for (let dot = Math.max(0, Math.round(x)); dot < last; dot += 1) line[dot >> 3]! |= 0x80 >> (dot & 7);
    }
    return line;
  });
}

interface Crossing {
  x: number;
  turn: 1 | -1;
}

/** Where the outlines cross the middle of each row. Each line is looked at once, not once a row: there are thousands. */
function crossingsOf(outlines: Outlines, rows: number): Crossing[][] {
  const found = Array.from({ length: rows }, (): Crossing[] => []);
  for (const outline of outlines) {
    let [x1, y1] = outline.at(-1) ?? [0, 0];
    for (const [x2, y2] of outline) {
      const turn = y2 > y1 ? 1 : -1;
      const end = Math.min(rows, Math.ceil(Math.max(y1, y2) - 0.5));
      for (let row = Math.max(0, Math.ceil(Math.min(y1, y2) - 0.5)); row < end; row += 1)
        found[row]!.push({ x: x1 + ((row + 0.5 - y1) / (y2 - y1)) * (x2 - x1), turn });
      [x1, y1] = [x2, y2];
    }
  }
  return found;
}

/** ^GF with ZPL's run lengths: a letter for how often a digit comes, a comma for the rest of a row in white. */
function graphic(lines: readonly Uint8Array[], columns: number): string {
  const bytes = Math.ceil(columns / 8);
  let before = '';
  const rows = lines.map((line) => {
    const digits = Buffer.from(line).toString('hex').toUpperCase();
    const isSame = digits === before;
    before = digits;
    if (isSame) return ':';
    const kept = digits.replace(/0+$/, '');
    return `${kept.replaceAll(/(.)\1{2,}/g, (run, digit: string) => `${timesWord(run.length)}${digit}`)}${
      kept.length < digits.length ? ',' : ''
    }`;
  });
  const total = bytes * lines.length;
  return `^GFA,${total},${total},${bytes},${rows.join('')}`;
}

/** G to Y stand for 1 to 19, g to z for 20 to 400. */
function timesWord(times: number): string {
  if (times > 400) return `z${timesWord(times - 400)}`;
  const twenties = Math.floor(times / 20);
  const ones = times % 20;
  return `${twenties > 0 ? 'ghijklmnopqrstuvwxyz'[twenties - 1]! : ''}${ones > 0 ? 'GHIJKLMNOPQRSTUVWXY'[ones - 1]! : ''}`;
}
