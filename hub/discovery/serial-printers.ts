import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SerialPort } from 'serialport';
import type { FoundPrinter } from '../devices/device.ts';

/**
 * Serial ports a printer may be connected to. `/dev/serial/by-id` is read in addition to the library's list, which
 * needs udevadm on Linux; its names also stay the same in another socket, so they serve as the identity.
 */
export async function serialPrinters(byIdFolder = '/dev/serial/by-id'): Promise<FoundPrinter[]> {
  const byId = await readdir(byIdFolder).catch(() => []);
  if (byId.length > 0)
    return byId
      .toSorted((a, b) => a.localeCompare(b))
      .map((name) => stablePort(name, join(byIdFolder, name)));
  const ports = await SerialPort.list().catch(() => []);
  return ports.filter(({ productId, pnpId }) => productId || pnpId).map(listedPort);
}

function stablePort(name: string, address: string): FoundPrinter {
  const label = name
    .replace(/^usb-/, '')
    .replace(/-if\d+(-port\d+)?$/, '')
    .replaceAll('_', ' ');
  return { ...unnamedPrinter, identity: `serial:${name}`, name: label, connection: 'serial', address };
}

function listedPort(port: {
  path: string;
  manufacturer?: string;
  serialNumber?: string;
  vendorId?: string;
  productId?: string;
  pnpId?: string;
}): FoundPrinter {
  const ids = [port.vendorId, port.productId, port.serialNumber].filter(Boolean).join(':');
  return {
    identity: `serial:${port.pnpId ?? (ids || port.path)}`,
    name: port.path,
    model: null,
    manufacturer: port.manufacturer ?? null,
    serial_number: port.serialNumber ?? null,
    connection: 'serial',
    address: port.path,
  };
}

const unnamedPrinter = { model: null, manufacturer: null, serial_number: null };
