/** The size of a label and of its pictures, read from its ZPL: whether it may be drawn, before anything is drawn. */
import { zplCommands } from './zpl-commands.ts';
import { graphicBytesMaxOfAll, graphicName, readGraphic } from './zpl-graphics.ts';

const dotsPerMm = 8;
const fourBySixInch = { width: 812, height: 1_219 };

/**
 * The most dots we draw in a preview: 8 by 12 inches at 8 dots/mm, twice the width of label printers. The renderer
 * needs about 12 bytes per dot.
 */
export const pixelsMax = 4_000_000;

/** Whether a preview may be drawn: at most a meter per side and no more than `pixelsMax` dots. */
export function isDrawable({ width_dots: width, height_dots: height }: LabelSize): boolean {
  return width <= sideDotsMax && height <= sideDotsMax && width * height <= pixelsMax;
}

const sideDotsMax = 1_000 * dotsPerMm;

/**
 * Why the label's pictures may not be drawn, as a sentence without its period: one of them has more than `pixelsMax`
 * dots as large as it is drawn, or all of them take too much memory together.
 */
export function whyPicturesNotDrawn(zpl: string): string | undefined {
  const stored = new Map<string, number>();
  let bytesOfAll = 0;
  for (const { name, params } of zplCommands(zpl)) {
    const dots = name === '^XG' ? recalledDots(params, stored) : 0;
    if (dots > pixelsMax) return `${name} draws a picture of ${dots} dots; at most ${pixelsMax} are drawn`;
    if (name !== '^GF' && name !== '~DG') continue;
    const graphic = readGraphic(name, params);
    if (typeof graphic === 'string') return graphic;
    if (graphic.bytes * 8 > pixelsMax)
      return `${name} holds a picture of ${graphic.bytes * 8} dots; at most ${pixelsMax} are drawn`;
    bytesOfAll += graphic.bytes;
    if (bytesOfAll > graphicBytesMaxOfAll) return 'its pictures are too large together';
    if (graphic.name) stored.set(graphic.name, graphic.bytes);
  }
  return undefined;
}

function recalledDots(params: string, stored: ReadonlyMap<string, number>): number {
  const [path = '', ...times] = params.split(',');
  const [x = 1, y = 1] = times.map((text) => Number(text) || 1);
  return (stored.get(graphicName(path) ?? '') ?? 0) * 8 * x * y;
}

export interface LabelSize {
  width_mm: number;
  height_mm: number;
  width_dots: number;
  height_dots: number;
}

/**
 * The width and length of the largest label in the text (`^PW`, `^LL`, in dots of an 8 dots/mm head), or 4 by 6 inches
 * when it does not say.
 */
export function labelSize(zpl: string): LabelSize {
  const width = largest(/\^PW\s*(\d{1,9})/gi, zpl) || fourBySixInch.width;
  const height = largest(/\^LL\s*(\d{1,9})/gi, zpl) || fourBySixInch.height;
  return {
    width_mm: width / dotsPerMm,
    height_mm: height / dotsPerMm,
    width_dots: width,
    height_dots: height,
  };
}

function largest(command: RegExp, zpl: string): number {
  let most = 0;
  for (const [, dots] of zpl.matchAll(command)) most = Math.max(most, Number(dots));
  return most;
}
