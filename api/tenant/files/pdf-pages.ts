/** Pages of a business document: a heading, texts, and tables that break over pages with their headings repeated. */
import PDFDocument from 'pdfkit';

export interface Column {
  title: string;
  /** Share of the page's width. */
  width: number;
  align?: 'left' | 'right';
}

const margin = 48;
const lineHeight = 14;
const bottom = 60;
// Between columns.
const gap = 6;
// So many rows are drawn before others' requests get their turn.
const rowsPerTurn = 50;

const ink = '#1a1a1a';
const faint = '#666666';
const rule = '#bbbbbb';

export class PdfPages {
  readonly #pdf = new PDFDocument({ size: 'A4', margin, bufferPages: true });
  readonly #chunks: Buffer[] = [];
  readonly #done: Promise<Buffer>;

  constructor(title: string) {
    this.#pdf.info.Title = title;
    this.#done = new Promise((resolve, reject) => {
      this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
      this.#pdf.on('end', () => resolve(Buffer.concat(this.#chunks)));
      this.#pdf.on('error', reject);
    });
  }

  get #width(): number {
    return this.#pdf.page.width - 2 * margin;
  }

  /** The house on the left, what the document is on the right. */
  heading(house: string, title: string, facts: readonly (readonly [string, string])[]): void {
    const pdf = this.#pdf;
    const top = pdf.y;
    pdf
      .font('Helvetica-Bold')
      .fontSize(13)
      .fillColor(ink)
      .text(printable(house), margin, top, { width: this.#width * 0.5 });
    const left = pdf.y;
    pdf
      .fontSize(18)
      .text(printable(title), margin + this.#width * 0.5, top, { width: this.#width * 0.5, align: 'right' });
    pdf.moveDown(0.4).fontSize(9);
    for (const [name, value] of facts) {
      const y = pdf.y;
      pdf
        .font('Helvetica')
        .fillColor(faint)
        .text(name, margin + this.#width * 0.5, y, { width: this.#width * 0.27, align: 'right' });
      pdf.fillColor(ink).text(printable(value), margin + this.#width * 0.78, y, {
        width: this.#width * 0.22,
        align: 'right',
      });
    }
    pdf.y = Math.max(pdf.y, left) + 10;
    pdf.x = margin;
  }

  /** A small caption with lines under it: who it is for, how to pay. */
  block(caption: string, lines: readonly string[]): void {
    if (lines.length === 0) return;
    this.#room(lineHeight * (lines.length + 2));
    const pdf = this.#pdf;
    pdf
      .font('Helvetica-Bold')
      .fontSize(8)
      .fillColor(faint)
      .text(caption.toUpperCase(), margin, pdf.y, { width: this.#width });
    pdf.font('Helvetica').fontSize(10).fillColor(ink);
    for (const line of lines) pdf.text(printable(line), margin, pdf.y, { width: this.#width });
    pdf.moveDown(0.8);
  }

  /** A table; long ones let other requests run in between. */
  async table(
    columns: readonly Column[],
    rows: readonly (readonly string[])[],
    total?: readonly string[],
  ): Promise<void> {
    this.#tableHeading(columns);
    for (const [index, cells] of rows.entries()) {
      if (index % rowsPerTurn === rowsPerTurn - 1) await new Promise((resolve) => setImmediate(resolve));
      const height = this.#heightOf(columns, cells);
      if (this.#pdf.y + height > this.#pdf.page.height - bottom) {
        this.#pdf.addPage();
        this.#tableHeading(columns);
      }
      this.#pdf.font('Helvetica').fontSize(9).fillColor(ink);
      this.#cells(columns, cells, height);
    }
    if (total) {
      this.#room(lineHeight * 2);
      this.#line();
      this.#pdf.font('Helvetica-Bold').fontSize(9).fillColor(ink);
      this.#cells(columns, total, lineHeight);
    }
    this.#pdf.y += 8;
  }

  /** Figures at the right edge under a table; `strong` ones in bold. */
  sums(lines: readonly { name: string; value: string; strong?: boolean }[]): void {
    this.#room(lineHeight * lines.length);
    const pdf = this.#pdf;
    for (const { name, value, strong } of lines) {
      const y = pdf.y;
      pdf
        .font(strong ? 'Helvetica-Bold' : 'Helvetica')
        .fontSize(strong ? 11 : 9.5)
        .fillColor(ink);
      pdf.text(name, margin + this.#width * 0.45, y, { width: this.#width * 0.33, align: 'right' });
      pdf.text(printable(value), margin + this.#width * 0.78, y, {
        width: this.#width * 0.22,
        align: 'right',
      });
      pdf.y = y + lineHeight + (strong ? 2 : 0);
    }
    pdf.x = margin;
    pdf.y += 8;
  }

  newPage(): void {
    this.#pdf.addPage();
  }

  /** Numbers the pages and answers the file. */
  finish(footer: string): Promise<Buffer> {
    const pdf = this.#pdf;
    const { start, count } = pdf.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      pdf.switchToPage(page);
      // Below the margin pdfkit would begin another page.
      pdf.page.margins.bottom = 0;
      const text = `${printable(footer)}   ${page - start + 1} / ${count}`;
      pdf
        .font('Helvetica')
        .fontSize(8)
        .fillColor(faint)
        .text(text, margin, pdf.page.height - 36, { width: this.#width, align: 'center', lineBreak: false });
    }
    pdf.end();
    return this.#done;
  }

  #room(height: number): void {
    if (this.#pdf.y + height > this.#pdf.page.height - bottom) this.#pdf.addPage();
  }

  #tableHeading(columns: readonly Column[]): void {
    this.#room(lineHeight * 3);
    this.#pdf.font('Helvetica-Bold').fontSize(8).fillColor(faint);
    this.#cells(
      columns,
      columns.map(({ title }) => title),
      lineHeight,
    );
    this.#line();
  }

  #heightOf(columns: readonly Column[], cells: readonly string[]): number {
    this.#pdf.font('Helvetica').fontSize(9);
    const heights = columns.map(({ width }, index) =>
      this.#pdf.heightOfString(printable(cells[index] ?? ''), { width: width * this.#width - gap }),
    );
    return Math.max(lineHeight, ...heights.map((height) => height + 3));
  }

  #cells(columns: readonly Column[], cells: readonly string[], height: number): void {
    const pdf = this.#pdf;
    const y = pdf.y;
    let x = margin;
    for (const [index, { width, align = 'left' }] of columns.entries()) {
      const space = index === columns.length - 1 ? 0 : gap;
      pdf.text(printable(cells[index] ?? ''), x, y, { width: width * this.#width - space, align });
      x += width * this.#width;
    }
    pdf.x = margin;
    pdf.y = y + height;
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

// The standard fonts know Latin-1 only; other letters would come out as rubbish.
function printable(text: string): string {
  return text.replaceAll(
    /[^\u0020-\u007e\u00a0-\u00ff\n\u20ac\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026]/gu,
    '?',
  );
}
