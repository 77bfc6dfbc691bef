/** How a job with copies is sent to the printer: this text, this many times in a row. */
export interface CopyPlan {
  zpl: string;
  repeat: number;
}

/**
 * Plans `copies` (1 to 1000) of a label text. A single format without its own quantity gets `^PQ`, so that the printer
 * stores the label once; anything else is sent whole each time. One copy is sent unchanged, byte for byte.
 */
export function planCopies(zpl: string, copies: number): CopyPlan {
  if (!Number.isInteger(copies) || copies < 1 || copies > 1000)
    throw new RangeError('copies must be 1 to 1000');
  if (copies === 1) return { zpl, repeat: 1 };
  const ends = [...zpl.matchAll(/\^XZ/gi)];
  const starts = [...zpl.matchAll(/\^XA/gi)];
  const hasQuantity = /\^PQ/i.test(zpl);
  const end = ends[0]?.index;
  if (hasQuantity || starts.length !== 1 || ends.length !== 1 || end === undefined)
    return { zpl, repeat: copies };
  return { zpl: `${zpl.slice(0, end)}^PQ${copies}${zpl.slice(end)}`, repeat: 1 };
}
