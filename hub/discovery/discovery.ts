import { randomUUID } from 'node:crypto';
import type { Device, FoundPrinter } from '../devices/device.ts';
import type { DeviceBook } from '../devices/device-book.ts';
import { mdnsPrinters } from './mdns-printers.ts';
import { serialPrinters } from './serial-printers.ts';
import { usbPathPrinters } from './usb-path-printers.ts';
import { webUsbPrinters } from './webusb-printers.ts';

export interface ScanListener {
  found(scanId: string, device: Device): void;
  completed(scanId: string, found: number, errors: string[]): void;
}

interface Scan {
  id: string;
  found: Map<string, Device>;
  listeners: ScanListener[];
}

/** One way of looking for printers; reports each one as it is found. */
export type Scanner = (found: (printer: FoundPrinter) => void, scanMs: number) => Promise<void>;

const usualScanners: Record<string, Scanner> = {
  usb: async (found) => {
    const printers = process.platform === 'linux' ? await usbPathPrinters() : await webUsbPrinters();
    printers.forEach(found);
  },
  serial: async (found) => (await serialPrinters()).forEach(found),
  network: mdnsPrinters,
};

/** Looks for printers over USB, serial and mDNS; one scan at a time, shared by everyone who asks. */
export class Discovery {
  readonly #book: DeviceBook;
  readonly #scanMs: number;
  readonly #isMissed: (deviceId: string) => boolean;
  readonly #scanners: Record<string, Scanner>;
  #scan: Scan | null = null;

  /** `isMissed`: the registered printer does not answer where it was. */
  constructor(
    book: DeviceBook,
    scanMs: number,
    isMissed: (deviceId: string) => boolean,
    scanners = usualScanners,
  ) {
    this.#book = book;
    this.#scanMs = scanMs;
    this.#isMissed = isMissed;
    this.#scanners = scanners;
  }

  /** Starts a scan, or joins the one in progress and receives what it has found so far. Returns its id. */
  start(listener: ScanListener): string {
    if (this.#scan) {
      this.#scan.listeners.push(listener);
      for (const device of this.#scan.found.values()) listener.found(this.#scan.id, device);
      return this.#scan.id;
    }
    const scan = { id: randomUUID(), found: new Map<string, Device>(), listeners: [listener] };
    this.#scan = scan;
    void this.#run(scan);
    return scan.id;
  }

  async #run(scan: Scan): Promise<void> {
    const errors = new Set<string>();
    const sightings: Promise<void>[] = [];
    const take = async (printer: FoundPrinter) => {
      const present = this.#presentElsewhere(printer);
      if (present)
        errors.add(
          `network: ${printer.address} announces itself as ${present.name}, which stays at ${present.address} while it answers there`,
        );
      const device = present ?? (await this.#book.saw(printer));
      if (scan.found.has(device.id)) return;
      scan.found.set(device.id, device);
      for (const listener of scan.listeners) listener.found(scan.id, device);
    };
    const note = (cause: unknown) => void errors.add(String(cause));
    const scans = Object.entries(this.#scanners).map(async ([name, scanner]) => {
      try {
        await scanner((printer) => sightings.push(take(printer).catch(note)), this.#scanMs);
      } catch (cause) {
        errors.add(`${name}: ${(cause as Error).message}`);
      }
    });
    await Promise.all(scans);
    await Promise.all(sightings);
    this.#scan = null;
    for (const listener of scan.listeners) listener.completed(scan.id, scan.found.size, [...errors]);
  }

  /** The registered network printer of this identity, unless it is missed where it was: anybody can announce anything. */
  #presentElsewhere(found: FoundPrinter): Device | undefined {
    const known = this.#book.registeredAs(found);
    if (known?.connection !== 'network' || known.address === found.address) return undefined;
    return this.#isMissed(known.id) ? undefined : known;
  }
}
