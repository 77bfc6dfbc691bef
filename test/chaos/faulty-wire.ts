/**
 * A TCP proxy on loopback that delays, resets and swallows data: what a bad network does between two healthy programs.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createRandom } from '../http/random.ts';

export interface FaultyWire {
  /** The given URL, routed through the wire. */
  through(url: string): string;
  /** For `ms`, nothing passes in either direction; connections stay open. */
  blackHole(ms: number): void;
  /** Off: everything passes unchanged. */
  heal(): void;
  stop(): void;
}

/** Delays every chunk by `delayMs` and resets a connection with `resetProbability` per chunk. */
export async function openFaultyWire(
  target: { host: string; port: number },
  faults: { delayMs: number; resetProbability: number; seed: number },
): Promise<FaultyWire> {
  const random = createRandom(faults.seed);
  const sockets = new Set<Socket>();
  let isHealed = false;
  let darkUntil = 0;

  const carry = (from: Socket, to: Socket, other: () => void): void => {
    from.on('data', (chunk: Buffer) => {
      if (!isHealed && random.chance(faults.resetProbability)) return other();
      const wait = Math.max(isHealed ? 0 : faults.delayMs, darkUntil - Date.now());
      // Equal waits keep chunks in order; a shorter wait could overtake, so each chunk waits for the one before.
      from.pause();
      setTimeout(() => {
        if (!to.destroyed) to.write(chunk);
        from.resume();
      }, wait);
    });
  };
  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    const reset = (): void => {
      near.resetAndDestroy();
      far.resetAndDestroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    carry(near, far, reset);
    carry(far, near, reset);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    through: (url) => {
      const changed = new URL(url);
      changed.hostname = '127.0.0.1';
      changed.port = String(port);
      return changed.href;
    },
    blackHole: (ms) => {
      darkUntil = Date.now() + ms;
    },
    heal: () => {
      isHealed = true;
      darkUntil = 0;
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
