/**
 * The text of our documents: what of it can be printed. A character that no font has is printed as its Unicode number, so
 * that two names never become the same row of boxes.
 */
import type { Font } from 'fontkit';
import { familyOf, openFont } from './noto-fonts.ts';

/** Names to pass to `pdf.font`. */
export const regular = 'Regular';
export const bold = 'Bold';

/**
 * The font for one document. The library keeps a drawn glyph with the letters it was first asked for. Writing a document
 * asks for the parts of a composed letter without any (the Latin T in a Cyrillic one), and in every later document a T
 * would be drawn, but be no letter to whoever searches or copies. So each document keeps glyphs of its own.
 */
function forOneDocument(font: Font): Font {
  return Object.create(font, { _glyphs: { value: {}, writable: true } }) as Font;
}

// Currency signs newer than the font, replaced by their usual codes.
const codes: Record<string, string> = { '₼': 'AZN', '₾': 'GEL', '₿': 'BTC', '\u20c0': 'KGS' };

// Latin with accents, and punctuation: covers nearly every text, and is certain to be in the font.
const plain = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u017f\n–—‘’“”•…€]*$/u;
// Direction marks and emoji variation selectors: they affect how a character is drawn but draw nothing themselves. The
// two joiners and Mongolian's separator stay: they decide how the letters beside them are shaped.
const invisible = /(?!\u200c|\u200d|\u180e)[\p{Cf}\u{fe00}-\u{fe0f}]/gu;
const joiners = /[\u200c\u200d]/gu;
const isJoiner = /^[\u200c\u200d]$/u;
// Scripts whose letters have forms by what stands beside them.
const joined =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}]/u;

/** Whether one font sets the text from left to right, as pdfkit does by itself. */
export function isPlain(text: string): boolean {
  return plain.test(text) || Array.from(text).every(isEuropean);
}

const european = new Map<string, boolean>();

function isEuropean(letter: string): boolean {
  if (letter === '\n') return true;
  const known = european.get(letter) ?? familyOf(letter, letter) === 'European';
  european.set(letter, known);
  return known;
}

/** The text as it can be printed: what no font has as its number, signs that draw nothing left out. */
export function printedText(text: string): string {
  if (plain.test(text)) return text;
  let missing: string[] = [];
  let printed = '';
  const flush = () => {
    if (missing.length > 0) printed += `‹${missing.join(' ')}›`;
    missing = [];
  };
  const visible = text.normalize('NFC').replaceAll(invisible, '');
  for (const letter of joined.test(visible) ? visible : visible.replaceAll(joiners, '')) {
    if (letter === '\n' || codes[letter] || isJoiner.test(letter) || familyOf(letter, text)) {
      flush();
      printed += codes[letter] ?? letter;
    } else if (/\p{Cc}/u.test(letter)) {
      flush();
      printed += ' ';
    } else {
      missing.push(letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0'));
    }
  }
  flush();
  return printed;
}

/** A pdfkit document. It also accepts an opened font, but its types only know about files. */
interface Sheet {
  registerFont(name: string, font: never): unknown;
}

/** Makes a font known to the document under a name, and returns it as that document has it. */
export function registerFont(sheet: Sheet, name: string, font: Font): Font {
  const own = forOneDocument(font);
  sheet.registerFont(name, own as never);
  return own;
}

export class Letters {
  #hasNumbers = false;

  /** Makes the fonts of European scripts known to the document. */
  constructor(sheet: Sheet) {
    for (const weight of [regular, bold] as const) registerFont(sheet, weight, openFont('European', weight));
  }

  /** The text as it will be printed. */
  print(text: string): string {
    const printed = printedText(text);
    this.#hasNumbers ||= printed !== text && /‹[0-9A-F]/.test(printed);
    return printed;
  }

  /** A note for the reader about replaced characters; undefined when every character could be printed. */
  get note(): string | undefined {
    return this.#hasNumbers
      ? '‹1F4E6›: a character that cannot be printed here, by its Unicode number'
      : undefined;
  }
}
