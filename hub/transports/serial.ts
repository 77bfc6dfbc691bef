import { realpath } from 'node:fs/promises';
import { SerialPort } from 'serialport';
import { withDeadline } from './deadline.ts';
import { connectFailed, type Link, type LinkLimits } from './link.ts';
import { done, StreamLink } from './stream-link.ts';

/** Small, so that after a fault the count of accepted bytes is close to the truth. */
const chunkBytes = 1024;

export interface SerialSettings {
  baud_rate: number;
  flow_control: 'xon_xoff' | 'rts_cts' | 'none';
}

export const usualSerial: SerialSettings = { baud_rate: 9600, flow_control: 'xon_xoff' };

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
    const opened = done((tell) => port.open(tell));
    await withDeadline(opened, limits.connectMs, () => new Error('the port did not open'));
    return link;
  } catch (cause) {
    await link.close();
    throw connectFailed(path, cause);
  }
}

class SerialLink extends StreamLink {
  readonly outlivesPrinter = true;
  readonly #port: SerialPort;

  constructor(port: SerialPort, limits: LinkLimits) {
    super(port, limits, chunkBytes);
    this.#port = port;
  }

  get isAlive(): boolean {
    return this.fault === null && this.#port.isOpen;
  }

  protected get isWritable(): boolean {
    return this.isAlive;
  }

  protected get over(): Promise<void> {
    return this.closed;
  }

  async finish(waitMs: number): Promise<boolean> {
    if (!this.isAlive) return false;
    const late = () => new Error('the printer did not accept everything');
    try {
      const drained = done((tell) => this.#port.drain(tell));
      await withDeadline(drained, waitMs, late);
      return this.isAlive;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    if (!this.#port.isOpen) return;
    // Dropping unsent bytes releases a drain that waits in a thread; otherwise it would hang the exit of the process.
    await done((tell) => this.#port.flush(tell)).catch(() => undefined);
    await done((tell) => this.#port.close(tell)).catch(() => undefined);
  }
}
