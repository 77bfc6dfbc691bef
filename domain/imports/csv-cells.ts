/** What the cells of a CSV file say. */
import { isShownExactly } from '../decimal.ts';

/**
 * How a cell is read. An empty cell is no value. `list` splits on |, `factors` reads CS=12|PAL=480. A `measure` is a number
 * that has three decimals more often than thousands: a weight, a length, a percentage.
 */
export type CellKind = 'text' | 'number' | 'measure' | 'flag' | 'list' | 'factors';

/** What is longer is no value of anything, and would be told with each line that contradicts it. */
export const cellCharactersMax = 10_000;

/** Why a cell has no value, behind the name of its column. */
export class BadCell {
  readonly code: 'type' | 'ambiguous';
  readonly words: string;

  constructor(code: BadCell['code'], words: string) {
    this.code = code;
    this.words = words;
  }
}

const unreadable = (as: string): BadCell => new BadCell('type', `cannot be read as ${as}`);

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

/** The value of a cell that is not empty. In a file whose cells no comma parts, it may be the decimal sign. */
export function readCell(kind: CellKind, text: string, isCommaFree: boolean): unknown {
  if (kind === 'text') return text;
  if (kind === 'measure') return readNumber(text, isCommaFree) ?? unreadable('a number');
  if (kind === 'number') return readAmount(text, isCommaFree) ?? unreadable('a number');
  if (kind === 'flag') return flags.get(text.toLowerCase()) ?? unreadable('yes or no');
  const parts = text.split('|').map((part) => part.trim());
  if (kind === 'list') return parts;
  const factors = parts.map((part) => {
    const [uom, factor] = part.split('=');
    return { uom: uom!.trim(), factor: readAmount(factor?.trim() ?? '', isCommaFree) };
  });
  const bad = factors.find(({ factor }) => typeof factor !== 'number');
  return bad ? (bad.factor ?? unreadable('units with factors, CS=12|PAL=480')) : factors;
}

function readNumber(text: string, isCommaFree: boolean): number | undefined {
  const pointed = isCommaFree ? text.replace(',', '.') : text;
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(pointed) && isShownExactly(pointed) ? Number(pointed) : undefined;
}

// Where the comma may be the decimal sign, 1.234 is more than a thousand to some and a little more than one to others.
const twofold = /^-?[1-9]\d{0,2}[.,]\d{3}$/;

function readAmount(text: string, isCommaFree: boolean): number | BadCell | undefined {
  if (!isCommaFree || !twofold.test(text)) return readNumber(text, isCommaFree);
  const words = `may be read in two ways: write ${text.replace(/[.,]/, '')}, or ${text}0 if those are decimals`;
  return new BadCell('ambiguous', words);
}
