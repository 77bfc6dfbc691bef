/**
 * Sheets that travel with the goods. The drawing depends on the facts alone, including the timestamp in the file, which
 * is that of the shipping: the same facts give the same bytes. The drawing libraries are imported when a sheet is
 * generated, since importing them would slow the start of every process.
 */
import bwip from 'bwip-js';
import PDFDocument from 'pdfkit';
import { bold, Letters, regular } from '../../domain/paper/pdf-fonts.ts';

const margin = 42;
const lineHeight = 15;
const footerRoom = 60;
const ink = '#111111';
const faint = '#555555';

export interface SheetColumn {
  title: string;
  width: number;
  align?: 'left' | 'right';
}

export class ShippingSheet {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #letters: Letters;
  readonly #done: Promise<Buffer>;

  constructor(title: string, moment: Date, size: 'A4' | 'LETTER' = 'A4') {
    const info = { Title: title, CreationDate: moment, ModDate: moment };
    this.#pdf = new PDFDocument({ size, margin, bufferPages: true, info });
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
      .text(this.#letters.print(house), margin, margin + 26);
    const [x, width] = [margin + this.#width * 0.52, this.#width * 0.48];
    drawBars(pdf, barcode.kind, barcode.text, { x, y: margin, width, height: 46 });
    pdf
      .fontSize(10)
      .fillColor(ink)
      .text(this.#letters.print(barcode.below), x, margin + 50, { width, align: 'center' });
    pdf.y = margin + 78;
  }

  /** Boxes side by side, each with a caption and lines. */
  boxes(boxes: readonly { caption: string; lines: readonly string[] }[]): void {
    const pdf = this.#pdf;
    const width = this.#width / boxes.length;
    const height = 26 + 12 * Math.max(...boxes.map(({ lines }) => lines.length), 1);
    this.#room(height);
    const top = pdf.y;
    boxes.forEach(({ caption, lines }, index) => {
      const x = margin + index * width;
      pdf.rect(x, top, width, height).lineWidth(0.6).strokeColor(faint).stroke();
      pdf.font(bold).fontSize(8).fillColor(faint);
      pdf.text(this.#letters.print(caption.toUpperCase()), x + 6, top + 6, {
        width: width - 12,
        height: 9,
        ellipsis: true,
      });
      pdf.font(regular).fontSize(9).fillColor(ink);
      lines.forEach((text, line) =>
        pdf.text(this.#letters.print(text), x + 6, top + 19 + line * 12, {
          width: width - 12,
          height: 11,
          ellipsis: true,
        }),
      );
    });
    pdf.y = top + height + 8;
  }

  /** A table that continues on further pages with its column titles repeated. */
  table(columns: readonly SheetColumn[], rows: readonly (readonly string[])[]): void {
    this.#room(3 * lineHeight);
    this.#row(
      columns,
      columns.map(({ title }) => title),
      true,
    );
    for (const cells of rows) {
      if (this.#pdf.y + lineHeight > this.#pdf.page.height - footerRoom) {
        this.#pdf.addPage();
        this.#row(
          columns,
          columns.map(({ title }) => title),
          true,
        );
      }
      this.#row(columns, cells, false);
    }
    this.#pdf.y += 8;
  }

  #row(columns: readonly SheetColumn[], cells: readonly string[], isTitle: boolean): void {
    const pdf = this.#pdf;
    const y = pdf.y;
    let x = margin;
    pdf
      .font(isTitle ? bold : regular)
      .fontSize(9)
      .fillColor(isTitle ? faint : ink);
    columns.forEach(({ width: share, align = 'left' }, index) => {
      const width = this.#width * share;
      pdf.text(this.#letters.print(cells[index] ?? ''), x + 2, y + 3, {
        width: width - 6,
        height: 11,
        align,
        ellipsis: true,
      });
      x += width;
    });
    const rule = y + lineHeight - 1;
    pdf
      .moveTo(margin, rule)
      .lineTo(margin + this.#width, rule)
      .lineWidth(isTitle ? 0.8 : 0.3)
      .strokeColor(faint)
      .stroke();
    pdf.x = margin;
    pdf.y = y + lineHeight;
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
  const [symbol] = bwip.raw({ bcid: kind, text } as never) as unknown as { sbs: number[] }[];
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
