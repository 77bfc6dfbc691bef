import { Bonjour } from 'bonjour-service';

/**
 * Announces a printer on this port to this machine only, in the way a network printer announces itself to its network.
 */
export function announcePrinter(port: number): { close(): Promise<void> } {
  // Without multicast there is nobody to announce it to; the printer prints all the same.
  const announcer = new Bonjour({ interface: '127.0.0.1', bind: '0.0.0.0' } as never, () => undefined);
  announcer.publish({
    name: `Virtual printer ${port}`,
    type: 'pdl-datastream',
    port,
    host: `virtual-printer-${port}.local`,
    txt: { ty: 'Virtual ZPL printer', usb_MFG: 'Warehouse platform', UUID: `virtual-printer-${port}` },
  });
  return {
    close: () => new Promise((resolve) => announcer.unpublishAll(() => announcer.destroy(() => resolve()))),
  };
}
