/**
 * Draws the pages of a business document: a heading, text, and tables that break across pages with their headings
 * repeated. Only the thread of `pdf-thread.ts` imports it.
 */
import bwip from 'bwip-js';
import { bold, Letters, regular } from '../../../domain/paper/pdf-fonts.ts';
import { embedInvoice } from './hybrid-invoice.ts';
import { PaperDocument } from './paper-document.ts';

export interface Column {
  title: string;
  /** Share of the page's width. */
  width: number;
  align?: 'left' | 'right';
}

const margin = 48;
const lineHeight = 14;
const cellSize = 9;
const bottom = 60;
// Between columns.
const gap = 6;

const ink = '#1a1a1a';
const faint = '#666666';
const rule = '#bbbbbb';

/** Below this size a figure is unreadable; it then overlaps its neighbour rather than being broken. */
const smallestFont = 5;
// 32 mm: codes of payments are to be at least 2 cm wide.
const qrSide = 90;
const logoSize: [number, number] = [170, 56];

export interface HeadingExtras {
  logo?: Uint8Array | undefined;
  lines?: readonly string[];
}

/** A figure with its name, below a table. */
export interface Sum {
  name: string;
  value: string;
  strong?: boolean;
}

export type PaperSize = 'A4' | 'LETTER';

export interface Sheet {
  title: string;
  size: PaperSize;
  /** When the document was made, if that is not now. */
  moment: Date | undefined;
  /** The sender's. */
  country: unknown;
  /** An e-invoice that the file carries. */
  invoiceXml: Uint8Array | undefined;
}

export class PageDrawing {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #letters: Letters;
  readonly #chunks: Buffer[] = [];
  readonly #done: Promise<Buffer>;

