/**
 * Fonts for our documents. One font covers every European script, Vietnamese and the currency signs. A character it
 * lacks is printed as its Unicode number, so that two names never become the same row of boxes.
 */
import { createRequire } from 'node:module';
import { openSync, type Font } from 'fontkit';

const { resolve } = createRequire(import.meta.url);

/** Names to pass to `pdf.font`. */
export const regular = 'Regular';
export const bold = 'Bold';

const files = { [regular]: 'DejaVuSansCondensed.ttf', [bold]: 'DejaVuSansCondensed-Bold.ttf' };

// Opened once, because parsing a font costs more than a page. Documents share it and embed only the characters they
// use.
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

// The library keeps a drawn glyph with the letters it was first asked for. Writing a document asks for the parts of a
// composed letter without any (the Latin T in a Cyrillic one), and in every later document a T would be drawn, but be no
// letter to whoever searches or copies. So each document keeps glyphs of its own.
function forOneDocument(font: Font): Font {
  return Object.create(font, { _glyphs: { value: {}, writable: true } }) as Font;
}

// Currency signs newer than the font, replaced by their usual codes.
const codes: Record<string, string> = { '₼': 'AZN', '₾': 'GEL', '₿': 'BTC', '\u20c0': 'KGS' };

// Latin with accents, and punctuation: covers nearly every text, and is certain to be in the font.
const plain = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u017f\n–—‘’“”•…€]*$/u;
// Joiners, direction marks and emoji variation selectors: they affect how a character is drawn but draw nothing
// themselves.
const invisible = /[\p{Cf}\u{fe00}-\u{fe0f}]/gu;
// The font has these scripts, but we set text left to right only, which would print them backwards.
const backwards = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A pdfkit document. It also accepts an opened font, but its types only know about files. */
interface Sheet {
  registerFont(name: string, font: never): unknown;
}

export class Letters {
  readonly #font: Font;
  readonly #known = new Map<string, boolean>();
  #hasNumbers = false;

  /** Registers the two fonts with the document. */
  constructor(sheet: Sheet) {
    const fonts = openFonts();
    for (const [name, font] of Object.entries(fonts)) sheet.registerFont(name, forOneDocument(font) as never);
    this.#font = fonts[regular]!;
  }

  /** The text as it will be printed. */
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

  /** A note for the reader about replaced characters; undefined when every character could be printed. */
  get note(): string | undefined {
    return this.#hasNumbers
      ? '‹4E0A›: a character that cannot be printed here, by its Unicode number'
      : undefined;
  }
}
