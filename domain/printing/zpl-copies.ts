/**
 * What is sent to a printer for a label: first the format that sets the printer back, so that it comes out alike
 * whatever was printed before; then the label without the printer's own adjustments.
 */
import { isAdjustment, labelsMax, setBack } from './zpl-allowed.ts';
import { zplCommands } from './zpl-commands.ts';

/** How a job with copies is sent to the printer: this text, this many times in a row. */
export interface CopyPlan {
  zpl: string;
  repeat: number;
}

/**
 * Plans `copies` (1 to 1000) of a label text. A single format without its own quantity gets `^PQ`, so that the printer
 * stores the label once; anything else is sent whole each time.
 */
export function planCopies(zpl: string, copies: number): CopyPlan {
  if (!Number.isInteger(copies) || copies < 1 || copies > labelsMax)
    throw new RangeError('copies must be 1 to 1000');
  const label = withoutAdjustments(zpl);
  if (copies === 1) return { zpl: setBack + label, repeat: 1 };
  const commands = [...zplCommands(label)];
  const all = (wanted: string) => commands.filter(({ name }) => name === wanted);
  const ends = all('^XZ');
  if (all('^PQ').length > 0 || all('^XA').length !== 1 || ends.length !== 1)
    return { zpl: setBack + label, repeat: copies };
  const end = ends[0]!.from;
  return { zpl: `${setBack}${label.slice(0, end)}^PQ${copies}${label.slice(end)}`, repeat: 1 };
}

/** A setting in an adjustment's place: a format left empty would feed a blank label. */
const inPlace = '^MCY';

function withoutAdjustments(zpl: string): string {
  let text = '';
  let kept = 0;
  for (const { name, from, to } of zplCommands(zpl)) {
    if (!isAdjustment(name)) continue;
    text += zpl.slice(kept, from) + (name[0] === '^' ? inPlace : '');
    kept = to;
  }
  return text + zpl.slice(kept);
}
