/** Readiness says the truth of servers that answer and take nothing: a replica, a database made read-only, a disk. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { Redis } from 'ioredis';
import { freePort } from '../../server/free-port.ts';
import { startPlatform } from '../helpers/platform.ts';
import { testServers } from '../helpers/servers.ts';
import { until } from '../helpers/wait.ts';

interface Ready {
  status: number;
  checks: Record<string, boolean>;
}

async function readyAt(url: string | undefined): Promise<Ready> {
  const answer = await fetch(`${url}/readyz`);
  const { checks } = (await answer.json()) as Pick<Ready, 'checks'>;
  return { status: answer.status, checks };
}

function folderOf(t: ExecutionContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'ready-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function ownRedis(t: ExecutionContext): Promise<{ url: string; redis: Redis }> {
  const port = await freePort();
  const child = spawn(
    'redis-server',
    ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', folderOf(t)],
    { stdio: 'ignore' },
  );
  const redis = new Redis(port);
  redis.on('error', () => {});
  t.teardown(async () => {
    redis.disconnect();
    const ended = once(child, 'exit');
    if (child.kill('SIGKILL')) await ended;
  });
  await until('Redis answers', () => redis.ping().catch(() => false));
  return { url: `redis://127.0.0.1:${port}`, redis };
}

test('a Redis that became a replica takes no jobs: neither the API nor the workers are ready', async (t) => {
  const { url: redisUrl, redis } = await ownRedis(t);
  const platform = await startPlatform(t, { workers: false, servers: { ...testServers(), redisUrl } });
  const workers = await platform.startWorkers({ health: { host: '127.0.0.1', port: 0 } });
  t.teardown(() => workers.stop());
  for (const url of [platform.url, workers.healthUrl])
    await until('it is ready', async () => (await readyAt(url)).status === 200);
  // Of a primary that is not there: it answers what it has, and refuses to write.
  await redis.replicaof('127.0.0.1', 1);
  for (const url of [platform.url, workers.healthUrl]) {
    const told = await readyAt(url);
    t.is(told.status, 503);
    t.like(told.checks, { database: true, queue: false });
  }
  await redis.replicaof('NO', 'ONE');
  for (const url of [platform.url, workers.healthUrl])
    await until('it is ready again', async () => (await readyAt(url)).status === 200);
});

test('a database that takes no writes is not ready, though it answers every question', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { owner, url, ownerUrl } = platform;
  const name = new URL(ownerUrl).pathname.slice(1);
  t.is((await readyAt(url)).status, 200);
  // As a standby does: it says so to every session.
  const setTo = async (value: string): Promise<void> => {
    await owner.query(`alter database "${name}" set default_transaction_read_only = ${value}`);
    await owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'platform api'",
      [name],
    );
  };
  await setTo('on');
  const told = await until('it says so', async () => {
    const now = await readyAt(url);
    return now.status === 503 && now;
  });
  t.like(told.checks, { database: false });
  await setTo('off');
  await until('it is ready again', async () => (await readyAt(url)).status === 200);
});

test('a disk that takes no files is told, and takes nobody out of service', async (t) => {
  const parent = folderOf(t);
  const filesDir = path.join(parent, 'files');
  const { url } = await startPlatform(t, { workers: false, filesDir });
  t.deepEqual(await readyAt(url), { status: 200, checks: { database: true, queue: true, files: true } });
  renameSync(filesDir, `${filesDir}.away`);
  writeFileSync(filesDir, '');
  t.deepEqual(await readyAt(url), { status: 200, checks: { database: true, queue: true, files: false } });
  rmSync(filesDir);
  t.deepEqual(await readyAt(url), { status: 200, checks: { database: true, queue: true, files: true } });
});
