import { withDeadline } from './deadline.ts';
import { Inbox } from './inbox.ts';
import { TransportError, connectFailed, reasonOf, type Link, type LinkLimits } from './link.ts';

const chunkBytes = 16 * 1024;
const printerClass = 7;

/** The part of a WebUSB device that a label printer needs; the `usb` package's devices have this shape. */
export interface WebUsbDevice {
  vendorId: number;
  productId: number;
  serialNumber?: string | null;
  manufacturerName?: string | null;
  productName?: string | null;
  configuration?: {
    interfaces: {
      interfaceNumber: number;
      alternates: {
        interfaceClass: number;
        endpoints: { endpointNumber: number; direction: 'in' | 'out'; type: string }[];
      }[];
    }[];
  } | null;
  open(): Promise<void>;
  close(): Promise<void>;
  claimInterface(interfaceNumber: number): Promise<void>;
  transferOut(endpoint: number, data: Uint8Array): Promise<{ status?: string; bytesWritten: number }>;
  transferIn(endpoint: number, length: number): Promise<{ status?: string; data?: DataView }>;
}

export interface PrinterEndpoints {
  interfaceNumber: number;
  out: number;
  in: number | null;
}

/** Finds the printer interface and its bulk endpoints, or `null` if the device is not a printer. */
export function printerEndpoints(device: WebUsbDevice): PrinterEndpoints | null {
  for (const face of device.configuration?.interfaces ?? []) {
    for (const alternate of face.alternates) {
      if (alternate.interfaceClass !== printerClass) continue;
      const bulk = alternate.endpoints.filter((endpoint) => endpoint.type === 'bulk');
      const out = bulk.find((endpoint) => endpoint.direction === 'out');
      const back = bulk.find((endpoint) => endpoint.direction === 'in');
      if (out)
        return {
          interfaceNumber: face.interfaceNumber,
          out: out.endpointNumber,
          in: back?.endpointNumber ?? null,
        };
    }
  }
  return null;
}

/** Opens a USB printer through libusb, on systems that provide no device file (Windows, macOS). */
export async function openWebUsb(device: WebUsbDevice, name: string, limits: LinkLimits): Promise<Link> {
  try {
    await withDeadline(device.open(), limits.connectMs, () => new Error('the device did not open'));
    const endpoints = printerEndpoints(device);
    if (!endpoints) throw new Error('it is not a printer');
    await device.claimInterface(endpoints.interfaceNumber);
    return new WebUsbLink(device, endpoints, limits);
  } catch (cause) {
    await device.close().catch(() => undefined);
    throw connectFailed(name, cause);
  }
}

class WebUsbLink implements Link {
  bytesAccepted = 0;
  readonly outlivesPrinter = false;
  readonly #device: WebUsbDevice;
  readonly #endpoints: PrinterEndpoints;
  readonly #limits: LinkLimits;
  readonly #inbox = new Inbox();
  #reading: Promise<void> | null = null;
  #isClosed = false;
  #hasFailed = false;

  constructor(device: WebUsbDevice, endpoints: PrinterEndpoints, limits: LinkLimits) {
    this.#device = device;
    this.#endpoints = endpoints;
    this.#limits = limits;
  }

  get isAlive(): boolean {
    return !this.#isClosed && !this.#hasFailed;
  }

  async write(data: Buffer, onProgress?: (bytesAccepted: number) => void): Promise<void> {
    for (let at = 0; at < data.length; at += chunkBytes) {
      this.bytesAccepted += await this.#transfer(data.subarray(at, at + chunkBytes));
      onProgress?.(this.bytesAccepted);
    }
  }

  async query(command: string, isWhole: (reply: string) => boolean, waitMs: number): Promise<string | null> {
    if (this.#endpoints.in === null || this.#isClosed) return null;
    this.#inbox.clear();
    // A transfer cannot be cancelled, so one reader lives as long as the link.
    this.#reading ??= this.#readOn(this.#endpoints.in);
    try {
      await withDeadline(
        this.#device.transferOut(this.#endpoints.out, Buffer.from(command)),
        waitMs,
        () => new Error('late'),
      );
    } catch {
      return null;
    }
    return this.#inbox.wait(isWhole, waitMs, this.#reading);
  }

  /** The device itself acknowledges a transfer, so whatever was written was accepted. */
  async finish(): Promise<boolean> {
    return this.isAlive;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#device.close().catch(() => undefined);
  }

  async #transfer(chunk: Buffer): Promise<number> {
    // A transfer that timed out reports no byte count: the printer may have taken all of it.
    const failed = (code: 'WRITE_FAILED' | 'WRITE_STALLED', why: string) =>
      new TransportError(code, `Writing to the printer failed: ${why}`, this.bytesAccepted, true);
    if (this.#isClosed) throw failed('WRITE_FAILED', 'the device is closed');
    const { stallMs } = this.#limits;
    const late = () => failed('WRITE_STALLED', `no byte accepted for ${stallMs} ms`);
    try {
      const result = await withDeadline(this.#device.transferOut(this.#endpoints.out, chunk), stallMs, late);
      if (result.status && result.status !== 'ok') throw new Error(result.status);
      if (result.bytesWritten !== chunk.length)
        throw new Error(`accepted ${result.bytesWritten} of ${chunk.length} bytes`);
      return result.bytesWritten;
    } catch (cause) {
      this.#hasFailed = true;
      throw cause instanceof TransportError ? cause : failed('WRITE_FAILED', reasonOf(cause));
    }
  }

  async #readOn(endpoint: number): Promise<void> {
    try {
      while (!this.#isClosed) {
        const { data } = await this.#device.transferIn(endpoint, 1024);
        if (data) this.#inbox.push(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
      }
    } catch {
      this.#hasFailed = true;
      // The device was closed or unplugged; whoever waits for an answer gets none.
    }
  }
}
