import type { VirtualPrinter } from '../../../hub/virtual-printer/virtual-printer.ts';
import type { WebUsbDevice } from '../../../hub/transports/webusb.ts';

/** A USB printer without a cable, for tests: the WebUSB interface of a virtual printer. */
export class FakeUsbPrinter implements WebUsbDevice {
  readonly vendorId = 0x0a5f;
  readonly productId = 0x0166;
  readonly serialNumber = 'FAKE1';
  readonly configuration = {
    interfaces: [
      {
        interfaceNumber: 0,
        alternates: [
          {
            interfaceClass: 7,
            endpoints: [
              { endpointNumber: 1, direction: 'out' as const, type: 'bulk' },
              { endpointNumber: 2, direction: 'in' as const, type: 'bulk' },
            ],
          },
        ],
      },
    ],
  };
  readonly #printer: VirtualPrinter;
  #replies: string[] = [];
  #wake: (() => void) | null = null;
  #isGone = false;

  constructor(printer: VirtualPrinter) {
    this.#printer = printer;
    printer.on('hang_up', () => this.unplug());
    printer.on('flow', () => this.#wake?.());
  }

  unplug(): void {
    this.#isGone = true;
    this.#wake?.();
  }

  async open(): Promise<void> {
    if (this.#isGone) throw new Error('LIBUSB_ERROR_NO_DEVICE');
  }

  async close(): Promise<void> {
    this.#wake?.();
  }

  async claimInterface(): Promise<void> {}

  async transferOut(_endpoint: number, data: Uint8Array): Promise<{ status: string; bytesWritten: number }> {
    await this.#until(() => this.#printer.wantsMore);
    this.#printer.receive(Buffer.from(data), (text) => this.#replies.push(text));
    this.#wake?.();
    return { status: 'ok', bytesWritten: data.length };
  }

  async transferIn(): Promise<{ status: string; data: DataView }> {
    await this.#until(() => this.#replies.length > 0);
    const bytes = new TextEncoder().encode(this.#replies.shift());
    return { status: 'ok', data: new DataView(bytes.buffer) };
  }

  async #until(condition: () => boolean): Promise<void> {
    while (!this.#isGone && !condition()) {
      const before = this.#wake;
      await new Promise<void>((resolve) => {
        this.#wake = () => {
          before?.();
          resolve();
        };
      });
    }
    if (this.#isGone) throw new Error('LIBUSB_TRANSFER_NO_DEVICE');
  }
}
