import type { PrinterLanguage } from '../../domain/printing/label-types.ts';
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
  /** What it takes; ZPL unless somebody said otherwise. */
  takes?: readonly PrinterLanguage[];
}

export function takesOf({ takes }: Pick<Device, 'takes'>): readonly PrinterLanguage[] {
  return takes ?? ['zpl'];
}

/** It is asked for its state in ZPL, which another printer would print. */
export function speaksZpl(device: Pick<Device, 'takes'>): boolean {
  return takesOf(device).includes('zpl');
}
