/** A store as tests simulate it that records what it is told. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { token } from './order-store.ts';

interface Put {
  path: string;
  body: any;
}

export async function startStore(t: { teardown(fn: () => void): void }) {
  const store = {
    puts: [] as Put[],
    url: '',
    /** Answers before the default; undefined passes the request on. */
    before: (_request: IncomingMessage): { status: number; headers?: Record<string, string> } | undefined =>
      undefined,
    /** Takes what it is told and never answers. */
    isHanging: false,
    hanging: 0,
    /** Ends every connection, and with it what hangs. */
    hangUp: (): void => {},
    holds: (sent: any): object => ({ available: sent.available }),
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      if (store.isHanging) return void (store.hanging += 1);
      const early = store.before(request);
      if (early) return void response.writeHead(early.status, early.headers).end('{}');
      if (request.headers['x-storefront-access-token'] !== token)
        return void response.writeHead(401).end('{}');
      if (request.method !== 'PUT') return void response.end('{"shop": {"name": "Apple"}}');
      const body = JSON.parse(text);
      store.puts.push({ path: request.url!, body });
      response.end(JSON.stringify(store.holds(body)));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  store.hangUp = () => {
    server.closeAllConnections();
  };
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  store.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/api`;
  return store;
}
