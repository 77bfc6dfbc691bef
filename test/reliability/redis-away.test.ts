/** Workers that are closed while Redis is away: a hub that leaves, a process that stops. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { Redis } from 'ioredis';
import { closeBackend, openBackend, openExtraWorker } from '../../queues/backend.ts';
import { startRedis } from '../../server/redis.ts';
import { testServers } from '../helpers/servers.ts';
import { until, within } from '../helpers/wait.ts';

const onRedis = testServers().redisUrl === '' ? test.skip : test;

// For this long it has been away when they are closed: a connection waits between two attempts, or makes one.
for (const awayMs of [50, 600]) {
  onRedis(
    `a worker closed ${awayMs} ms after Redis went away closes, and leaves no connection`,
    async (t) => {
      const dir = mkdtempSync(path.join(tmpdir(), 'warehouse-away-'));
      t.teardown(() => rmSync(dir, { recursive: true, force: true }));
      const lost = (await startRedis({ dir }))!;
      const { port, url } = lost;
      const backend = openBackend({ redisUrl: url, postgresUrl: '' });
      t.teardown(() => closeBackend(backend));
      const connections = async (): Promise<string[]> => {
        const redis = new Redis(port);
        const list = String(await redis.client('LIST'));
        redis.disconnect();
        return list.split('\n').filter((line) => line !== '' && !line.includes('cmd=client'));
      };
      const names = ['one', 'two', 'three', 'four'];
      const workers = names.map((name) => openExtraWorker(backend, name, async () => {}));
      await until('every worker waits for jobs', async () => {
        const waiting = (await connections()).filter((line) => line.includes('cmd=bzpopmin'));
        return waiting.length === names.length;
      });

      await lost.kill();
      await pause(awayMs);
      await within(
        'every worker closes while Redis is away',
        Promise.all(workers.map((worker) => worker.close())),
      );
      const back = (await startRedis({ dir, port }))!;
      t.teardown(() => back.kill());
      await until('the producer is connected again', async () => (await connections()).length > 0);
      // Time for others, if there were any.
      await pause(1_500);
      t.is((await connections()).length, 1);
    },
  );
}
