import { constants, open, type FileHandle } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { withDeadline } from './deadline.ts';
import { Inbox } from './inbox.ts';
import { TransportError, connectFailed, reasonOf, type Link, type LinkLimits } from './link.ts';

const chunkBytes = 8 * 1024;
/** How often a busy device is tried again; Node gets no event from the kernel for a non-blocking device file. */
const pollMs = 10;

/**
 * Opens a Linux printer device file such as /dev/usb/lp0. Always non-blocking: a blocking write to a stalled printer
 * holds a thread and hangs the exit of the process, and only non-blocking writes count bytes exactly.
 */
export async function openUsbPath(path: string, limits: LinkLimits): Promise<Link> {
  try {
    const flags = constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOCTTY;
    const file = await withDeadline(
      open(path, flags),
      limits.connectMs,
      () => new Error('the device did not open'),
    );
    return new UsbPathLink(file, limits);
  } catch (cause) {
    throw connectFailed(path, cause);
  }
}

class UsbPathLink implements Link {
  bytesAccepted = 0;
  readonly outlivesPrinter = false;
  readonly #file: FileHandle;
  readonly #limits: LinkLimits;
  readonly #inbox = new Inbox();
  #isClosed = false;
  #hasFailed = false;

  constructor(file: FileHandle, limits: LinkLimits) {
    this.#file = file;
    this.#limits = limits;
  }

  get isAlive(): boolean {
    return !this.#isClosed && !this.#hasFailed;
  }

  async write(data: Buffer, onProgress?: (bytesAccepted: number) => void): Promise<void> {
    let at = 0;
    let lastProgress = Date.now();
    while (at < data.length) {
      const took = await this.#tryWrite(data.subarray(at, at + chunkBytes));
      if (took > 0) {
        at += took;
        this.bytesAccepted += took;
        lastProgress = Date.now();
        onProgress?.(this.bytesAccepted);
      } else if (Date.now() - lastProgress >= this.#limits.stallMs) {
        throw this.#failed('WRITE_STALLED', `no byte accepted for ${this.#limits.stallMs} ms`);
      } else {
        await pause(pollMs);
      }
    }
  }

  async query(command: string, isWhole: (reply: string) => boolean, waitMs: number): Promise<string | null> {
    const until = Date.now() + waitMs;
    await this.#readAvailable();
    this.#inbox.clear();
    let unsent = Buffer.from(command, 'latin1');
    while (Date.now() < until) {
      try {
        if (unsent.length > 0) unsent = unsent.subarray(await this.#tryWrite(unsent));
        if (!(await this.#readAvailable())) return null;
      } catch {
        return null;
      }
      const answer = await this.#inbox.wait(isWhole, pollMs, never);
      if (answer !== null) return answer;
    }
    return null;
  }

  /** The driver answers EAGAIN to an empty write until its last block has reached the printer. */
  async finish(waitMs: number): Promise<boolean> {
    if (!this.isAlive) return false;
    const until = Date.now() + waitMs;
    do {
      try {
        await this.#file.write(emptyBlock, 0, 0);
        return true;
      } catch (cause) {
        if (reasonOf(cause) !== 'EAGAIN') return false;
      }
      await pause(pollMs);
    } while (Date.now() < until);
    return false;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#file.close().catch(() => undefined);
  }

  async #tryWrite(chunk: Buffer): Promise<number> {
    try {
      return (await this.#file.write(chunk)).bytesWritten;
    } catch (cause) {
      if (reasonOf(cause) === 'EAGAIN') return 0;
      this.#hasFailed = true;
      throw this.#failed('WRITE_FAILED', reasonOf(cause));
    }
  }

  /** Reads what is available; `false` if the device can no longer be read. */
  async #readAvailable(): Promise<boolean> {
    const room = Buffer.alloc(4096);
    for (;;) {
      try {
        const { bytesRead } = await this.#file.read(room, 0, room.length, null);
        if (bytesRead === 0) return true;
        this.#inbox.push(room.subarray(0, bytesRead));
      } catch (cause) {
        if (reasonOf(cause) === 'EAGAIN') return true;
        this.#hasFailed = true;
        return false;
      }
    }
  }

  #failed(code: 'WRITE_FAILED' | 'WRITE_STALLED', why: string): TransportError {
    return new TransportError(code, `Writing to the printer failed: ${why}`, this.bytesAccepted, true);
  }
}

const emptyBlock = Buffer.alloc(1);
const never = new Promise<void>(() => undefined);
