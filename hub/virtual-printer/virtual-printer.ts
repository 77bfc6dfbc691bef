import { EventEmitter } from 'node:events';
import { isAdjustment, isSetting, onlySets } from '../../domain/printing/zpl-allowed.ts';
import { zplCommands } from '../../domain/printing/zpl-commands.ts';
import { errorReply, hostReply } from './status-replies.ts';
import type { Troubles } from './troubles.ts';

/** With this much in complete, unprinted formats it stops reading, as real printers do. */
const bufferBytesMax = 32 * 1024;

export interface PrintedLabel {
  /** Exactly the bytes from the end of the previous label to the end of this one. */
  raw: Buffer;
  copies: number;
  /** What the printer was set to, by this label or one before: as in a real printer, it stays. */
  settings: Readonly<Record<string, string>>;
}

/**
 * A software label printer: it reads ZPL, answers `~HS` and `~HQES` at once as real ones do, prints each complete
 * format in order, keeps what labels set, and prints nothing while it has a fault. Emits `label` per printed format, `flow` when it starts or
 * stops reading, and `hang_up` when its connections are to be cut.
 */
export class VirtualPrinter extends EventEmitter<{ label: [PrintedLabel]; flow: []; hang_up: [] }> {
  readonly troubles: Troubles = {
    paper_out: false,
    ribbon_out: false,
    cover_open: false,
    paused: false,
    stalled: false,
    silent: false,
  };
  readonly #labelMs: number;
  #input = '';
  #formats: string[] = [];
  readonly #settings = new Map<string, string>();
  #isPrinting = false;

  /** `labelMs`: how long one format takes to print. */
  constructor(labelMs = 0) {
    super();
    this.#labelMs = labelMs;
  }

  /** False while it hangs or its buffer is full: whoever sends to it has to wait for `flow`. */
  get wantsMore(): boolean {
    const waiting = this.#formats.reduce((sum, format) => sum + format.length, 0);
    return !this.troubles.stalled && waiting < bufferBytesMax;
  }

  /** Takes a connection's bytes and answers status commands through `reply`. */
  receive(bytes: Buffer, reply: (text: string) => void): void {
    this.#input += bytes.toString('latin1');
    for (;;) {
      const found = /~HS|~HQES|\^XZ/i.exec(this.#input);
      if (!found) break;
      const end = found.index + found[0].length;
      if (found[0].toUpperCase() === '^XZ') {
        this.#formats.push(this.#input.slice(0, end));
        this.#input = this.#input.slice(end);
      } else {
        this.#input = this.#input.slice(0, found.index) + this.#input.slice(end);
        if (!this.troubles.silent) reply(this.#status(found[0].toUpperCase()));
      }
    }
    this.#printNext();
    this.emit('flow');
  }

  /** Turns a fault on or off; printing resumes by itself once the last one is gone. */
  set(trouble: keyof Troubles, isOn: boolean): void {
    this.troubles[trouble] = isOn;
    this.#printNext();
    this.emit('flow');
  }

  /** Cuts every connection, as pulling the plug does, and forgets what was not printed. */
  hangUp(): void {
    this.forget();
    this.emit('hang_up');
  }

  /** Drops a half-received format, as a printer does at the end of a connection. */
  forgetPartial(): void {
    this.#input = '';
  }

  /** Drops everything not yet printed, as a power cycle does. */
  forget(): void {
    this.#input = '';
    this.#formats = [];
  }

  #printNext(): void {
    const { paper_out, ribbon_out, cover_open, paused } = this.troubles;
    if (this.#isPrinting || paper_out || ribbon_out || cover_open || paused) return;
    const format = this.#formats[0];
    if (format === undefined) return;
    if (this.#labelMs === 0 || onlySets(format)) {
      this.#formats.shift();
      this.#finishLabel(format);
      return this.#printNext();
    }
    this.#isPrinting = true;
    setTimeout(() => {
      this.#isPrinting = false;
      if (this.#formats[0] === format) {
        this.#formats.shift();
        this.#finishLabel(format);
      }
      this.#printNext();
    }, this.#labelMs);
  }

  #finishLabel(format: string): void {
    const copies = Number(/\^PQ(\d+)/i.exec(format)?.[1] ?? 1);
    for (const { name, params } of zplCommands(format))
      if (isSetting(name) || isAdjustment(name)) this.#settings.set(name, params.trim());
    const settings = Object.fromEntries(this.#settings);
    if (!onlySets(format)) this.emit('label', { raw: Buffer.from(format, 'latin1'), copies, settings });
    this.emit('flow');
  }

  #status(command: string): string {
    if (command === '~HQES') return errorReply(this.troubles);
    return hostReply(this.troubles, this.#formats.length, /\^XA/i.test(this.#input));
  }
}
