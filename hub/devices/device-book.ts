import { EventEmitter } from 'node:events';
import { v5 as uuidv5 } from 'uuid';
import type { PrinterLanguage } from '../../domain/printing/label-types.ts';
import { HubError } from '../hub-error.ts';
import type { StateDocument } from '../state/document.ts';
import { usualSerial, type SerialSettings } from '../transports/serial.ts';
import type { Device, FoundPrinter } from './device.ts';

/** Discovered but unregistered printers kept in memory; the oldest are dropped first. */
const foundMax = 200;
const registeredMax = 100;

/** Whatever is not given stays as it is. */
export interface Registration {
  name?: string;
  is_default?: boolean;
  serial?: Partial<SerialSettings>;
  takes?: readonly PrinterLanguage[];
}

type Change = Registration & Partial<Pick<Device, 'address'>>;

/** The printers this hub knows: registered ones on disk, discovered ones in memory. Emits `changed` for the ledger. */
export class DeviceBook extends EventEmitter<{ changed: [] }> {
  readonly #document: StateDocument<{ devices: Device[] }>;
  readonly #found = new Map<string, Device>();
  readonly #localId: string;

  /** `localId` is the hub's own UUID; the same printer on another hub is a different device. */
  constructor(document: StateDocument<{ devices: Device[] }>, localId: string) {
    super();
    this.#document = document;
    this.#localId = localId;
  }

  get registered(): readonly Device[] {
    return this.#document.value.devices;
  }

  /** Registered printers first, then those only discovered. */
  get all(): Device[] {
    return [...this.registered, ...this.#found.values()];
  }

  /** The printer with this id, or DEVICE_NOT_FOUND. */
  get(id: string): Device {
    const device = this.registered.find((known) => known.id === id) ?? this.#found.get(id);
    if (!device)
      throw new HubError('DEVICE_NOT_FOUND', `This hub does not know printer ${id}; discover it first`);
    return device;
  }

  /** The registered printer that a found one is. */
  registeredAs({ identity }: FoundPrinter): Device | undefined {
    const id = this.#idOf(identity);
    return this.registered.find((device) => device.id === id);
  }

  /** Records the printers a scan found. A registered printer keeps its name and takes its new address. */
  async saw(found: FoundPrinter): Promise<Device> {
    const id = this.#idOf(found.identity);
    const known = this.registeredAs(found);
    if (known) {
      if (known.address !== found.address) await this.#replace(known, { address: found.address });
      return this.get(id);
    }
    const device: Device = { ...found, id, is_default: false, registered: false, serial: null };
    this.#found.delete(id);
    this.#found.set(id, device);
    for (const oldest of this.#found.keys()) {
      if (this.#found.size <= foundMax) break;
      this.#found.delete(oldest);
    }
    return device;
  }

  /** Registers or changes a known printer. There is only one default: a new one replaces the old. */
  async register(id: string, registration: Registration): Promise<Device> {
    await this.#replace(this.get(id), registration);
    this.#found.delete(id);
    return this.get(id);
  }

  /** Removes a printer from the book and the ledger. */
  async forget(id: string): Promise<void> {
    this.get(id);
    this.#found.delete(id);
    await this.#document.change(({ devices }) => ({ devices: devices.filter((device) => device.id !== id) }));
    this.emit('changed');
  }

  #idOf(identity: string): string {
    return uuidv5(identity, this.#localId);
  }

  /** On top of what others have changed meanwhile. */
  async #replace(before: Device, { serial: line, ...words }: Change): Promise<void> {
    await this.#document.change(({ devices }) => {
      const known = devices.find(({ id }) => id === before.id);
      if (!known && devices.length >= registeredMax)
        throw new HubError('INVALID_PARAMS', `A hub holds at most ${registeredMax} registered printers`);
      const device = { ...(known ?? before), ...words, registered: true };
      if (line) device.serial = { ...usualSerial, ...device.serial, ...line };
      const others = devices.map((other) => {
        if (other.id === device.id) return device;
        return device.is_default ? { ...other, is_default: false } : other;
      });
      return { devices: known ? others : [...others, device] };
    });
    this.emit('changed');
  }
}
