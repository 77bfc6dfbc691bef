/**
 * The letters of our documents. One font has every European script, the Vietnamese letters and the currency signs; what it
 * lacks is printed as its Unicode number, so that two names never become the same row of boxes.
 */
import { createRequire } from 'node:module';
import { openSync, type Font } from 'fontkit';

const { resolve } = createRequire(import.meta.url);

/** Names to give `pdf.font`. */
export const regular = 'Regular';
export const bold = 'Bold';

const files = { [regular]: 'DejaVuSansCondensed.ttf', [bold]: 'DejaVuSansCondensed-Bold.ttf' };

// Read once: taking a font's tables apart costs more than a page. Documents share it and keep only the letters they use.
let opened: Record<string, Font> | undefined;

function openFonts(): Record<string, Font> {
  opened ??= Object.fromEntries(
    Object.entries(files).map(([name, file]) => [
      name,
      openSync(resolve(`dejavu-fonts-ttf/ttf/${file}`)) as Font,
    ]),
  );
  return opened;
}

// Signs younger than the font, as everyone writes them otherwise.
const codes: Record<string, string> = { '₼': 'AZN', '₾': 'GEL', '₿': 'BTC', '\u20c0': 'KGS' };

// Latin with its accents, and punctuation: nearly every text, and surely in the font.
const plain = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u017f\n–—‘’“”•…€]*$/u;
// Joiners, marks of direction, variants of emoji: they say how to draw a letter and are none.
const invisible = /[\p{Cf}\u{fe00}-\u{fe0f}]/gu;
// Their letters are in the font, but we set words from left to right only: backwards they would be other words.
const backwards = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A pdfkit document, which takes an opened font as well as a file; its types know the file only. */
interface Sheet {
  registerFont(name: string, font: never): unknown;
}

export class Letters {
  readonly #font: Font;
  readonly #known = new Map<string, boolean>();
  #hasNumbers = false;

  /** Makes the two fonts known to the document. */
  constructor(sheet: Sheet) {
    const fonts = openFonts();
    for (const [name, font] of Object.entries(fonts)) sheet.registerFont(name, font as never);
    this.#font = fonts[regular]!;
  }

  /** The text as it can be printed. */
  print(text: string): string {
    if (plain.test(text)) return text;
    let missing: string[] = [];
    let printed = '';
    const flush = () => {
      if (missing.length > 0) printed += `‹${missing.join(' ')}›`;
      this.#hasNumbers ||= missing.length > 0;
      missing = [];
    };
    for (const letter of text.normalize('NFC').replaceAll(invisible, '')) {
      if (letter === '\n' || this.#isDrawn(letter) || codes[letter]) {
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

  #isDrawn(letter: string): boolean {
    const known =
      this.#known.get(letter) ??
      (this.#font.hasGlyphForCodePoint(letter.codePointAt(0)!) && !backwards.test(letter));
    this.#known.set(letter, known);
    return known;
  }

  /** What the reader has to know about what was printed so far; nothing when every letter was there. */
  get note(): string | undefined {
    return this.#hasNumbers
      ? '‹4E0A›: a character that cannot be printed here, by its Unicode number'
      : undefined;
  }
}
