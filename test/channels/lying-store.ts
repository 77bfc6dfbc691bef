/** A store that loses, delays and doubts what it is told. As the contract asks, it ignores a version it knows. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What it does with a request: takes it or not, at once or late, and how it answers. */
export type Mood = 'honest' | 'refuses' | 'takes and fails' | 'takes and hangs up' | 'loses' | 'takes late';

interface Told {
  sku: string;
  available: number;
  version: number;
}

const lateMs = 300;

export async function startLyingStore() {
  const store = {
    url: '',
    mood: (): Mood => 'honest',
    /** What it shows, by SKU. */
    shelf: new Map<string, Told>(),
    /** Every quantity it began to show, in order. */
    shown: [] as Told[],
    asked: 0,
    close: (): void => {},
  };
  const take = (told: Told): void => {
    if (told.version <= (store.shelf.get(told.sku)?.version ?? 0)) return;
    store.shelf.set(told.sku, told);
    store.shown.push(told);
  };
  const answers: Record<Mood, (told: Told, response: ServerResponse) => void> = {
    honest: (told, response) => {
      take(told);
      response.end(JSON.stringify({ available: told.available }));
    },
    refuses: (_told, response) => void response.writeHead(503).end('{}'),
    'takes and fails': (told, response) => {
      take(told);
      response.writeHead(500).end('{}');
    },
    'takes and hangs up': (told, response) => {
      take(told);
      response.destroy();
    },
    loses: (_told, response) => void response.destroy(),
    'takes late': (told, response) => {
      response.destroy();
      setTimeout(() => take(told), lateMs);
    },
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      store.asked += 1;
      answers[store.mood()](JSON.parse(text) as Told, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  store.close = () => {
    server.closeAllConnections();
    server.close();
  };
  store.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/api`;
  return store;
}
