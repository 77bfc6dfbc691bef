/**
 * ZPL fields for the labels the platform designs itself: 4 by 6 inches at 203 dpi. Text from people is escaped, so that
 * a caret in a name prints as a caret and can never become a command, and is drawn smaller when it would run off the
 * label.
 */
import { isPlain, printedText } from '../paper/pdf-fonts.ts';
import { textPicture } from './text-picture.ts';

const leftDots = 40;
const widthDots = 732;

/**
 * Text for a field after ^FH: carets, tildes, underscores and everything outside printable ASCII as hex bytes of UTF-8.
 */
export function zplText(text: string): string {
  let escaped = '';
  for (const byte of Buffer.from(text, 'utf8')) {
    const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x5e && byte !== 0x7e && byte !== 0x5f;
    escaped += isPlain ? String.fromCharCode(byte) : `_${byte.toString(16).padStart(2, '0').toUpperCase()}`;
  }
  return escaped;
}

export interface Place {
  x?: number;
  width?: number;
  /** Right-aligned within its place. */
  isRight?: boolean;
}

/**
 * One line of text, at most this many dots high and smaller when its place is too narrow. Scripts that printers have no
 * font for are a picture.
 */
export function textLine(y: number, height: number, given: string, place: Place = {}): string {
  const { x = leftDots, width = widthDots, isRight = false } = place;
  const text = printedText(given);
  if (!isPlain(text)) {
    const picture = textPicture(text, height, width);
    return `^FO${isRight ? x + width - picture.width : x},${y}${picture.zpl}^FS`;
  }
  const size = Math.min(height, Math.floor(width / widthOf(text)));
  const block = isRight ? `^FB${width},1,0,R` : '';
  return `^FO${x},${y}^A0N,${size},${size}${block}^FH^FD${zplText(text)}^FS`;
}

/** A SKU or lot that would be drawn too small to read: both its ends, since the last letters tell two of them apart. */
export function bothEnds(text: string, most: number): string {
  const signs = Array.from(text);
  if (signs.length <= most) return text;
  const kept = most - 3;
  return `${signs.slice(0, Math.ceil(kept / 2)).join('')}...${signs.slice(-Math.floor(kept / 2)).join('')}`;
}

/** A name that would be drawn too small to read: its beginning. */
export function beginningOf(text: string, most: number): string {
  const signs = Array.from(text);
  return signs.length <= most
    ? text
    : `${signs
        .slice(0, most - 3)
        .join('')
        .trimEnd()}...`;
}

/** A horizontal rule across the label. */
export function rule(y: number): string {
  return `^FO${leftDots},${y}^GB${widthDots},3,3^FS`;
}

// A Code 128 character has 11 modules; start, check and stop add 35.
const modulesOf = (characters: number): number => 11 * characters + 35;

/**
 * A scannable code: Code 128 with modules of at most three dots, or a Data Matrix when the text would not fit with two,
 * the narrowest that cheap scanners still read.
 */
export function barcode(y: number, height: number, text: string, moduleMax = 3): string {
  const module = Math.min(moduleMax, Math.floor(widthDots / modulesOf(text.length)));
  if (module >= 2) return `^FO${leftDots},${y}^BY${module}^BCN,${height},N,N,N^FH^FD${zplText(text)}^FS`;
  return `^FO${leftDots},${y}^BXN,5,200^FH^FD${zplText(text)}^FS`;
}

/** An 18-digit SSCC as GS1-128. */
export function ssccBarcode(y: number, height: number, sscc: string): string {
  return `^FO60,${y}^BY3^BCN,${height},N,N,N^FD>;>800${sscc}^FS`;
}

export function zplLabel(parts: readonly string[]): string {
  return `^XA^CI28^PW812^LL1218\n${parts.join('\n')}\n^XZ\n`;
}

// Character widths of the printer's font as fractions of its height, rounded up: capitals are wide, M and W widest.
const wide = 0.9;
const capital = 0.66;
const small = 0.58;

function widthOf(text: string): number {
  let width = 0;
  for (const sign of text) width += /[MW@%]/i.test(sign) ? wide : /[A-Z]/.test(sign) ? capital : small;
  return Math.max(1, width);
}
