/** The size of a label, read from its ZPL. */
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
