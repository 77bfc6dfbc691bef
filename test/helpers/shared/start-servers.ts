/** Starts the servers of a test run. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../../../server/postgres/embedded-postgres.ts';
import { isProcessAlive, processProgram, waitForProcessEnd } from '../../../server/processes/live-process.ts';
import { livePostmaster } from '../../../server/postgres/postmaster-file.ts';
import { startRedis } from '../../../server/redis.ts';
import type { TestServers } from '../servers.ts';

const prefix = 'warehouse-test-';

/**
 * Starts what a run needs: a Postgres without durability, and the given Redis or the one found on PATH ('' if neither).
 * `stop` ends both and removes their files. Whatever a killed run left behind is ended first.
 */
export async function startTestServers(options: {
  redisUrl?: string | undefined;
  log: (line: string) => void;
}): Promise<TestServers & { pids: number[]; stop: () => Promise<void> }> {
  await endLeftovers();
  const dir = mkdtempSync(path.join(tmpdir(), prefix));
  // Root's Postgres runs as another user, who must be able to traverse the folder.
  chmodSync(dir, 0o711);
  const log = () => undefined;
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(dir, 'data'), durable: false, log });
  const redis = options.redisUrl ? undefined : await startRedis({ dir });
  const redisUrl = options.redisUrl ?? redis?.url ?? '';
  const stop = async () => {
    await Promise.all([postgres.stop('immediate'), redis?.stop()]);
    rmSync(dir, { recursive: true, force: true });
  };
  options.log(
    `Postgres on port ${postgres.port}, ${redisUrl ? `Redis at ${hideCredentials(redisUrl)}` : 'no Redis'}`,
  );
  const pids = [postgres.pid, ...(redis ? [redis.pid] : [])];
  return { databaseUrl: postgres.url, redisUrl, pids, stop };
}

async function endLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const dir = path.join(tmpdir(), name);
    const owner = readPid(path.join(dir, 'data', 'owner.json'));
    if (owner === undefined || isProcessAlive(owner)) continue;
    await endProcess(livePostmaster(path.join(dir, 'data', 'postgres'))?.pid);
    const redis = readPid(path.join(dir, 'redis.pid'));
    if (redis !== undefined && processProgram(redis)?.includes('redis-server')) await endProcess(redis);
    rmSync(dir, { recursive: true, force: true });
  }
}

async function endProcess(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  process.kill(pid, 'SIGQUIT');
  await waitForProcessEnd(pid, 3000);
}

/** The first number in the file: both kinds of file start with their process id. */
function readPid(file: string): number | undefined {
  try {
    return Number(/\d+/.exec(readFileSync(file, 'utf8'))?.[0]) || undefined;
  } catch {
    return undefined;
  }
}

function hideCredentials(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//');
}
