import { connect, type Socket } from 'node:net';
import { withDeadline } from './deadline.ts';
import { connectFailed, type Link, type LinkLimits } from './link.ts';
import { StreamLink } from './stream-link.ts';

const chunkBytes = 16 * 1024;

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
    await withDeadline(link.connected, limits.connectMs, () => new Error('no answer'));
    return link;
  } catch (cause) {
    await link.close();
    throw connectFailed(address, cause);
  }
}

class NetworkLink extends StreamLink {
  readonly outlivesPrinter = false;
  readonly connected: Promise<void>;
  readonly #socket: Socket;
  readonly #ended: Promise<void>;

  constructor(socket: Socket, limits: LinkLimits) {
    super(socket, limits, chunkBytes);
    this.#socket = socket;
    this.connected = new Promise((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    this.#ended = new Promise((resolve) => socket.once('end', resolve));
  }

  get isAlive(): boolean {
    return this.isWritable && !this.#socket.readableEnded;
  }

  protected get isWritable(): boolean {
    return this.fault === null && !this.#socket.destroyed;
  }

  protected get over(): Promise<void> {
    return Promise.race([this.closed, this.#ended]);
  }

  /** Half-closes and waits for the printer's own end; without that wait Zebra printers lose labels. */
  async finish(waitMs: number): Promise<boolean> {
    if (!this.isWritable) return false;
    this.#socket.end();
    const late = () => new Error('the printer did not end the connection');
    try {
      await withDeadline(this.over, waitMs, late);
    } catch {
      return false;
    }
    return this.fault === null && this.#socket.readableEnded;
  }

  async close(): Promise<void> {
    this.#socket.destroy();
    await this.closed;
  }
}
