/**
 * A business document as PDF. Its parts are noted here and drawn in a thread of its own: thirty documents at once would
 * otherwise keep the event loop from everybody else for seconds.
 */
import { Refusal } from '../../../domain/refusal.ts';
import { openThread, Threads } from '../../files/threads.ts';
import type { Column, HeadingExtras, PaperSize, Sheet, Sum } from './draw-pages.ts';

export type Facts = readonly (readonly [string, string])[];

export type Part =
  | { kind: 'heading'; from: string; title: string; facts: Facts; more: HeadingExtras | undefined }
  | { kind: 'block'; caption: string; lines: readonly string[]; qr: string | undefined }
  | {
      kind: 'table';
      columns: readonly Column[];
      rows: readonly (readonly string[])[];
      total: readonly string[] | undefined;
    }
  | { kind: 'sums'; lines: readonly Sum[] }
  | { kind: 'page' };

/** What the thread is asked to draw. */
export interface PdfOrder {
  sheet: Sheet;
  parts: readonly Part[];
  footer: string;
}

const drawMsMax = 60_000;

const threads = new Threads<PdfOrder, Uint8Array>({
  open: () => openThread(new URL('./pdf-thread.js', import.meta.url)),
  works: 'documents',
  tooMuch: (of) =>
    new Refusal(
      'EXPORT_TOO_LARGE',
      `The document takes more ${of} than one may; ask for a shorter period, or for CSV.`,
    ),
});

export class PdfPages {
  readonly #organizationId: string;
  readonly #sheet: Sheet;
  readonly #parts: Part[] = [];

  /** Of this organization, which waits for a thread in its own line. With a moment, the same parts are the same bytes. */
  constructor(organizationId: string, title: string, size: PaperSize = 'A4', moment?: Date) {
    this.#organizationId = organizationId;
    this.#sheet = { title, size, moment, country: undefined, invoiceXml: undefined };
  }

  /** Where the sender is at home: Chinese that all write alike is set in the characters of that country. */
  sentFrom(country: unknown): void {
    this.#sheet.country = country;
  }

  /** The sender on the left, with an optional logo and small lines; what the document is on the right. */
  heading(from: string, title: string, facts: Facts, more?: HeadingExtras): void {
    this.#parts.push({ kind: 'heading', from, title, facts, more });
  }

  /** A small caption with lines below it: the recipient, how to pay. What `qr` says stands beside them as a QR code. */
  block(caption: string, lines: readonly string[], qr?: string): void {
    this.#parts.push({ kind: 'block', caption, lines, qr });
  }

  /** A table, which breaks across pages. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[], total?: readonly string[]): void {
    this.#parts.push({ kind: 'table', columns, rows, total });
  }

  /** Figures at the right edge below a table; `strong` ones in bold. */
  sums(lines: readonly Sum[]): void {
    this.#parts.push({ kind: 'sums', lines });
  }

  /** Makes it a hybrid invoice, Factur-X or ZUGFeRD: a PDF/A-3 that carries the same invoice as XML. */
  embedInvoice(xml: Uint8Array): void {
    this.#sheet.invoiceXml = xml;
  }

  newPage(): void {
    this.#parts.push({ kind: 'page' });
  }

  /**
   * Draws the document, its pages numbered above the footer. Refuses 400 EXPORT_TOO_LARGE if that takes too much memory
   * or time, and 503 UNAVAILABLE while too many wait.
   */
  async finish(footer: string): Promise<Buffer> {
    const thread = await threads.enter(this.#organizationId);
    try {
      const order = { sheet: this.#sheet, parts: this.#parts, footer };
      const drawn = await threads.ask(thread, order, drawMsMax);
      return Buffer.from(drawn.buffer, drawn.byteOffset, drawn.byteLength);
    } finally {
      threads.leave(thread);
    }
  }
}
