/**
 * Somebody else's server, on a real socket: does the work and then answers at once, late, twice, wrongly or never; or
 * does it later than anyone waits; or refuses; or says 200 and nonsense, whether it did it or not. Counts how often each
 * reference was done.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Random } from '../../http/random.ts';

const ways = [
  'ok',
  'late',
  'twice',
  'wrongly',
  'never',
  'reset',
  'done_later',
  'busy',
  'refused',
  'nonsense',
  'nothing done',
] as const;
const isDone = '{"done":true}';
/** What it may say with 200 that answers nothing. */
const nonsense = [
  '<html><body>Welcome</body></html>',
  isDone.slice(0, -2),
  '{"done":"perhaps"}',
  '[{"done":true}]',
  '',
  `{"pad":"${'x'.repeat(1024 * 1024)}","done":true}`,
];
// Longer than a caller waits for an answer, and within what it allows for work to be seen.
const lateMs = 300;

export interface FarSide {
  url: string;
  /** How often each reference was done. */
  done: Map<string, number>;
  /** Work taken that is still to be done. */
  readonly underWay: number;
  close(): void;
}

export async function startFarSide(random: Random): Promise<FarSide> {
  const done = new Map<string, number>();
  const taken = new Set<string>();
  let underWay = 0;
  const later = (work: () => void): void => {
    underWay += 1;
    setTimeout(() => {
      underWay -= 1;
      work();
    }, lateMs);
  };
  const act = (side: string, ref: string): void => {
    const times = done.get(ref) ?? 0;
    if (side !== 'deduplicates' || times === 0) done.set(ref, times + 1);
  };
  const post = (side: string, ref: string, response: ServerResponse): void => {
    const way = random.pick(ways);
    if (way === 'busy') return void response.writeHead(429).end();
    // Whatever it has taken it does.
    if (way === 'refused' && !taken.has(ref)) return void response.writeHead(409).end();
    if (way === 'nothing done') return void response.end(random.pick(nonsense));
    taken.add(ref);
    if (way === 'done_later') return later(() => act(side, ref));
    act(side, ref);
    if (way === 'late') return later(() => response.end(isDone));
    if (way === 'nonsense') return void response.end(random.pick(nonsense));
    if (way === 'never') return;
    if (way === 'reset') return void response.destroy();
    if (way === 'wrongly') return void response.writeHead(500).end('<html>');
    const { socket } = response;
    response.end(isDone);
    if (way === 'twice') socket?.write('HTTP/1.1 500 Again\r\ncontent-length: 0\r\n\r\n');
  };
  const server = createServer((request, response) => {
    const [, side = '', ref = ''] = request.url!.split('/');
    request.resume();
    if (request.method === 'POST') return post(side, ref, response);
    if (random.chance(0.1)) return void response.writeHead(502).end();
    if (random.chance(0.1)) return;
    if (random.chance(0.1)) return void response.end(random.pick(nonsense));
    if (done.has(ref)) response.end(isDone);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    done,
    get underWay() {
      return underWay;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
