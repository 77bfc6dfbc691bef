/**
 * Who is still sending when a connection ends would be told by a reset, which throws away what was answered and not yet
 * read. So our side is ended, what comes is dropped for a while, and only then is the socket destroyed.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { countedAddress } from './client-address.ts';

/** How long one connection is waited for, in all and in silence; what it may send; and how many are at once. */
export interface LingerBounds {
  ms: number;
  idleMs: number;
  bytes: number;
  sockets: number;
}

export const lingerBounds: LingerBounds = {
  ms: 15_000,
  idleMs: 5_000,
  bytes: 32 * 1024 * 1024,
  sockets: 256,
};

interface Waiting {
  /** Noted while the socket still knows it. */
  address: string;
  since: number;
  heardAt: number;
  bytesBefore: number;
  bytes: number;
  isOver: () => boolean;
}

export type Linger = ReturnType<typeof createLinger>;

export function createLinger(bounds: LingerBounds = lingerBounds) {
  const all = new Map<Duplex, Waiting>();
  let timer: NodeJS.Timeout | undefined;

  function wait(socket: Duplex, isOver: () => boolean): void {
    if (socket.destroyed) return;
    const now = performance.now();
    const bytes = bytesOf(socket);
    const known = all.get(socket);
    all.delete(socket);
    // Ended while it is waited for: the time goes on. What was waited for before has come.
    const isGoingOn = known && !known.isOver();
    all.set(
      socket,
      isGoingOn
        ? { ...known, isOver }
        : { address: addressOf(socket), since: now, heardAt: now, bytesBefore: bytes, bytes, isOver },
    );
    if (all.size > bounds.sockets) makeRoom();
    timer ??= setInterval(look, bounds.idleMs / 10).unref();
  }

  // Whose rest has come is waited for no more; then, of the address that has most, the one waited for longest gives way.
  function makeRoom(): void {
    for (const [socket, { isOver }] of all) if (socket.destroyed || isOver()) all.delete(socket);
    if (all.size <= bounds.sockets) return;
    const counts = new Map<string, number>();
    for (const { address } of all.values()) counts.set(address, (counts.get(address) ?? 0) + 1);
    const most = Math.max(...counts.values());
    const [oldest] = [...all].find(([, { address }]) => counts.get(address) === most)!;
    all.delete(oldest);
    oldest.destroy();
  }

  function look(): void {
    const now = performance.now();
    for (const [socket, waiting] of all) {
      if (socket.destroyed || waiting.isOver()) {
        all.delete(socket);
        continue;
      }
      const bytes = bytesOf(socket);
      if (bytes > waiting.bytes) waiting.heardAt = now;
      waiting.bytes = bytes;
      const isTooLong = now - waiting.since > bounds.ms || now - waiting.heardAt > bounds.idleMs;
      if (isTooLong || bytes - waiting.bytesBefore > bounds.bytes) socket.destroy();
    }
    if (all.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    /** The rest of a request that is answered: a client that sends no more than that keeps its connection. */
    rest: (request: IncomingMessage): void => wait(request.socket, () => request.complete),
    /** Ends our side of a socket, and the socket when the other side has ended or was waited for long enough. */
    end(socket: Duplex, lastWords?: string): void {
      drop(socket);
      socket.end(lastWords);
      wait(socket, () => false);
    },
  };
}

const addressOf = (socket: Duplex): string => countedAddress((socket as Socket).remoteAddress ?? '');
const bytesOf = (socket: Duplex): number => (socket as Socket).bytesRead ?? 0;

/** Takes the socket from whoever reads it, the HTTP parser above all, and reads it for nobody. */
function drop(socket: Duplex): void {
  socket.removeAllListeners('data').removeAllListeners('end');
  if (socket.readableEnded) return void socket.once('finish', () => socket.destroy());
  socket.once('end', () => {
    if (socket.writableFinished) socket.destroy();
    else socket.once('finish', () => socket.destroy());
  });
  socket.on('data', () => {}).resume();
}
