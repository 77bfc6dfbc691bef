import { EventEmitter } from 'node:events';
import { unknownState, isReady, troubleOf, type PrinterState } from '../../domain/printing/printer-state.ts';
import { HubError } from '../hub-error.ts';
import type { Timings } from '../timings.ts';
import { connectFailed, type Link } from '../transports/link.ts';
import { openLink } from '../transports/open-link.ts';
import { speaksZpl, type Device } from './device.ts';
import { queryState } from './query-state.ts';

/** What was last seen of a printer. `reachable` is `null` until the first attempt. */
export interface Sighting {
  reachable: boolean | null;
  state: PrinterState;
  at: number;
}

/** Opens printers, asks for their state, and remembers it. Callers hold the printer's lane. */
export class PrinterWatch extends EventEmitter<{ seen: [deviceId: string] }> {
  readonly #sightings = new Map<string, Sighting>();
  /**
   * Printers that have reported their status before. A serial port opens even with nothing connected, so silence from
   * these means absence.
   */
  readonly #tellers = new Set<string>();
  readonly #timings: Timings;
  readonly #find: (device: Device) => Promise<Device>;

  /** `find` returns the printer with its current address, or rejects with CONNECT_FAILED. */
  constructor(timings: Timings, find: (device: Device) => Promise<Device>) {
    super();
    this.#timings = timings;
    this.#find = find;
  }

  /** It reported its state at the last check. */
  tells(deviceId: string): boolean {
    const { reachable, state } = this.last(deviceId);
    return reachable === true && state.out_of_paper !== null;
  }

  last(deviceId: string): Sighting {
    return this.#sightings.get(deviceId) ?? { reachable: null, state: unknownState, at: 0 };
  }

  /** Opens the printer and asks for its state. Rejects with CONNECT_FAILED; the caller closes the link. */
  async open(device: Device): Promise<{ link: Link; state: PrinterState }> {
    const { connectMs, troubleMs, statusMs } = this.#timings;
    let link: Link;
    try {
      link = await openLink(await this.#find(device), { connectMs, stallMs: troubleMs });
    } catch (cause) {
      this.note(device.id, false, unknownState);
      throw cause;
    }
    const state = speaksZpl(device) ? await queryState(link, statusMs) : unknownState;
    const isSilent = isReady(state) === null;
    if (isSilent && device.connection === 'serial' && this.#tellers.has(device.id)) {
      await link.close();
      this.note(device.id, false, unknownState);
      throw connectFailed(device.address, 'it no longer answers');
    }
    if (!isSilent) this.#tellers.add(device.id);
    this.note(device.id, true, state);
    return { link, state };
  }

  /** Checks the printer without printing; DEVICE_OFFLINE if it cannot be opened. */
  async look(device: Device): Promise<PrinterState> {
    let opened;
    try {
      opened = await this.open(device);
    } catch (cause) {
      throw new HubError('DEVICE_OFFLINE', (cause as Error).message);
    }
    await opened.link.finish(this.#timings.statusMs);
    await opened.link.close();
    return opened.state;
  }

  /** Remembers what a printer reported, including in the middle of a job. */
  note(deviceId: string, reachable: boolean, state: PrinterState): void {
    this.#sightings.set(deviceId, { reachable, state, at: Date.now() });
    this.emit('seen', deviceId);
  }
}

/** The ledger's status for a printer, a single word. */
export function statusWord({ reachable, state }: Sighting): string {
  if (reachable === null) return 'unknown';
  if (!reachable) return 'offline';
  if (state.cover_open) return 'cover_open';
  if (state.out_of_paper) return 'out_of_paper';
  if (state.out_of_ribbon) return 'out_of_ribbon';
  if (state.paused) return 'paused';
  if (troubleOf(state)) return 'error';
  return isReady(state) === null ? 'unknown' : 'ready';
}
