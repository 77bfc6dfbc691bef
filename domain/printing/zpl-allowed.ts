/**
 * The commands a label may use. Three kinds: what draws this label; settings that stay in the printer, which the hub
 * sets back before each label; and the printer's own adjustments, which carriers' labels name out of habit and which the
 * hub leaves out, so that they stay as the people at the printer set them.
 */
import { zplCommands } from './zpl-commands.ts';

/** More labels of one job would keep a printer for longer than the hub waits for a job. */
export const labelsMax = 1_000;
const sizeMax = 32_000;

/** What is wrong with a command's parameters, if anything. */
type Bound = (params: string, name: string) => string | undefined;

const anything: Bound = () => undefined;
const sizes: Bound = (params, name) =>
  (params.match(/\d+/g) ?? []).some((digits) => Number(digits) > sizeMax)
    ? `${name} takes numbers up to ${sizeMax}`
    : undefined;
const like =
  (form: RegExp, words: string): Bound =>
  (params, name) =>
    form.test(params.trim()) ? undefined : `${name} takes ${words}`;
const magnified = like(/^[^,]*(,\s*((10|[0-9])\s*)?){0,2}$/, 'magnifications of 1 to 10');

/** The quantity of a ^PQ; a pause would hold up whoever prints next. */
const quantity: Bound = (params, name) => {
  const [count = '', pause = '', replicates = '', override = ''] = params.split(',');
  if (!/^\d*$/.test(count.trim()) || !/^\d*$/.test(replicates.trim())) return `${name} takes whole numbers`;
  if (quantityOf(params) > labelsMax) return `${name} prints more than ${labelsMax} labels`;
  const isPaused = Number(pause) !== 0 && override.trim().toUpperCase() !== 'Y';
  return isPaused ? `${name} pauses the printer` : undefined;
};

/** How many labels a ^PQ asks for, the replicates of serial numbers included. */
export function quantityOf(params: string): number {
  const [count, , replicates] = params.split(',').map((text) => Math.floor(Number(text)) || 1);
  return Math.max(1, count ?? 1) * Math.max(1, replicates ?? 1);
}

const barcodes = '0123456789ABCDEFIJKLMOPQRSTUXZ'.split('').map((letter) => `^B${letter}`);

const drawing: Record<string, Bound> = {
  ...Object.fromEntries(barcodes.map((name) => [name, sizes])),
  '^A': sizes,
  '^FO': sizes,
  '^FT': sizes,
  '^FB': sizes,
  '^TB': sizes,
  '^FM': sizes,
  '^FN': sizes,
  '^FP': sizes,
  '^FR': sizes,
  '^GB': sizes,
  '^GC': sizes,
  '^GD': sizes,
  '^GE': sizes,
  '^GS': sizes,
  '^FD': anything,
  '^FV': anything,
  '^FC': anything,
  '^FE': anything,
  '^FH': anything,
  '^SF': anything,
  '^SN': anything,
  // Pictures are measured by zpl-graphics.ts.
  '^GF': anything,
  '^XG': magnified,
  '^IM': anything,
};

/** What prints nothing by itself. */
const framing: Record<string, Bound> = {
  '^XA': anything,
  '^XZ': anything,
  '^FS': anything,
  '^FX': anything,
  '^LL': sizes,
  '^PQ': quantity,
  '~DG': anything,
};

const yesOrNo = like(/^[YN]?$/i, 'Y or N');

/** Settings that outlive a label: what they take, and what the hub sets them to before each label. */
const settings: Record<string, [Bound, string]> = {
  '^MU': [like(/^[DIM]?$/i, 'D, I or M and no other resolution'), 'D'],
  '^PW': [sizes, `${sizeMax}`],
  '^LH': [sizes, '0,0'],
  '^PO': [like(/^[NI]?$/i, 'N or I'), 'N'],
  '^PM': [yesOrNo, 'N'],
  '^LR': [yesOrNo, 'N'],
  '^JM': [like(/^[AB]?$/i, 'A or B'), 'A'],
  '^MC': [like(/^Y?$/i, 'Y only: a label is not printed over the next one'), 'Y'],
  '^CI': [like(/^([0-2]?\d|3[0-6])?$/, 'one of the character sets 0 to 36 and no exchanged characters'), '0'],
  '^FW': [sizes, 'N'],
  '^BY': [sizes, '2,3,10'],
  '^CF': [sizes, 'A,9,5'],
  '^CV': [yesOrNo, 'N'],
  '^PA': [sizes, '0,0,0,0'],
};

/** Darkness, speed, kind of paper, where it is torn off or begins: the printer's, not the label's. */
const adjustments = new Set('^LS ^LT ^MD ^MF ^ML ^MM ^MN ^MT ^PR ^XB ~JS ~SD ~TA'.split(' '));

const bounds: Record<string, Bound> = {
  ...drawing,
  ...framing,
  ...Object.fromEntries(Object.entries(settings).map(([name, [bound]]) => [name, bound])),
};

/** Why a label may not hold this command; undefined if it may. */
export function whyNotAllowed(name: string, params: string): string | undefined {
  if (adjustments.has(name)) return undefined;
  const bound = Object.hasOwn(bounds, name) ? bounds[name] : undefined;
  if (!bound)
    return `${name} is not among the commands of a label: it reaches beyond it, to the printer or other labels`;
  return bound(params, name);
}

export const isAdjustment = (name: string): boolean => adjustments.has(name);
export const isSetting = (name: string): boolean => Object.hasOwn(settings, name);
/** Whether it puts something on the paper. */
export const isDrawing = (name: string): boolean => Object.hasOwn(drawing, name);

/** Whether a format prints nothing because it only sets something; an empty one feeds a blank label. */
export function onlySets(format: string): boolean {
  const names = Array.from(zplCommands(format), ({ name }) => name);
  return names.some((name) => isSetting(name) || isAdjustment(name)) && !names.some(isDrawing);
}

/**
 * The format that sets a printer back: as nothing in it draws, nothing is printed. Printers take ^JM and ^LH only before
 * the first ^FS.
 */
export const setBack = `^XA${Object.entries(settings)
  .map(([name, [, value]]) => name + value)
  .join('')}^IDR:*.GRF^FS^XZ`;
