/** What becomes of each client of Redis when the Sentinels announce a new primary, and of those closed before. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import type { Redis } from 'ioredis';
import { openRedis } from '../../queues/engine/redis-client.ts';
import { testServers } from '../helpers/servers.ts';
import { until } from '../helpers/wait.ts';
import { openFaultyWire } from './faulty-wire.ts';
import { WatchedRedis } from './watched-redis.ts';

const isOnRedis = testServers().redisUrl !== '';
const onRedis = isOnRedis ? test : test.skip;
// What it watches is the whole process's.
const onRedisAlone = isOnRedis ? test.serial : test.skip;
// Every wire has its own delay: the announcement finds clients at each step of asking a Sentinel where the primary is.
const wireDelaysMs = Array.from({ length: 12 }, (_, index) => 20 + 30 * index);

async function watchedRedis(t: ExecutionContext): Promise<WatchedRedis> {
  t.timeout(120_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'warehouse-sentinels-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const watched = (await WatchedRedis.start(folder))!;
  t.teardown(() => watched.stop());
  return watched;
}

onRedis('every client finds the new primary, however slowly the Sentinels answer', async (t) => {
  const watched = await watchedRedis(t);
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

onRedis('a client that is closed hears no Sentinel any more, however far it had come', async (t) => {
  const watched = await watchedRedis(t);
  const every = Array.from({ length: 60 }, (_, index) => index / 2);
  const close = async (afterMs: number): Promise<void> => {
    const client = openRedis(watched.url, 'worker');
    await pause(afterMs);
    client.disconnect();
  };
  for (let round = 0; round < 3; round += 1) await Promise.all(every.map(close));
  // As BullMQ's workers do.
  const quit = async (afterMs: number): Promise<void> => {
    const client = openRedis(watched.url, 'worker');
    await once(client, 'ready');
    await pause(afterMs);
    await client.quit();
  };
  await Promise.all(every.map(quit));
  // Time for those on their way to arrive.
  await pause(500);
  await until('nothing is heard any more', async () => (await watched.announcementsHeard()) === 0, 10_000);
  t.pass();
});

onRedisAlone('a Sentinel that is away leaves no lines among those of the log', async (t) => {
  const watched = await watchedRedis(t);
  const said: unknown[][] = [];
  const { error } = console;
  console.error = (...words) => void said.push(words);
  t.teardown(() => (console.error = error));
  const clients = Array.from({ length: 4 }, () => openRedis(watched.url, 'worker') as Redis);
  t.teardown(() => clients.forEach((client) => client.disconnect()));
  await allReady(clients);
  await watched.loseSentinel();
  await watched.loseSentinel();
  // Each tries a lost one again every second.
  await pause(2_500);
  t.deepEqual(said, []);
});

function allReady(clients: readonly Redis[]): Promise<unknown> {
  return until(
    'every client is ready',
    () => Promise.resolve(clients.every(({ status }) => status === 'ready')),
    40_000,
  );
}
