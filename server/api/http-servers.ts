/** Listening on a port, or saying which setting to change, and a close that lets requests in flight finish. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartError } from '../start-error.ts';

export function listen(server: Server, port: number, host: string, setting: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (fault: NodeJS.ErrnoException) => {
      const isTaken = fault.code === 'EADDRINUSE';
      const why = isTaken ? 'is taken' : `cannot be used (${fault.message})`;
      reject(new StartError(`Port ${port} on ${host} ${why}; set ${setting} to a free one.`));
    });
    server.listen(port, host, resolve);
  });
}

export function urlOf(server: Server, host: string): string {
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

const inFlightMsMax = 5_000;
const takingMs = 100;

// Requests in flight finish; keep-alive connections are closed as soon as they are idle.
export async function closeServer(server: Server): Promise<void> {
  // Closing resets connections the system has established but nobody has accepted: what was sent before the signal is
  // accepted first.
  await new Promise((resolve) => {
    setTimeout(resolve, takingMs);
  });
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const force = setTimeout(() => server.closeAllConnections(), inFlightMsMax);
  await closed;
  clearInterval(idle);
  clearTimeout(force);
}
