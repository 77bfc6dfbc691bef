import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * More than the system queues (511): a new connection is read before as many have come behind it that it gives way
 * itself.
 */
const waitingMax = 640;

/** Who connects and says nothing keeps nobody out: of too many that are no link yet, the oldest is hung up on. */
export function giveWay(server: Server): void {
  const waiting = new Set<Duplex>();
  server.on('connection', (socket) => {
    waiting.add(socket);
    socket.once('close', () => waiting.delete(socket));
    if (waiting.size <= waitingMax) return;
    const [oldest] = waiting;
    waiting.delete(oldest!);
    oldest!.destroy();
  });
  server.on('upgrade', (_request, socket) => waiting.delete(socket));
}
