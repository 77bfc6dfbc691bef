/**
 * A PDF whose text may be of any script. Where the one font for European scripts does, pdfkit sets it; other text is
 * broken into lines here and set run by run, each in its font and direction.
 */
import type { Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import { isTraditionalUsual } from '../../../domain/paper/address-lines.ts';
import { isPlain, registerFont } from '../../../domain/paper/pdf-fonts.ts';
import { openFont, roomOf, type Weight } from '../../../domain/paper/noto-fonts.ts';
import { Paragraph, type Run } from '../../../domain/paper/text-runs.ts';

type Options = PDFKit.Mixins.TextOptions;

interface Line {
  runs: readonly Run[];
  width: number;
}

// Told explicitly, so that pdfkit hands a run to the font whole: words by themselves would come in the wrong order.
const whole: Options = { features: [] };

export class PaperDocument extends PDFDocument {
  #weight: Weight = 'Regular';
  readonly #known = new Map<string, Font>();
  /** While a run is set, pdfkit asks for the width of its text: of that run, in its font. */
  #isSetting = false;
  readonly #isTraditionalUsual: boolean;

  /** `country` is the sender's: the forms of Chinese characters are those of that country, where text does not tell. */
  constructor(options: PDFKit.PDFDocumentOptions, country?: unknown) {
    super(options);
    this.#isTraditionalUsual = isTraditionalUsual(country);
  }

  override font(name: PDFKit.Mixins.PDFFontSource, ...more: never[]): this {
    if (name === 'Regular' || name === 'Bold') this.#weight = name;
    return super.font(name, ...more);
  }

  override text(text: string, x?: number | Options, y?: number, options: Options = {}): this {
    if (this.#isSetting || isPlain(text) || typeof x !== 'number' || y === undefined)
      return super.text(text, x as number, y, options);
    const { width, align = 'left' } = options;
    const place = width ?? this.page.width - x - this.page.margins.right;
    let top = y;
    const lines = this.#linesOf(text, options.lineBreak === false ? Infinity : place);
    for (const line of options.height === undefined ? lines : this.#cut(lines, options.height)) {
      const left = align === 'right' ? place - line.width : align === 'center' ? (place - line.width) / 2 : 0;
      const from = x + left;
      this.#draw(line, from, top);
      top += this.#heightOf(line);
    }
    this.x = x;
    this.y = top;
    return this;
  }

  override widthOfString(text: string, options?: Options): number {
    if (this.#isSetting || isPlain(text)) return super.widthOfString(text, options);
    return Math.max(0, ...this.#linesOf(text, Infinity).map((line) => line.width));
  }

  override heightOfString(text: string, options: Options = {}): number {
    if (this.#isSetting || isPlain(text)) return super.heightOfString(text, options);
    const lines = this.#linesOf(text, options.width ?? Infinity);
    return lines.reduce((height, line) => height + this.#heightOf(line), 0);
  }

  /** As many lines as there is room for; the last one says that more would follow. */
  #cut(lines: readonly Line[], room: number): Line[] {
    let height = 0;
    const shown = lines.filter((line, at) => (height += this.#heightOf(line)) <= room || at === 0);
    if (shown.length === lines.length) return shown;
    const { runs, width } = shown.at(-1)!;
    return [...shown.slice(0, -1), { runs: [...runs, { text: '…', family: 'European' }], width }];
  }

  #heightOf({ runs }: Line): number {
    return this.currentLineHeight(true) * Math.max(1, ...runs.map(({ family }) => roomOf(family)));
  }

  #linesOf(text: string, place: number): Line[] {
    return text
      .split('\n')
      .flatMap((words) => this.#linesOfParagraph(new Paragraph(words, this.#isTraditionalUsual), place));
  }

  #linesOfParagraph(paragraph: Paragraph, place: number): Line[] {
    const lines: Line[] = [];
    const lineOf = (from: number, to: number): Line => {
      const runs = paragraph.runs(from, to);
      return { runs, width: runs.reduce((sum, run) => sum + this.#widthOf(run), 0) };
    };
    // A line that never ends is measured once, not once more for each place where it could have.
    if (place === Infinity) return [lineOf(0, paragraph.text.length)];
    let from = 0;
    let [end, last] = [0, lineOf(0, 0)];
    const take = (to: number): boolean => {
      const line = lineOf(from, to);
      if (line.width > place) return false;
      [end, last] = [to, line];
      return true;
    };
    const finish = (): void => {
      if (end === from) return;
      lines.push(last);
      from = end;
    };
    for (const to of paragraph.breaks()) {
      if (take(to)) continue;
      finish();
      if (take(to)) continue;
      // Wider than its place by itself: letter by letter, and at least one to a line.
      for (const letter of paragraph.letterEnds(from, to)) {
        if (take(letter)) continue;
        finish();
        if (!take(letter)) [end, last] = [letter, lineOf(from, letter)];
      }
    }
    finish();
    return lines.length > 0 ? lines : [lineOf(0, 0)];
  }

  #widthOf(run: Run): number {
    return this.#set(run, () => super.widthOfString(run.text, whole));
  }

  #draw({ runs }: Line, x: number, top: number): void {
    const baseline = top + (openFont('European', this.#weight).ascent / 2048) * this.#size();
    let at = x;
    for (const run of runs) {
      this.#set(run, () =>
        super.text(run.text, at, baseline, { ...whole, lineBreak: false, baseline: 'alphabetic' }),
      );
      at += this.#widthOf(run);
    }
  }

  /** In the family's font of the present weight; afterwards the document is as it was. */
  #set<T>({ family, text }: Run, act: () => T): T {
    const weight = this.#weight;
    const name = family === 'European' ? weight : `${family} ${weight}`;
    if (family !== 'European' && !this.#known.has(name))
      this.#known.set(name, registerFont(this, name, openFont(family, weight)));
    // A glyph is known to whoever copies or searches by the letters it was first asked for, and shaping asks for parts.
    for (const letter of text.normalize('NFKD'))
      this.#known.get(name)?.glyphForCodePoint(letter.codePointAt(0)!);
    super.font(name);
    this.#isSetting = true;
    try {
      return act();
    } finally {
      this.#isSetting = false;
      super.font(weight);
    }
  }

  #size(): number {
    return (this as unknown as { _fontSize: number })._fontSize;
  }
}
