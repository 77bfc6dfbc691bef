/** Workers that are closed while Redis is away: a hub that leaves, a process that stops. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { Redis } from 'ioredis';
import { closeBackend, openBackend, openExtraWorker } from '../../queues/engine/backend.ts';
import { freePort } from '../../server/free-port.ts';
import { testServers } from '../helpers/servers.ts';
import { until, within } from '../helpers/wait.ts';

const onRedis = testServers().redisUrl === '' ? test.skip : test;

interface Server {
  url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** One line for each client that is connected. */
  clients(): Promise<string[]>;
}

/** A server of its own, alone or as a Cluster of one node. */
async function serverOf(t: ExecutionContext, isCluster: boolean): Promise<Server> {
  const dir = mkdtempSync(path.join(tmpdir(), 'warehouse-away-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  const port = await freePort();
  const bus = isCluster ? await freePort() : 0;
  const alone = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', dir];
  const clustered = [
    '--cluster-enabled',
    'yes',
    '--cluster-announce-ip',
    '127.0.0.1',
    '--cluster-port',
    `${bus}`,
  ];
  let child: ReturnType<typeof spawn> | undefined;
  const ask = async <T>(what: (redis: Redis) => Promise<T>): Promise<T> => {
    const redis = new Redis(port, { retryStrategy: () => null });
    redis.on('error', () => {});
    return what(redis).finally(() => redis.disconnect());
  };
  const server: Server = {
    url: `redis${isCluster ? '+cluster' : ''}://127.0.0.1:${port}`,
    async start() {
      child = spawn('redis-server', [...alone, ...(isCluster ? clustered : [])], { stdio: 'ignore' });
      await until('Redis answers', () => ask((redis) => redis.ping()).catch(() => false));
    },
    async kill() {
      const ended = once(child!, 'exit');
      if (child!.kill('SIGKILL')) await ended;
    },
    clients: async () => {
      const list = String(await ask((redis) => redis.client('LIST')));
      return list.split('\n').filter((line) => line !== '' && !line.includes('cmd=client'));
    },
  };
  await server.start();
  t.teardown(() => server.kill());
  if (isCluster) {
    await ask((redis) => redis.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383'));
    const isWhole = (redis: Redis) =>
      redis.call('CLUSTER', 'INFO').then((info) => /state:ok/.test(String(info)));
    await until('the Cluster is whole', () => ask(isWhole));
  }
  return server;
}

// For so long it has been away when they are closed: a connection waits between two attempts, or makes one.
for (const [kind, awayMs] of [
  ['Redis', 50],
  ['Redis', 600],
  ['a Cluster', 600],
] as const) {
  onRedis(`workers closed ${awayMs} ms after ${kind} went away close, and leave no connection`, async (t) => {
    const server = await serverOf(t, kind === 'a Cluster');
    const backend = openBackend({ redisUrl: server.url, postgresUrl: '' });
    t.teardown(() => closeBackend(backend));
    await until('the producer is connected', async () => (await server.clients()).length > 0);
    await pause(300);
    const before = (await server.clients()).length;
    const names = ['one', 'two', 'three', 'four'];
    const workers = names.map((name) => openExtraWorker(backend, name, async () => {}));
    await until('every worker waits for jobs', async () => {
      const waiting = (await server.clients()).filter((line) => line.includes('cmd=bzpopmin'));
      return waiting.length === names.length;
    });

    await server.kill();
    await pause(awayMs);
    const closed = Promise.all(workers.map((worker) => worker.close()));
    await within('every worker closes while Redis is away', closed);
    await server.start();
    await until('the producer is connected again', async () => (await server.clients()).length > 0);
    // Time for others, if there were any.
    await pause(2_000);
    t.true((await server.clients()).length <= before);
  });
}
