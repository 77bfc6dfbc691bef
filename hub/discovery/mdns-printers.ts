import { isIPv4 } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Bonjour, type Service } from 'bonjour-service';
import type { FoundPrinter } from '../devices/device.ts';

const serviceTypes = ['pdl-datastream', 'printer'];
/** LPD announces itself on 515, but we print raw on 9100. */
const rawPort = 9100;

/** Network printers that announce themselves by mDNS, on the network and on this machine's loopback interface. */
export async function mdnsPrinters(found: (printer: FoundPrinter) => void, scanMs: number): Promise<void> {
  let fault: Error | null = null;
  const note = (error: Error) => (fault = error);
  const loopback = { interface: '127.0.0.1', bind: '0.0.0.0' };
  const searches = [new Bonjour({}, note), new Bonjour(loopback as never, note)];
  for (const search of searches) {
    for (const type of serviceTypes) {
      search.find({ type }, (service) => {
        const printer = describe(service);
        if (printer) found(printer);
      });
    }
  }
  await pause(scanMs);
  await Promise.all(searches.map((search) => new Promise<void>((resolve) => search.destroy(resolve))));
  if (fault) throw fault;
}

function describe(service: Service): FoundPrinter | null {
  const from = service.referer?.address;
  // Whatever is announced over loopback is on this machine, whatever addresses it names.
  const host = from?.startsWith('127.') ? from : (service.addresses?.find(isIPv4) ?? from);
  if (!host) return null;
  const txt = (service.txt ?? {}) as Record<string, string | undefined>;
  const port = service.type === 'printer' ? rawPort : service.port;
  return {
    // A network printer's host name usually contains its MAC address, and stays the same when DHCP moves it.
    identity: `mdns:${txt['UUID'] ?? `${service.host}:${port}`}`,
    name: service.name,
    model: txt['ty'] ?? txt['usb_MDL'] ?? null,
    manufacturer: txt['usb_MFG'] ?? null,
    serial_number: txt['serial'] ?? null,
    connection: 'network',
    address: `${host}:${port}`,
  };
}
