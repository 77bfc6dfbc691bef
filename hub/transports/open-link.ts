import type { Connection } from '../devices/device.ts';
import { findWebUsbDevice } from '../discovery/webusb-printers.ts';
import { connectFailed, type Link, type LinkLimits } from './link.ts';
import { openNetwork } from './network.ts';
import { usualSerial, openSerial, type SerialSettings } from './serial.ts';
import { openUsbPath } from './usb-path.ts';
import { openWebUsb } from './webusb.ts';

export interface Destination {
  connection: Connection;
  address: string;
  serial: SerialSettings | null;
}

/** Opens the connection to a printer, whatever its cable; rejects with CONNECT_FAILED. */
export async function openLink(destination: Destination, limits: LinkLimits): Promise<Link> {
  const { connection, address } = destination;
  if (connection === 'network') return openNetwork(address, limits);
  if (connection === 'serial') return openSerial(address, destination.serial ?? usualSerial, limits);
  if (!address.startsWith('webusb:')) return openUsbPath(address, limits);
  const device = await findWebUsbDevice(address);
  if (!device) throw connectFailed(address, 'it is not plugged in');
  return openWebUsb(device, address, limits);
}
