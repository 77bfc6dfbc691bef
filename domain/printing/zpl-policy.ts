/**
 * Decides whether a text may go to a label printer, and how many labels it prints. A label leaves the printer as it found
 * it and stays within what a label needs: only what is listed in zpl-allowed.ts passes, within its bounds.
 */
import { isAdjustment, isDrawing, isSetting, quantityOf, whyNotAllowed } from './zpl-allowed.ts';
import { placeOf, zplCommands, type ZplCommand, type ZplPlace } from './zpl-commands.ts';
import { graphicBytesMaxOfAll, graphicName, readGraphic } from './zpl-graphics.ts';

export type ZplVerdict =
  | { ok: true; labels: number }
  | { ok: false; code: 'ZPL_INVALID' | 'ZPL_FORBIDDEN'; message: string; place: ZplPlace };

interface Problem {
  code: 'ZPL_INVALID' | 'ZPL_FORBIDDEN';
  message: string;
  index: number;
}

const invalid = (message: string, index: number): Problem => ({ code: 'ZPL_INVALID', message, index });
const forbidden = (message: string, index: number): Problem => ({ code: 'ZPL_FORBIDDEN', message, index });

/** Where what is being read stands: what the commands so far have opened, stored and printed. */
interface Reading {
  /** The ^XA of the format that is open. */
  opened: number | undefined;
  quantity: number;
  draws: boolean;
  sets: boolean;
  labels: number;
  /** Names of the pictures downloaded so far. */
  stored: Set<string>;
  graphicBytes: number;
}

/** Each problem is reported with its place; the first one decides. */
export function judgeZpl(zpl: string): ZplVerdict {
  const reading: Reading = {
    opened: undefined,
    quantity: 1,
    draws: false,
    sets: false,
    labels: 0,
    stored: new Set(),
    graphicBytes: 0,
  };
  const problem = formProblem(zpl) ?? foreignProblem(zpl) ?? firstProblem(zpl, reading);
  // A text of nothing but settings still is a job.
  if (!problem) return { ok: true, labels: Math.max(1, reading.labels) };
  const { code, message, index } = problem;
  return { ok: false, code, message, place: placeOf(zpl, index) };
}

/** There is a format, and the last one is closed. */
function formProblem(zpl: string): Problem | undefined {
  const formats = [...zpl.matchAll(/\^[\u0000-\u0020]*X[\u0000-\u0020]*([AZ])/gi)];
  const opened = formats.findLast(({ 1: letter }) => letter!.toUpperCase() === 'A');
  if (!opened) return invalid('The text holds no label format: ^XA is missing', 0);
  const closed = formats.findLast(({ 1: letter }) => letter!.toUpperCase() === 'Z');
  if (!closed || closed.index < opened.index)
    return invalid('The last label format is not closed: ^XZ is missing', opened.index);
  return undefined;
}

/** What a printer reads in another way than as commands of a label, wherever it stands. */
function foreignProblem(zpl: string): Problem | undefined {
  // Some of them stand for a caret, a tilde, ^XA or ^XZ.
  const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001c\u001e\u001f]/.exec(zpl);
  if (control)
    return forbidden('A control character is a command; in a text, use ^FH and its hex code', control.index);
  const setting = /!\s*U\s*(?:1\s*)?(setvar|getvar|do)/i.exec(zpl);
  if (setting) return forbidden(`! U1 ${setting[1]!.toLowerCase()} changes settings`, setting.index);
  // Newer printers also take settings as JSON, after an empty object.
  const json = /\{\s*\}\s*\{\s*"/.exec(zpl);
  return json ? forbidden('{}{"..."} changes settings', json.index) : undefined;
}

function firstProblem(zpl: string, reading: Reading): Problem | undefined {
  const before = /^[\s\ufeff]*/.exec(zpl)![0].length;
  if (!/[\^~]/.test(zpl[before]!)) return forbidden('Text before a label is read as other commands', before);
  for (const command of zplCommands(zpl)) {
    const problem = commandProblem(command) ?? placeProblem(command, reading) ?? count(command, reading);
    if (problem) return problem;
  }
  return undefined;
}

function commandProblem({ name, params, from }: ZplCommand): Problem | undefined {
  if (!/^(\^A|[\^~][A-Z][A-Z0-9])$/.test(name)) {
    const sign = name[0] === '^' ? 'caret' : 'tilde';
    return invalid(
      `A ${sign} starts a command, and ${name} is not one; to print the character itself, use ^FH and its hex code`,
      from,
    );
  }
  const why = whyNotAllowed(name, params);
  return why ? forbidden(why, from) : undefined;
}

/** Outside of a format stand pictures, remarks and adjustments, and no text: a printer reads that in other languages. */
function placeProblem({ name, params, from }: ZplCommand, reading: Reading): Problem | undefined {
  if (name === '^XZ' && params.trim()) return forbidden('Text after a label is read as other commands', from);
  const mayStandOutside = name === '^XA' || name === '^FX' || name[0] === '~' || isAdjustment(name);
  if (reading.opened !== undefined || mayStandOutside) return undefined;
  return invalid(`${name} stands outside of a label format (^XA to ^XZ)`, from);
}

/** Follows what the command opens, stores and prints, within what one text may. */
function count({ name, params, from }: ZplCommand, reading: Reading): Problem | undefined {
  if (name === '^XA') {
    // Not every printer begins anew with a format that is opened again.
    if (reading.opened === undefined)
      Object.assign(reading, { opened: from, quantity: 1, draws: false, sets: false });
    return undefined;
  }
  if (name === '^PQ') reading.quantity = quantityOf(params);
  if (name === '^XZ') {
    // A printer feeds a blank label for an empty format, and none for one that only sets something.
    if (reading.draws || !reading.sets) reading.labels += reading.quantity;
    reading.opened = undefined;
    return undefined;
  }
  reading.draws ||= isDrawing(name);
  reading.sets ||= isSetting(name) || isAdjustment(name);
  return name === '^GF' || name === '~DG'
    ? countGraphic(name, params, from, reading)
    : recallProblem(name, params, from, reading);
}

function countGraphic(name: string, params: string, from: number, reading: Reading): Problem | undefined {
  const graphic = readGraphic(name, params);
  if (typeof graphic === 'string') return forbidden(graphic, from);
  reading.graphicBytes += graphic.bytes;
  if (graphic.name) reading.stored.add(graphic.name);
  return reading.graphicBytes > graphicBytesMaxOfAll
    ? forbidden(`With ${name} the text holds pictures of more than ${graphicBytesMaxOfAll} bytes`, from)
    : undefined;
}

function recallProblem(name: string, params: string, from: number, reading: Reading): Problem | undefined {
  if (name !== '^XG' && name !== '^IM') return undefined;
  const known = graphicName(params.split(',')[0]!);
  return known && reading.stored.has(known)
    ? undefined
    : forbidden(`${name} recalls a picture that this label did not download with ~DG before`, from);
}
