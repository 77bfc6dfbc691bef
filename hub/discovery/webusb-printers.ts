import type { FoundPrinter } from '../devices/device.ts';
import { printerEndpoints, type WebUsbDevice } from '../transports/webusb.ts';

/** USB printers through the optional `usb` package: for Windows and macOS, which have no device files. */
export async function webUsbPrinters(): Promise<FoundPrinter[]> {
  const devices = await listDevices();
  return devices.filter((device) => printerEndpoints(device) !== null).map(describe);
}

/** The plugged-in device with this address, or `null`. */
export async function findWebUsbDevice(address: string): Promise<WebUsbDevice | null> {
  const devices = await listDevices();
  return devices.find((device) => `webusb:${identityOf(device)}` === address) ?? null;
}

async function listDevices(): Promise<WebUsbDevice[]> {
  // Optional: a machine without a build of it can still print over network, serial and Linux device files.
  const usb = await import('usb').then(
    (module) => module.usb,
    () => null,
  );
  if (!usb) return [];
  try {
    return (await usb.getDevices()) as unknown as WebUsbDevice[];
  } catch (cause) {
    // A kernel without USB support answers ENOENT (errno 2), which means an empty list.
    if ((cause as { errno?: number }).errno === 2 || /ENOENT|No such file|Not found/i.test(String(cause)))
      return [];
    throw cause;
  }
}

function describe(device: WebUsbDevice): FoundPrinter {
  const identity = identityOf(device);
  return {
    identity: `usb:${identity}`,
    name: device.productName ?? 'USB printer',
    model: device.productName ?? null,
    manufacturer: device.manufacturerName ?? null,
    serial_number: device.serialNumber ?? null,
    connection: 'usb',
    address: `webusb:${identity}`,
  };
}

function identityOf(device: WebUsbDevice): string {
  const hex = (id: number) => id.toString(16).padStart(4, '0');
  return `${hex(device.vendorId)}:${hex(device.productId)}:${device.serialNumber ?? ''}`;
}
