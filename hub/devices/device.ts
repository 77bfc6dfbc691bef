import type { SerialSettings } from '../transports/serial.ts';

export type Connection = 'network' | 'serial' | 'usb';

/** A printer as a scan or a person describes it, before the hub gives it an id. */
export interface FoundPrinter {
  /** What stays the same if the address changes: USB ids and serial number, by-id name, mDNS name. */
  identity: string;
  name: string;
  model: string | null;
  manufacturer: string | null;
  serial_number: string | null;
  connection: Connection;
  /** `host:port`, a serial path or COM name, a device file, or `webusb:` and the USB identity. */
  address: string;
}

export interface Device extends FoundPrinter {
  id: string;
  is_default: boolean;
  registered: boolean;
  serial: SerialSettings | null;
}
