import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PlatformSecrets } from '../../domain/secrets/platform-keys.ts';
import { roleUrl } from '../../db/roles.ts';
import { startEmbeddedPostgres } from '../../server/postgres/embedded-postgres.ts';
import { isProcessAlive, processProgram, waitForProcessEnd } from '../../server/processes/live-process.ts';
import { livePostmaster } from '../../server/postgres/postmaster-file.ts';
import { startRedis } from '../../server/redis.ts';

export interface TestServers {
  /** The superuser's connection to the test run's Postgres. */
  databaseUrl: string;
  /** '' if the run is on the Postgres queue backend. */
  redisUrl: string;
}

/** Shared by every platform of a run: the database roles belong to the whole server and have one password. */
export const testSecrets: PlatformSecrets = { current: 'the-secret-of-a-test-run-0123456789' };

/** The servers of this test run, as test/run.mjs passes them to each test file. */
export function testServers(): TestServers {
  const databaseUrl = process.env['TEST_DATABASE_URL'];
  if (!databaseUrl) throw new Error('TEST_DATABASE_URL is not set: run the tests with npm test -- <file>.');
  return { databaseUrl, redisUrl: process.env['TEST_REDIS_URL'] ?? '' };
}

/**
 * The application's two connections to the owner's database. Not in database.ts, whose migrations load BullMQ: most test
 * files need none of it, and each is a process of its own.
 */
export function roleUrls(ownerUrl: string): { appUrl: string; systemUrl: string } {
  return {
    appUrl: roleUrl(ownerUrl, 'app', testSecrets),
    systemUrl: roleUrl(ownerUrl, 'system', testSecrets),
  };
}

/** Where the platform shared by the files of this run is. */
export interface SharedPlatform {
  url: string;
  ownerUrl: string;
}

/** The platform of this test run, as test/run.mjs passes it to each test file. */
export function sharedPlatform(): SharedPlatform {
  const shared = process.env['TEST_PLATFORM'];
  if (!shared) throw new Error('TEST_PLATFORM is not set: run the tests with npm test -- <file>.');
  return JSON.parse(shared) as SharedPlatform;
}

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
