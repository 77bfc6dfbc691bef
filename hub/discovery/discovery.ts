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
  readonly #scanners: Record<string, Scanner>;
  #scan: Scan | null = null;

  constructor(book: DeviceBook, scanMs: number, scanners = usualScanners) {
    this.#book = book;
    this.#scanMs = scanMs;
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
    const errors: string[] = [];
    const sightings: Promise<void>[] = [];
    const take = async (printer: FoundPrinter) => {
      const device = await this.#book.saw(printer);
      if (scan.found.has(device.id)) return;
      scan.found.set(device.id, device);
      for (const listener of scan.listeners) listener.found(scan.id, device);
    };
    const scans = Object.entries(this.#scanners).map(async ([name, scanner]) => {
      try {
        await scanner((printer) => sightings.push(take(printer)), this.#scanMs);
      } catch (cause) {
        errors.push(`${name}: ${(cause as Error).message}`);
      }
    });
    await Promise.all(scans);
    const taken = await Promise.allSettled(sightings);
    for (const result of taken) if (result.status === 'rejected') errors.push(String(result.reason));
    this.#scan = null;
    for (const listener of scan.listeners) listener.completed(scan.id, scan.found.size, errors);
  }
}
