import { connect, type Socket } from 'node:net';
import { withDeadline } from './deadline.ts';
import { Inbox } from './inbox.ts';
import { TransportError, connectFailed, reasonOf, type Link, type LinkLimits } from './link.ts';

const CHUNK_BYTES = 16 * 1024;

/**
 * Opens raw printing over TCP (usually port 9100); `address` is `host:port`. One connection is one job: mobile printers
 * take a single connection, and the end of the stream is the only end mark there is.
 */
export async function openNetwork(address: string, limits: LinkLimits): Promise<Link> {
  const at = address.lastIndexOf(':');
  const host = address.slice(0, at).replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(address.slice(at + 1)), allowHalfOpen: true, noDelay: true });
  const link = new NetworkLink(socket, limits);
  try {
    await withDeadline(link.connected, limits.connect_ms, () => new Error('no answer'));
    return link;
  } catch (cause) {
    await link.close();
    throw connectFailed(address, cause);
  }
}

class NetworkLink implements Link {
  bytesAccepted = 0;
  readonly outlivesPrinter = false;
  readonly connected: Promise<void>;
  readonly #socket: Socket;
  readonly #limits: LinkLimits;
  readonly #inbox = new Inbox();
  readonly #ended: Promise<void>;
  readonly #closed: Promise<void>;
  #fault: Error | null = null;

  constructor(socket: Socket, limits: LinkLimits) {
    this.#socket = socket;
    this.#limits = limits;
    this.connected = new Promise((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    this.#ended = new Promise((resolve) => socket.once('end', resolve));
    this.#closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('error', (error) => (this.#fault ??= error));
    socket.on('data', (bytes: Buffer) => this.#inbox.push(bytes));
  }

  get isAlive(): boolean {
    return this.#fault === null && !this.#socket.destroyed && !this.#socket.readableEnded;
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
    this.#socket.write(command);
    return this.#inbox.wait(isWhole, wait_ms, Promise.race([this.#closed, this.#ended]));
  }

  /** Half-closes and waits for the printer's own end; without that wait Zebra printers lose labels. */
  async finish(wait_ms: number): Promise<boolean> {
    if (this.#fault || this.#socket.destroyed) return false;
    this.#socket.end();
    const late = () => new Error('the printer did not end the connection');
    try {
      await withDeadline(Promise.race([this.#ended, this.#closed]), wait_ms, late);
    } catch {
      return false;
    }
    return this.#fault === null && this.#socket.readableEnded;
  }

  async close(): Promise<void> {
    this.#socket.destroy();
    await this.#closed;
  }

  async #writeChunk(chunk: Buffer): Promise<void> {
    const failed = (code: 'WRITE_FAILED' | 'WRITE_STALLED', why: string) =>
      new TransportError(code, `Writing to the printer failed: ${why}`, this.bytesAccepted, true);
    if (this.#fault || this.#socket.destroyed)
      throw failed('WRITE_FAILED', reasonOf(this.#fault ?? 'connection closed'));
    const written = new Promise<void>((resolve, reject) => {
      this.#socket.write(chunk, (error) =>
        error ? reject(failed('WRITE_FAILED', reasonOf(error))) : resolve(),
      );
    });
    const { stall_ms } = this.#limits;
    await withDeadline(written, stall_ms, () =>
      failed('WRITE_STALLED', `no byte accepted for ${stall_ms} ms`),
    );
  }
}
