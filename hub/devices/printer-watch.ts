import { EventEmitter } from 'node:events';
import { UNKNOWN_STATE, isReady, troubleOf, type PrinterState } from '../../domain/printing/printer-state.ts';
import { HubError } from '../hub-error.ts';
import type { Timings } from '../timings.ts';
import { connectFailed, type Link } from '../transports/link.ts';
import { openLink } from '../transports/open-link.ts';
import type { Device } from './device.ts';
import { queryState } from './query-state.ts';

/** What was last seen of a printer. `reachable` is `null` until somebody tried. */
export interface Sighting {
  reachable: boolean | null;
  state: PrinterState;
  at: number;
}

/** Opens printers, asks how they are, and remembers it. Callers hold the printer's lane. */
export class PrinterWatch extends EventEmitter<{ seen: [deviceId: string] }> {
  readonly #sightings = new Map<string, Sighting>();
  /** Printers that told their status once. A serial port opens with nothing on it, so the silence of these is absence. */
  readonly #tellers = new Set<string>();
  readonly #timings: Timings;
  readonly #find: (device: Device) => Promise<Device>;

  /** `find` gives the printer with its present address, or rejects with CONNECT_FAILED. */
  constructor(timings: Timings, find: (device: Device) => Promise<Device>) {
    super();
    this.#timings = timings;
    this.#find = find;
  }

  /** It told its state when it was last looked at. */
  tells(deviceId: string): boolean {
    const { reachable, state } = this.last(deviceId);
    return reachable === true && state.out_of_paper !== null;
  }

  last(deviceId: string): Sighting {
    return this.#sightings.get(deviceId) ?? { reachable: null, state: UNKNOWN_STATE, at: 0 };
  }

  /** Opens the printer and asks its state. Rejects with CONNECT_FAILED; the caller closes the link. */
  async open(device: Device): Promise<{ link: Link; state: PrinterState }> {
    const { connect_ms, trouble_ms, status_ms } = this.#timings;
    let link: Link;
    try {
      link = await openLink(await this.#find(device), { connect_ms, stall_ms: trouble_ms });
    } catch (cause) {
      this.note(device.id, false, UNKNOWN_STATE);
      throw cause;
    }
    const state = await queryState(link, status_ms);
    const isSilent = isReady(state) === null;
    if (isSilent && device.connection === 'serial' && this.#tellers.has(device.id)) {
      await link.close();
      this.note(device.id, false, UNKNOWN_STATE);
      throw connectFailed(device.address, 'it no longer answers');
    }
    if (!isSilent) this.#tellers.add(device.id);
    this.note(device.id, true, state);
    return { link, state };
  }

  /** Looks at the printer without printing; DEVICE_OFFLINE when it cannot be opened. */
  async look(device: Device): Promise<PrinterState> {
    let opened;
    try {
      opened = await this.open(device);
    } catch (cause) {
      throw new HubError('DEVICE_OFFLINE', (cause as Error).message);
    }
    await opened.link.finish(this.#timings.status_ms);
    await opened.link.close();
    return opened.state;
  }

  /** Remembers what a printer said, also in the middle of a job. */
  note(deviceId: string, reachable: boolean, state: PrinterState): void {
    this.#sightings.set(deviceId, { reachable, state, at: Date.now() });
    this.emit('seen', deviceId);
  }
}

/** The one word of the ledger for a printer. */
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
