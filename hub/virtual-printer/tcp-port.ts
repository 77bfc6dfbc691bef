import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { VirtualPrinter } from './virtual-printer.ts';

export interface PrinterPort {
  /** The address under which the hub knows the device: `host:port` or a path. */
  address: string;
  close(): Promise<void>;
}

/** Puts a virtual printer on a loopback TCP port (0: any free one), raw printing as on port 9100. */
export async function openTcpPort(printer: VirtualPrinter, port: number): Promise<PrinterPort> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    const regulate = () => (printer.wantsMore ? socket.resume() : socket.pause());
    printer.on('flow', regulate);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      printer.receive(bytes, (text) => socket.writable && socket.write(text));
    });
    // A real printer ends its side once it has read the end of ours.
    socket.on('end', () => {
      printer.forgetPartial();
      socket.end();
    });
    socket.on('close', () => {
      printer.off('flow', regulate);
      printer.forgetPartial();
      sockets.delete(socket);
    });
    regulate();
  });
  printer.setMaxListeners(100);
  const hangUp = () => sockets.forEach((socket) => socket.resetAndDestroy());
  printer.on('hang_up', hangUp);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${taken}`,
    async close() {
      printer.off('hang_up', hangUp);
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