  /** With an e-invoice it is a PDF/A-3, which carries it. */
  constructor({ title, size, moment = new Date(), country, invoiceXml }: Sheet) {
    const info = { Title: title, CreationDate: moment, ModDate: moment };
    const archived = invoiceXml ? ({ pdfVersion: '1.7', subset: 'PDF/A-3b' } as const) : {};
    this.#pdf = new PaperDocument({ size, margin, bufferPages: true, info, ...archived }, country);
    if (invoiceXml) embedInvoice(this.#pdf, invoiceXml, moment);
    this.#letters = new Letters(this.#pdf);
    this.#done = new Promise((resolve, reject) => {
      this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
      this.#pdf.on('end', () => resolve(Buffer.concat(this.#chunks)));
      this.#pdf.on('error', reject);
    });
  }

  get #width(): number {
    return this.#pdf.page.width - 2 * margin;
  }

  /** The sender on the left, with an optional logo and small lines; what the document is on the right. */
  heading(
    from: string,
    title: string,
    facts: readonly (readonly [string, string])[],
    more: HeadingExtras = {},
  ): void {
    const pdf = this.#pdf;
    const top = pdf.y;
    if (more.logo) pdf.image(Buffer.from(more.logo), margin, top, { fit: logoSize });
    pdf
      .font(bold)
      .fontSize(13)
      .fillColor(ink)
      .text(this.#letters.print(from), margin, top + (more.logo ? logoSize[1] + 8 : 0), {
        width: this.#width * 0.48,
      });
    pdf.font(regular).fontSize(8.5).fillColor(faint);
    for (const line of more.lines ?? [])
      pdf.text(this.#letters.print(line), margin, pdf.y, { width: this.#width * 0.48 });
    const left = pdf.y;
    pdf.font(bold).fillColor(ink);
    pdf.fontSize(18).text(this.#letters.print(title), margin + this.#width * 0.5, top, {
      width: this.#width * 0.5,
      align: 'right',
    });
    pdf.moveDown(0.4).fontSize(9);
    for (const [name, value] of facts) {
      const y = pdf.y;
      pdf
        .font(regular)
        .fillColor(faint)
        .text(name, margin + this.#width * 0.5, y, { width: this.#width * 0.2, align: 'right' });
      pdf.fillColor(ink).text(this.#letters.print(value), margin + this.#width * 0.72, y, {
        width: this.#width * 0.28,
        align: 'right',
      });
    }
    pdf.y = Math.max(pdf.y, left) + 10;
    pdf.x = margin;
  }

  /** A small caption with lines below it: the recipient, how to pay. */
  block(caption: string, lines: readonly string[], qr?: string): void {
    if (lines.length === 0) return;
    this.#room(Math.max(lineHeight * (lines.length + 2), qr ? qrSide : 0));
    const pdf = this.#pdf;
    const top = pdf.y;
    const width = this.#width - (qr ? qrSide + 20 : 0);
    pdf.font(bold).fontSize(8).fillColor(faint).text(caption.toUpperCase(), margin, pdf.y, { width });
    pdf.font(regular).fontSize(10).fillColor(ink);
    for (const line of lines) pdf.text(this.#letters.print(line), margin, pdf.y, { width });
    if (qr) {
      drawQr(pdf, qr, { x: margin + this.#width - qrSide, y: top });
      pdf.y = Math.max(pdf.y, top + qrSide);
    }
    pdf.moveDown(0.8);
  }

  /** A table, its last row a total if there is one. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[], total?: readonly string[]): void {
    this.#tableHeading(columns);
    for (const cells of rows) {
      const height = this.#heightOf(columns, cells);
      if (this.#pdf.y + height > this.#pdf.page.height - bottom) {
        this.#pdf.addPage();
        this.#tableHeading(columns);
      }
      this.#pdf.font(regular).fillColor(ink);
      this.#cells(columns, cells, height, cellSize);
    }
    if (total) {
      this.#room(lineHeight * 2);
      this.#line();
      this.#pdf.font(bold).fillColor(ink);
      this.#cells(columns, total, lineHeight, cellSize);
    }
    this.#pdf.y += 8;
  }

  /** Figures at the right edge below a table; `strong` ones in bold. */
  sums(lines: readonly Sum[]): void {
    this.#room(lineHeight * lines.length);
    const pdf = this.#pdf;
    for (const { name, value, strong } of lines) {
      const y = pdf.y;
      pdf
        .font(strong ? bold : regular)
        .fontSize(strong ? 11 : 9.5)
        .fillColor(ink);
      pdf.text(this.#letters.print(name), margin + this.#width * 0.2, y, {
        width: this.#width * 0.5,
        align: 'right',
      });
      this.#figure(
        value,
        { x: margin + this.#width * 0.71, y, width: this.#width * 0.29 },
        strong ? 11 : 9.5,
      );
      pdf.y = y + lineHeight + (strong ? 2 : 0);
    }
    pdf.x = margin;
    pdf.y += 8;
  }

  newPage(): void {
    this.#pdf.addPage();
  }

  /** Numbers the pages and returns the file. */
  finish(footer: string): Promise<Buffer> {
    const pdf = this.#pdf;
    const { start, count } = pdf.bufferedPageRange();
    const { note } = this.#letters;
    for (let page = start; page < start + count; page += 1) {
      pdf.switchToPage(page);
      // Below the margin, pdfkit would start another page.
      pdf.page.margins.bottom = 0;
      const text = `${this.#letters.print(footer)}   ${page - start + 1} / ${count}`;
      pdf
        .font(regular)
        .fontSize(8)
        .fillColor(faint)
        .text(text, margin, pdf.page.height - 36, { width: this.#width, align: 'center', lineBreak: false });
      if (note)
        pdf.text(note, margin, pdf.page.height - 24, {
          width: this.#width,
          align: 'center',
          lineBreak: false,
        });
    }
    pdf.end();
    return this.#done;
  }

  #room(height: number): void {
    if (this.#pdf.y + height > this.#pdf.page.height - bottom) this.#pdf.addPage();
  }

  #tableHeading(columns: readonly Column[]): void {
    this.#room(lineHeight * 3);
    this.#pdf.font(bold).fillColor(faint);
    this.#cells(
      columns,
      columns.map(({ title }) => title),
      lineHeight,
      8,
    );
    this.#line();
  }

  #heightOf(columns: readonly Column[], cells: readonly string[]): number {
    this.#pdf.font(regular).fontSize(cellSize);
    const heights = columns.map(({ width, align }, index) =>
      align === 'right'
        ? lineHeight - 3
        : this.#pdf.heightOfString(this.#letters.print(cells[index] ?? ''), {
            width: width * this.#width - gap,
          }),
    );
    return Math.max(lineHeight, ...heights.map((height) => height + 3));
  }

  #cells(columns: readonly Column[], cells: readonly string[], height: number, size: number): void {
    const pdf = this.#pdf.fontSize(size);
    const y = pdf.y;
    let x = margin;
    for (const [index, { width, align = 'left' }] of columns.entries()) {
      const space = index === columns.length - 1 ? 0 : gap;
      if (align === 'right')
        this.#figure(cells[index] ?? '', { x, y, width: width * this.#width - space }, size);
      else pdf.text(this.#letters.print(cells[index] ?? ''), x, y, { width: width * this.#width - space });
      x += width * this.#width;
    }
    pdf.x = margin;
    pdf.y = y + height;
  }

  /** A figure at the right edge of its column, on one line: if it is too long it is set smaller, never broken. */
  #figure(text: string, at: { x: number; y: number; width: number }, size: number): void {
    const { x, y, width } = at;
    const pdf = this.#pdf;
    const printed = this.#letters.print(text);
    const usual = pdf.widthOfString(printed);
    if (usual > width) pdf.fontSize(Math.max(smallestFont, (size * width) / usual - 0.05));
    pdf.text(printed, x + width - pdf.widthOfString(printed), y, { lineBreak: false });
    pdf.fontSize(size);
  }

  #line(): void {
    const pdf = this.#pdf;
    pdf
      .moveTo(margin, pdf.y - 1)
      .lineTo(margin + this.#width, pdf.y - 1)
      .lineWidth(0.5)
      .strokeColor(rule)
      .stroke();
    pdf.y += 3;
  }
}

/** Draws a QR code as rectangles, which are sharp at any size, with medium error correction. */
function drawQr(pdf: PDFKit.PDFDocument, text: string, { x, y }: { x: number; y: number }): void {
  const options = {
    bcid: 'qrcode',
    text: Buffer.from(text, 'utf8').toString('latin1'),
    eclevel: 'M',
    binarytext: true,
  };
  const [symbol] = bwip.raw(options) as { pixs: number[]; pixx: number }[];
  const { pixs, pixx } = symbol!;
  const unit = qrSide / pixx;
  pdf.fillColor('#000000');
  pixs.forEach((dark, at) => {
    if (dark) pdf.rect(x + (at % pixx) * unit, y + Math.floor(at / pixx) * unit, unit, unit);
  });
  pdf.fill();
}
