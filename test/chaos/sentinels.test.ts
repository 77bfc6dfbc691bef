/** What becomes of each client of Redis when the Sentinels announce a new primary. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import type { Redis } from 'ioredis';
import { openRedis } from '../../queues/redis-client.ts';
import { testServers } from '../helpers/servers.ts';
import { until } from '../helpers/wait.ts';
import { openFaultyWire } from './faulty-wire.ts';
import { WatchedRedis } from './watched-redis.ts';

const onRedis = testServers().redisUrl === '' ? test.skip : test;
// Every wire has its own delay: the announcement finds clients at each step of asking a Sentinel where the primary is.
const wireDelaysMs = Array.from({ length: 12 }, (_, index) => 20 + 30 * index);

onRedis('every client finds the new primary, however slowly the Sentinels answer', async (t) => {
  t.timeout(120_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'warehouse-sentinels-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const watched = (await WatchedRedis.start(folder))!;
  t.teardown(() => watched.stop());
  const wires = await Promise.all(
    wireDelaysMs.map((delayMs, index) => {
      const port = watched.sentinelPorts[index % watched.sentinelPorts.length]!;
      return openFaultyWire({ host: '127.0.0.1', port }, { delayMs, resetProbability: 0, seed: 1 });
    }),
  );
  t.teardown(() => wires.forEach((wire) => wire.stop()));
  const urls = wires.map(({ through }) => watched.urlAt([Number(new URL(through('redis://wire:1')).port)]));

  const opened = (['producer', 'worker'] as const).flatMap((role) =>
    urls.map((url) => openRedis(url, role) as Redis),
  );
  // BullMQ's workers wait for jobs on a duplicate.
  const clients = [...opened, ...opened.map((client) => client.duplicate().on('error', () => {}))];
  t.teardown(() => clients.forEach((client) => client.disconnect()));
  await allReady(clients);

  await watched.losePrimary('killed');
  await allReady(clients);
  for (const client of clients) t.is(await client.set('written', 'anew'), 'OK');
});

function allReady(clients: readonly Redis[]): Promise<unknown> {
  return until(
    'every client is ready',
    () => Promise.resolve(clients.every(({ status }) => status === 'ready')),
    40_000,
  );
}
