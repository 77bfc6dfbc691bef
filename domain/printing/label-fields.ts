/**
 * The fields of the labels the platform writes by itself, as ZPL for a label of 4 by 6 inches at 203 dots an inch. Text from
 * people is escaped, so that a caret in a name prints as a caret and can never become a command, and is drawn smaller
 * where it would leave the label.
 */

const leftDots = 40;
const widthDots = 732;

/** Text for a field after ^FH: carets, tildes, underscores and anything beyond printable ASCII as hex bytes of UTF-8. */
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
  /** At the right edge of its place. */
  isRight?: boolean;
}

/** One line of text of at most this height in dots, lower where its place is too narrow for it. */
export function textLine(y: number, height: number, text: string, place: Place = {}): string {
  const { x = leftDots, width = widthDots, isRight = false } = place;
  const size = Math.min(height, Math.floor(width / widthOf(text)));
  const block = isRight ? `^FB${width},1,0,R` : '';
  return `^FO${x},${y}^A0N,${size},${size}${block}^FH^FD${zplText(text)}^FS`;
}

/** A rule across the label. */
export function rule(y: number): string {
  return `^FO${leftDots},${y}^GB${widthDots},3,3^FS`;
}

// A character of code 128 has 11 modules; start, check and stop have 35 together.
const modulesOf = (characters: number): number => 11 * characters + 35;

/**
 * What a scanner reads: code 128 with modules of at most three dots, and a Data Matrix where it would not fit with two,
 * which is what cheap scanners still read.
 */
export function barcode(y: number, height: number, text: string, moduleMax = 3): string {
  const module = Math.min(moduleMax, Math.floor(widthDots / modulesOf(text.length)));
  if (module >= 2) return `^FO${leftDots},${y}^BY${module}^BCN,${height},N,N,N^FH^FD${zplText(text)}^FS`;
  return `^FO${leftDots},${y}^BXN,5,200^FH^FD${zplText(text)}^FS`;
}

/** An SSCC of eighteen digits as GS1-128. */
export function ssccBarcode(y: number, height: number, sscc: string): string {
  return `^FO60,${y}^BY3^BCN,${height},N,N,N^FD>;>800${sscc}^FS`;
}

export function zplLabel(parts: readonly string[]): string {
  return `^XA^CI28^PW812^LL1218\n${parts.join('\n')}\n^XZ\n`;
}

// Widths of the printer's font as parts of its height, rounded up: capitals are wide, M and W the widest.
const wide = 0.9;
const capital = 0.66;
const small = 0.58;

function widthOf(text: string): number {
  let width = 0;
  for (const sign of text) width += /[MW@%]/i.test(sign) ? wide : /[A-Z]/.test(sign) ? capital : small;
  return Math.max(1, width);
}
