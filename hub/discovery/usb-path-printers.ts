import { readFile, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FoundPrinter } from '../devices/device.ts';

/** USB printers on Linux: the device files of the usblp driver, named from what sysfs says about them. */
export async function usbPathPrinters(
  devFolder = '/dev/usb',
  classFolder = '/sys/class/usbmisc',
): Promise<FoundPrinter[]> {
  const names = await readdir(devFolder).catch(() => []);
  const printers = names.filter((name) => /^lp\d+$/.test(name)).sort();
  return Promise.all(printers.map((name) => describe(join(devFolder, name), join(classFolder, name))));
}

async function describe(address: string, classPath: string): Promise<FoundPrinter> {
  // .../lp0/device is the USB interface; the ids are one level up, at the USB device.
  const face = await realpath(join(classPath, 'device')).catch(() => null);
  const read = (file: string) =>
    face ? readFile(join(dirname(face), file), 'utf8').then(trimmed, () => null) : Promise.resolve(null);
  const [vendor, product, serial_number, manufacturer, model] = await Promise.all(
    ['idVendor', 'idProduct', 'serial', 'manufacturer', 'product'].map(read),
  );
  // Two identical printers without serial numbers can be told apart only by the sockets they are plugged into.
  const which = serial_number ?? (face ? basename(dirname(face)) : '');
  const ids = vendor && product ? `${vendor}:${product}:${which}` : address;
  return {
    identity: `usb:${ids}`,
    name: model ?? address,
    model: model ?? null,
    manufacturer: manufacturer ?? null,
    serial_number: serial_number ?? null,
    connection: 'usb',
    address,
  };
}

const trimmed = (text: string) => text.trim() || null;
