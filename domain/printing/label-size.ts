/** How large a label is, from its own words. */
const dotsPerMm = 8;
// A page of a metre is a mistake or an attack on the renderer's memory.
const sideMmMax = 1_000;
const fourBySixInch = { width_mm: 101.6, height_mm: 152.4 };

/** The label's width and length (`^PW`, `^LL`, in dots of an 8 dots/mm head), or 4 by 6 inches where it does not say. */
export function labelSize(zpl: string): { width_mm: number; height_mm: number } {
  const millimetres = (command: RegExp, fallback: number): number => {
    const dots = Number(command.exec(zpl)?.[1] ?? 0);
    return dots > 0 ? Math.min(dots / dotsPerMm, sideMmMax) : fallback;
  };
  return {
    width_mm: millimetres(/\^PW(\d+)/i, fourBySixInch.width_mm),
    height_mm: millimetres(/\^LL(\d+)/i, fourBySixInch.height_mm),
  };
}
