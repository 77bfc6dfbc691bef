/** One link over a real socket: what waits for its rate waits in one line. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { pino } from 'pino';
import { WebSocket, WebSocketServer } from 'ws';
import { until } from '../../test/helpers/wait.ts';
import type { HubActions, HubCaller } from './hub-actions.ts';
import { HubLink, linkTimings } from './hub-link.ts';

test('frames beyond the rate are begun in their order, and only the first of them asks', async (t) => {
  const begun: string[] = [];
  let hasRoom = true;
  let asked = 0;
  const actions = {
    syncDevices: async () => [],
    queued: async () => [],
    recordResult: async (_caller: HubCaller, id: string) => void begun.push(id),
  } as unknown as HubActions;
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  t.teardown(() => server.close());
  await once(server, 'listening');
  server.on('connection', (socket) =>
    HubLink.serve({
      id: 'link',
      caller: { hub: { id: 'hub' } } as HubCaller,
      socket,
      actions,
      log: pino({ level: 'silent' }),
      timings: linkTimings,
      waitMs: () => {
        asked += 1;
        return hasRoom ? 0 : 5;
      },
      onOpen: () => {},
      onClosed: () => {},
    }),
  );
  const hub = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  t.teardown(() => hub.terminate());
  await once(hub, 'open');
  hub.send(
    JSON.stringify({ type: 'hello', protocol: 1, version: '1', platform: 'linux', name: 'One', devices: [] }),
  );
  await once(hub, 'message');
  hasRoom = false;
  asked = 0;
  const ids = Array.from({ length: 100 }, (_, n) => `019f0000-0000-7000-8000-${String(n).padStart(12, '0')}`);
  const claim_id = '019f0000-0000-7000-8000-ffffffffffff';
  for (const print_job_id of ids)
    hub.send(JSON.stringify({ type: 'result', id: print_job_id, print_job_id, claim_id, status: 'done' }));
  await until('it waits', async () => asked >= 20);
  hub.ping();
  await once(hub, 'pong');
  t.deepEqual(begun, []);
  const before = asked;
  await new Promise((resolve) => setTimeout(resolve, 100));
  t.true(asked - before <= 25, `asked ${asked - before} times in a tenth of a second, every 5 ms`);
  hasRoom = true;
  await until('all are begun', async () => begun.length === ids.length);
  t.deepEqual(begun, ids);
});
