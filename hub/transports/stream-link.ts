import type { Duplex } from 'node:stream';
import { withDeadline } from './deadline.ts';
import { Inbox } from './inbox.ts';
import { TransportError, reasonOf, type Link, type LinkLimits } from './link.ts';

/** What a socket and a serial port have in common: bytes go in chunks, each within its time, and replies are collected. */
export abstract class StreamLink implements Link {
  bytesAccepted = 0;
  abstract readonly outlivesPrinter: boolean;
  protected readonly closed: Promise<void>;
  protected fault: Error | null = null;
  readonly #stream: Duplex;
  readonly #limits: LinkLimits;
  readonly #chunkBytes: number;
  readonly #inbox = new Inbox();

  constructor(stream: Duplex, limits: LinkLimits, chunkBytes: number) {
    this.#stream = stream;
    this.#limits = limits;
    this.#chunkBytes = chunkBytes;
    this.closed = new Promise((resolve) => stream.once('close', () => resolve()));
    // Closing during a write emits `error`; without a listener that ends the process.
    stream.on('error', (error: Error) => (this.fault ??= error));
    stream.on('data', (bytes: Buffer) => this.#inbox.push(bytes));
  }

  abstract get isAlive(): boolean;
  abstract finish(waitMs: number): Promise<boolean>;
  abstract close(): Promise<void>;
  /** Whether bytes can still be written; a printer that sends nothing more may still read. */
  protected abstract get isWritable(): boolean;
  /** Resolves once nothing more can be received. */
  protected abstract get over(): Promise<void>;

  async write(data: Buffer, onProgress?: (bytesAccepted: number) => void): Promise<void> {
    for (let at = 0; at < data.length; at += this.#chunkBytes) {
      const chunk = data.subarray(at, at + this.#chunkBytes);
      await this.#writeChunk(chunk);
      this.bytesAccepted += chunk.length;
      onProgress?.(this.bytesAccepted);
    }
  }

  async query(command: string, isWhole: (reply: string) => boolean, waitMs: number): Promise<string | null> {
    if (!this.isAlive) return null;
    this.#inbox.clear();
    this.#stream.write(command);
    return this.#inbox.wait(isWhole, waitMs, this.over);
  }

  async #writeChunk(chunk: Buffer): Promise<void> {
    const failed = (code: 'WRITE_FAILED' | 'WRITE_STALLED', why: string) =>
      new TransportError(code, `Writing to the printer failed: ${why}`, this.bytesAccepted, true);
    if (!this.isWritable) throw failed('WRITE_FAILED', reasonOf(this.fault ?? 'connection closed'));
    const written = done((tell) => this.#stream.write(chunk, tell));
    const gone = this.closed.then(() => Promise.reject(failed('WRITE_FAILED', 'the connection went away')));
    const { stallMs } = this.#limits;
    const late = () => failed('WRITE_STALLED', `no byte accepted for ${stallMs} ms`);
    try {
      await withDeadline(Promise.race([written, gone]), stallMs, late);
    } catch (cause) {
      throw cause instanceof TransportError ? cause : failed('WRITE_FAILED', reasonOf(cause));
    }
  }
}

/** What `start` tells its callback, as a promise. */
export function done(start: (tell: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())));
}
