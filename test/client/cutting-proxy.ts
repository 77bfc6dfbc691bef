/** A TCP proxy that passes a request to the platform and cuts the connection before the whole answer is through. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface CuttingProxy {
  url: string;
  /** How many of the next answers to cut: the first bytes pass, the rest does not. */
  cutNext(answers: number): void;
  /** How many have been cut. */
  cuts(): number;
  close(): Promise<void>;
}

// Enough for a status line and some headers, so that the client has begun to read.
const bytesPassed = 60;

export async function openCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let toCut = 0;
  let cut = 0;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.on('data', (chunk: Buffer) => {
      if (toCut === 0) return void near.write(chunk);
      toCut -= 1;
      cut += 1;
      near.write(chunk.subarray(0, bytesPassed), () => near.resetAndDestroy());
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutNext: (answers) => {
      toCut = answers;
    },
    cuts: () => cut,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
