import { EventEmitter } from 'node:events';
import { isReady, troubleOf } from '../../domain/printing/printer-state.ts';
import type { Device } from '../devices/device.ts';
import type { DeviceBook } from '../devices/device-book.ts';
import type { Lanes } from '../devices/printer-queues.ts';
import type { PrinterWatch } from '../devices/printer-watch.ts';
import type { JobResult } from '../state/journal-entry.ts';
import type { Journal } from '../state/journal.ts';
import type { Timings } from '../timings.ts';
import type { Link } from '../transports/link.ts';
import { sendFile } from './send-file.ts';
import { sendLabel, type Finding } from './send-label.ts';

export interface Label {
  zpl: string;
  copies: number;
  /** A file, sent as it is in place of ZPL. */
  raw?: Buffer;
}

export interface FinishedJob extends JobResult {
  key: string;
  device_id: string;
  label: Label;
}

/**
 * What to print, handed over at the last moment, once the printer is open and ready; `null` means there is nothing to
 * print after all.
 */
export type LabelSource = () => Promise<Label | null>;

export interface PrintOptions {
  writeDown?: () => Promise<void>;
  /** The job is this hub's already: it waits for its turn in however long a line. */
  isPromised?: boolean;
}

/** A printer that will not take a job now. Nothing was sent, and no cloud job was claimed. */
export class NotReady extends Error {
  readonly code: 'CONNECT_FAILED' | 'PRINTER_ERROR';

  constructor(code: 'CONNECT_FAILED' | 'PRINTER_ERROR', message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Where local jobs and cloud jobs meet the printers: one at a time per printer, SENDING in the journal before the first
 * byte, the result in the journal before anybody is told.
 */
export class PrintStation extends EventEmitter<{ finished: [FinishedJob] }> {
  readonly book: DeviceBook;
  readonly lanes: Lanes;
  readonly watch: PrinterWatch;
  readonly journal: Journal;
  readonly timings: Timings;

  constructor(parts: {
    book: DeviceBook;
    lanes: Lanes;
    watch: PrinterWatch;
    journal: Journal;
    timings: Timings;
  }) {
    super();
    this.book = parts.book;
    this.lanes = parts.lanes;
    this.watch = parts.watch;
    this.journal = parts.journal;
    this.timings = parts.timings;
  }

  /**
   * Prints one job in the printer's turn. `writeDown` goes to disk while the printer is being opened, and the label is
   * requested after both. Rejects with NotReady before the label was requested, and with JOURNAL_ERROR before a byte
   * was sent; resolves with `null` if there was nothing to print after all.
   */
  async print(
    deviceId: string,
    key: string,
    takeLabel: LabelSource,
    { writeDown = async () => {}, isPromised = false }: PrintOptions = {},
  ): Promise<FinishedJob | null> {
    const work = async (): Promise<FinishedJob | null> => {
      const opening = this.#openReady(this.book.get(deviceId));
      const [opened, written] = await Promise.allSettled([opening, writeDown()]);
      if (opened.status === 'rejected') throw opened.reason;
      const { link, state } = opened.value;
      const started = Date.now();
      try {
        if (written.status === 'rejected') throw written.reason;
        const label = await takeLabel();
        if (!label) return null;
        await this.journal.append({ type: 'sending', key, at: Date.now() });
        const finding = label.raw
          ? await sendFile(link, label.raw, label.copies, this.timings, () => this.#again(deviceId))
          : await sendLabel(link, label, state, this.timings, (seen) =>
              this.watch.note(deviceId, true, seen),
            );
        return await this.settle(key, deviceId, label, {
          ...finding,
          bytes: link.bytesAccepted,
          duration_ms: Date.now() - started,
        });
      } finally {
        await link.close();
      }
    };
    return this.lanes.run(deviceId, work, isPromised);
  }

  async #again(deviceId: string): Promise<Link> {
    return (await this.#openReady(this.book.get(deviceId))).link;
  }

  /** Writes down how a job ended and tells all listeners. */
  async settle(key: string, deviceId: string, label: Label, ended: JobResult): Promise<FinishedJob> {
    const isWritten = await this.journal.settle({ type: 'result', key, at: Date.now(), result: ended });
    let result = ended;
    if (!isWritten && this.journal.get(key)?.source === 'local') {
      result = unwritten(ended);
      await this.journal.settle({ type: 'result', key, at: Date.now(), result });
    }
    const job = { ...result, key, device_id: deviceId, label };
    this.emit('finished', job);
    return job;
  }

  async #openReady(device: Device) {
    let opened;
    try {
      opened = await this.watch.open(device);
    } catch (cause) {
      throw new NotReady('CONNECT_FAILED', (cause as Error).message);
    }
    if (isReady(opened.state) !== false) return opened;
    await opened.link.close();
    throw new NotReady('PRINTER_ERROR', `The printer is not ready: ${troubleOf(opened.state)}`);
  }
}

/** A local job whose end is not on disk is sent by the next start: nobody may print it elsewhere without looking. */
function unwritten(result: JobResult): JobResult {
  if (!result.error || result.error.may_have_printed) return result;
  const message = `${result.error.message}; the hub cannot write this down, and prints it if it is started again soon`;
  return { ...result, error: { ...result.error, message, may_have_printed: true } };
}

/** The result of a job of which no byte was sent. */
export function unsent(code: string, message: string): JobResult {
  const finding: Finding = {
    status: 'failed',
    error: { code, message, may_have_printed: false },
    verified: false,
  };
  return { ...finding, bytes: 0, duration_ms: 0 };
}
