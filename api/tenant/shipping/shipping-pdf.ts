/**
 * Sheets that travel with the goods. The drawing depends on the facts alone, including the timestamp in the file, which
 * is that of the shipping: the same facts give the same bytes. Only the thread of `paper-thread.ts` imports it.
 */
import bwip from 'bwip-js';
import { paperSizeOf } from '../../../domain/paper/address-lines.ts';
import { bold, Letters, regular } from '../../../domain/paper/pdf-fonts.ts';
import { PaperDocument } from '../files/paper-document.ts';

const margin = 42;
const lineHeight = 15;
const boxLine = 12;
const footerRoom = 60;
const ink = '#111111';
const faint = '#555555';

export interface SheetColumn {
  title: string;
  width: number;
  align?: 'left' | 'right';
  /** More lines than these are cut: for a name that is told for convenience. */
  linesMax?: number;
}

export interface Box {
  caption: string;
  lines: readonly string[];
  /** How wide it is compared with the boxes next to it; 1 unless given. */
  share?: number;
}

interface Row {
  texts: readonly string[];
  height: number;
}

export class ShippingSheet {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #letters: Letters;
  readonly #done: Promise<Buffer>;

  /** `country` is where the goods leave: it decides the size of the paper. */
  constructor(title: string, moment: Date, country?: unknown) {
    const info = { Title: title, CreationDate: moment, ModDate: moment };
    this.#pdf = new PaperDocument({ size: paperSizeOf(country), margin, bufferPages: true, info }, country);
    this.#letters = new Letters(this.#pdf);
    const chunks: Buffer[] = [];
    this.#done = new Promise((resolve, reject) => {
      this.#pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.#pdf.on('end', () => resolve(Buffer.concat(chunks)));
      this.#pdf.on('error', reject);
    });
  }

  get #width(): number {
    return this.#pdf.page.width - 2 * margin;
  }

  #room(height: number): void {
    if (this.#pdf.y + height > this.#pdf.page.height - footerRoom) this.#pdf.addPage();
  }

  /** The title on the left, its barcode and number on the right. */
  heading(
    title: string,
    house: string,
    barcode: { kind: 'code128' | 'gs1-128'; text: string; below: string },
  ): void {
    const pdf = this.#pdf;
    pdf.font(bold).fontSize(20).fillColor(ink).text(this.#letters.print(title), margin, margin);
    pdf
      .font(regular)
      .fontSize(10)
      .fillColor(faint)
      .text(this.#letters.print(house), margin, margin + 26, { width: this.#width * 0.5 });
    const [x, width] = [margin + this.#width * 0.52, this.#width * 0.48];
    drawBars(pdf, barcode.kind, barcode.text, { x, y: margin, width, height: 46 });
    pdf
      .fontSize(10)
      .fillColor(ink)
      .text(this.#letters.print(barcode.below), x, margin + 50, { width, align: 'center' });
    pdf.y = margin + 78;
  }

  /** Boxes side by side, each with a caption and lines; a line too long for its box goes on below. */
  boxes(boxes: readonly Box[]): void {
    const pdf = this.#pdf;
    const unit = this.#width / boxes.reduce((total, { share = 1 }) => total + share, 0);
    pdf.font(regular).fontSize(9);
    const measured = boxes.map(({ caption, lines, share = 1 }) => {
      const width = unit * share;
      const texts = lines.map((line) => this.#letters.print(line));
      const heights = texts.map((text) => Math.max(boxLine, pdf.heightOfString(text, { width: width - 12 })));
      return { caption, texts, heights, width };
    });
    const height = 26 + Math.max(...measured.map(({ heights }) => sumOf(heights)), boxLine);
    this.#room(height);
    const top = pdf.y;
    let x = margin;
    for (const { caption, texts, heights, width } of measured) {
      pdf.rect(x, top, width, height).lineWidth(0.6).strokeColor(faint).stroke();
      pdf.font(bold).fontSize(8).fillColor(faint);
      pdf.text(this.#letters.print(caption.toUpperCase()), x + 6, top + 6, {
        width: width - 12,
        height: 9,
        ellipsis: true,
      });
      pdf.font(regular).fontSize(9).fillColor(ink);
      let y = top + 19;
      texts.forEach((text, at) => {
        pdf.text(text, x + 6, y, { width: width - 12 });
        y += heights[at]!;
      });
      x += width;
    }
    pdf.x = margin;
    pdf.y = top + height + 8;
  }

  /** A table that continues on further pages with its column titles repeated. */
  table(columns: readonly SheetColumn[], rows: readonly (readonly string[])[]): void {
    const titles = this.#measured(
      columns,
      columns.map(({ title }) => title),
      true,
    );
    this.#room(3 * lineHeight);
    this.#row(columns, titles, true);
    for (const cells of rows) {
      const row = this.#measured(columns, cells, false);
      if (this.#pdf.y + row.height > this.#pdf.page.height - footerRoom) {
        this.#pdf.addPage();
        this.#row(columns, titles, true);
      }
      this.#row(columns, row, false);
    }
    this.#pdf.y += 8;
  }

  /** The texts of a row, and the height of the one with the most lines. */
  #measured(columns: readonly SheetColumn[], cells: readonly string[], isTitle: boolean): Row {
    this.#pdf.font(isTitle ? bold : regular).fontSize(9);
    const texts = columns.map((_, index) => this.#letters.print(cells[index] ?? ''));
    const oneLine = this.#pdf.currentLineHeight(true);
    const heights = columns.map((column, index) => {
      const whole = this.#pdf.heightOfString(texts[index]!, { width: this.#cellWidth(column) });
      return Math.min(whole, (column.linesMax ?? Infinity) * oneLine);
    });
    return { texts, height: lineHeight + Math.max(0, Math.max(...heights) - oneLine) };
  }

  #cellWidth({ width }: SheetColumn): number {
    return this.#width * width - 6;
  }

  #row(columns: readonly SheetColumn[], { texts, height }: Row, isTitle: boolean): void {
    const pdf = this.#pdf;
    const y = pdf.y;
    let x = margin;
    pdf
      .font(isTitle ? bold : regular)
      .fontSize(9)
      .fillColor(isTitle ? faint : ink);
    columns.forEach((column, index) => {
      const { align = 'left', linesMax } = column;
      const cut = linesMax === undefined ? {} : { height: height - 4, ellipsis: true };
      pdf.text(texts[index]!, x + 2, y + 3, { width: this.#cellWidth(column), align, ...cut });
      x += this.#width * column.width;
    });
    const rule = y + height - 1;
    pdf
      .moveTo(margin, rule)
      .lineTo(margin + this.#width, rule)
      .lineWidth(isTitle ? 0.8 : 0.3)
      .strokeColor(faint)
      .stroke();
    pdf.x = margin;
    pdf.y = y + height;
  }

  /** A separate barcode with a caption. */
  barcode(text: string, caption: string, kind: 'code128' | 'gs1-128' = 'gs1-128'): void {
    this.#room(62);
    const top = this.#pdf.y;
    drawBars(this.#pdf, kind, text, { x: margin, y: top, width: this.#width * 0.45, height: 34 });
    this.#pdf.font(regular).fontSize(9).fillColor(ink);
    this.#pdf.text(this.#letters.print(caption), margin + this.#width * 0.5, top + 10, {
      width: this.#width * 0.5,
    });
    this.#pdf.x = margin;
    this.#pdf.y = top + 44;
  }

  /** Finishes the sheet: the footer on each page names the document and the page. */
  async finish(footer: string): Promise<Buffer> {
    const { start, count } = this.#pdf.bufferedPageRange();
    const { note } = this.#letters;
    for (let page = 0; page < count; page += 1) {
      this.#pdf.switchToPage(start + page);
      // Below the bottom margin pdfkit would start another page.
      this.#pdf.page.margins.bottom = 0;
      this.#pdf.font(regular).fontSize(8).fillColor(faint);
      const text = `${footer}   page ${page + 1} of ${count}`;
      const centered = { width: this.#width, align: 'center', lineBreak: false } as const;
      this.#pdf.text(this.#letters.print(text), margin, this.#pdf.page.height - 34, centered);
      if (note) this.#pdf.text(note, margin, this.#pdf.page.height - 22, centered);
    }
    this.#pdf.end();
    return this.#done;
  }
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Draws the bars as rectangles, which are sharp at any size. bwip-js refuses a GS1 text with a wrong check digit. */
function drawBars(pdf: PDFKit.PDFDocument, kind: string, text: string, area: Area): void {
  const [symbol] = bwip.raw({ bcid: kind, text }) as { sbs: number[] }[];
  const modules = symbol!.sbs.reduce((total, width) => total + width, 0);
  const unit = area.width / (modules + 20);
  let x = area.x + 10 * unit;
  pdf.fillColor('#000000');
  symbol!.sbs.forEach((width, index) => {
    if (index % 2 === 0) pdf.rect(x, area.y, width * unit, area.height);
    x += width * unit;
  });
  pdf.fill();
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
