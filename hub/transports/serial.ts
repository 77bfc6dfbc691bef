import { realpath } from 'node:fs/promises';
import { SerialPort } from 'serialport';
import { withDeadline } from './deadline.ts';
import { Inbox } from './inbox.ts';
import { TransportError, connectFailed, reasonOf, type Link, type LinkLimits } from './link.ts';

/** Small, so that after a fault the count of accepted bytes is close to the truth. */
const CHUNK_BYTES = 1024;

export interface SerialSettings {
  baud_rate: number;
  flow_control: 'xon_xoff' | 'rts_cts' | 'none';
}

export const DEFAULT_SERIAL: SerialSettings = { baud_rate: 9600, flow_control: 'xon_xoff' };

/** Opens a serial port by path or COM name. `xany` is never set: any byte of a reply would break flow control. */
export async function openSerial(path: string, settings: SerialSettings, limits: LinkLimits): Promise<Link> {
  const isSoft = settings.flow_control === 'xon_xoff';
  // A pseudo terminal keeps the exclusive flag after we close it, and our next job could not open it.
  const isPseudo = await realpath(path).then(
    (real) => real.startsWith('/dev/pts/'),
    () => false,
  );
  const port = new SerialPort({
    path,
    lock: !isPseudo,
    baudRate: settings.baud_rate,
    autoOpen: false,
    xon: isSoft,
    xoff: isSoft,
    rtscts: settings.flow_control === 'rts_cts',
  });
  const link = new SerialLink(port, limits);
  try {
    const opened = callback((done) => port.open(done));
    await withDeadline(opened, limits.connect_ms, () => new Error('the port did not open'));
    return link;
  } catch (cause) {
    await link.close();
    throw connectFailed(path, cause);
  }
}

class SerialLink implements Link {
  bytesAccepted = 0;
  readonly outlivesPrinter = true;
  readonly #port: SerialPort;
  readonly #limits: LinkLimits;
  readonly #inbox = new Inbox();
  readonly #closed: Promise<void>;
  #fault: Error | null = null;

  constructor(port: SerialPort, limits: LinkLimits) {
    this.#port = port;
    this.#limits = limits;
    this.#closed = new Promise((resolve) => port.once('close', () => resolve()));
    // Closing during a write emits `error`; without a listener that ends the process.
    port.on('error', (error: Error) => (this.#fault ??= error));
    port.on('data', (bytes: Buffer) => this.#inbox.push(bytes));
  }

  get isAlive(): boolean {
    return this.#fault === null && this.#port.isOpen;
  }

  async write(data: Buffer, onProgress?: (bytesAccepted: number) => void): Promise<void> {
    for (let at = 0; at < data.length; at += CHUNK_BYTES) {
      const chunk = data.subarray(at, at + CHUNK_BYTES);
      await this.#writeChunk(chunk);
      this.bytesAccepted += chunk.length;
      onProgress?.(this.bytesAccepted);
    }
  }

  async query(command: string, isWhole: (reply: string) => boolean, wait_ms: number): Promise<string | null> {
    if (!this.isAlive) return null;
    this.#inbox.clear();
    this.#port.write(command);
    return this.#inbox.wait(isWhole, wait_ms, this.#closed);
  }

  async finish(wait_ms: number): Promise<boolean> {
    if (!this.isAlive) return false;
    const late = () => new Error('the printer did not accept everything');
    try {
      await withDeadline(
        callback((done) => this.#port.drain(done)),
        wait_ms,
        late,
      );
      return this.isAlive;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    if (!this.#port.isOpen) return;
    // Dropping unsent bytes releases a drain that waits in a thread; otherwise it would hang the exit of the process.
    await callback((done) => this.#port.flush(done)).catch(() => undefined);
    await callback((done) => this.#port.close(done)).catch(() => undefined);
  }

  async #writeChunk(chunk: Buffer): Promise<void> {
    const failed = (code: 'WRITE_FAILED' | 'WRITE_STALLED', why: string) =>
      new TransportError(code, `Writing to the printer failed: ${why}`, this.bytesAccepted, true);
    if (this.#fault || !this.#port.isOpen)
      throw failed('WRITE_FAILED', reasonOf(this.#fault ?? 'port closed'));
    const written = callback((done) => this.#port.write(chunk, done));
    const gone = this.#closed.then(() => Promise.reject(failed('WRITE_FAILED', 'the port went away')));
    const { stall_ms } = this.#limits;
    const late = () => failed('WRITE_STALLED', `no byte accepted for ${stall_ms} ms`);
    try {
      await withDeadline(Promise.race([written, gone]), stall_ms, late);
    } catch (cause) {
      throw cause instanceof TransportError ? cause : failed('WRITE_FAILED', reasonOf(cause));
    }
  }
}

function callback(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())));
}
