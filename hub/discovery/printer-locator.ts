/** Where a printer is now. Its identity is permanent; its address changes with the USB socket or the DHCP lease. */
import type { Device } from '../devices/device.ts';
import type { DeviceBook } from '../devices/device-book.ts';
import { connectFailed } from '../transports/link.ts';
import type { Discovery } from './discovery.ts';
import { usbPathPrinters } from './usb-path-printers.ts';

/** USB ids from sysfs; a printer added by its device file is that file, whatever is connected to it. */
const usbIdentity = /^usb:[0-9a-f]{4}:[0-9a-f]{4}:/;
/** Printers announced under a name that outlives the address: mDNS, and serial ports as Windows numbers them. */
const announcedIdentity = /^(mdns|serial):/;

export class PrinterLocator {
  readonly #book: DeviceBook;
  readonly #discovery: Discovery;
  readonly #followMs: number;
  readonly #usbPrinters: typeof usbPathPrinters;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** `followMs`: how long to wait before the network is searched again for a printer that does not answer. */
  constructor(
    book: DeviceBook,
    discovery: Discovery,
    followMs: number,
    usbPrinters: typeof usbPathPrinters = usbPathPrinters,
  ) {
    this.#book = book;
    this.#discovery = discovery;
    this.#followMs = followMs;
    this.#usbPrinters = usbPrinters;
  }

  /**
   * The printer as it has to be opened. Linux numbers USB printers in the order they are plugged in, so /dev/usb/lp0
   * may be a different one today: the device file is looked up by what is connected to it. CONNECT_FAILED if nothing
   * is.
   */
  async find(device: Device): Promise<Device> {
    if (!usbIdentity.test(device.identity) || !device.address.startsWith('/')) return device;
    const present = await this.#usbPrinters();
    const found = present.find(({ identity }) => identity === device.identity);
    if (!found) throw connectFailed(device.address, 'it is not plugged in');
    return found.address === device.address ? device : this.#book.saw(found);
  }

  /** A printer did not answer: from time to time, check in the background whether it answers at another address. */
  missed(deviceId: string): void {
    const device = this.#book.registered.find(({ id }) => id === deviceId);
    if (!device || !announcedIdentity.test(device.identity)) return;
    if (performance.now() - this.#lookedAt < this.#followMs) return;
    this.#lookedAt = performance.now();
    this.#discovery.start({ found: () => undefined, completed: () => undefined });
  }
}
