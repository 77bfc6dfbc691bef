/**
 * A platform to measure: its own durable embedded Postgres (fsync on, as in production), a Redis or none, and the API
 * and worker programs as real processes. Everything is on loopback and stops with the benchmark.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import type { Processes } from './cpu.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { roleUrl } from '../db/roles.ts';
import { freePort } from '../server/free-port.ts';
import { execArgv } from '../server/processes/platform-processes.ts';
import { startEmbeddedPostgres } from '../server/postgres/embedded-postgres.ts';
import { startRedis } from '../server/redis.ts';
import { testSecrets } from '../test/helpers/servers.ts';
import { createOrganization, type TestOrganization } from '../test/helpers/organization.ts';

export interface BenchPlatform {
  backend: 'Redis' | 'Postgres';
  url: string;
  organization: TestOrganization;
  database: Database;
  ownerUrl: string;
  appUrl: string;
  systemUrl: string;
  redisUrl: string | undefined;
  /** What its Postgres logs. */
  postgresLog: string;
  /** Its processes and the load generator's, to read their CPU time. */
  processes: Processes;
  /** Sends a request as the organization. */
  call: Call;
  /** The same as another organization. */
  callAs(organization: TestOrganization): Call;
  stop(): Promise<void>;
}

/** Sends a request; returns the response's status and body. */
export type Call = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: any }>;

export interface BenchOptions {
  redis: boolean;
  edition?: 'standard' | 'three_pl';
  /**
   * Number of API and worker processes to start; an SQL-only benchmark needs none, one of accepting requests only the
   * API.
   */
  processes?: boolean | 'api';
}

/** Measures on a platform with queues on Redis, then on one with queues on Postgres. */
export async function onBothBackends(run: (platform: BenchPlatform) => Promise<void>): Promise<void> {
  for (const redis of [true, false]) {
    const platform = await startBenchPlatform({ redis });
    if (!platform) {
      console.log('Redis: skipped, there is no redis-server on PATH.');
      continue;
    }
    try {
      console.log(`queues on ${platform.backend}`);
      await run(platform);
    } finally {
      await platform.stop();
    }
  }
}

/**
 * Undefined if Redis is requested and not installed. If anything fails on the way, everything that was started is
 * stopped.
 */
export async function startBenchPlatform(options: BenchOptions): Promise<BenchPlatform | undefined> {
  const started: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const undo of started.toReversed()) await undo();
  };
  try {
    return await open(options, (undo) => started.push(undo), stop);
  } catch (fault) {
    await stop();
    throw fault;
  }
}

async function open(
  options: BenchOptions,
  onStop: (undo: () => unknown) => void,
  stop: () => Promise<void>,
): Promise<BenchPlatform | undefined> {
  const dir = mkdtempSync(path.join(tmpdir(), 'warehouse-bench-'));
  onStop(() => rmSync(dir, { recursive: true, force: true }));
  chmodSync(dir, 0o711);
  const redis = options.redis ? await startRedis({ dir }) : undefined;
  if (options.redis && !redis) {
    await stop();
    return undefined;
  }
  onStop(() => redis?.stop());
  const dataDir = path.join(dir, 'data');
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: () => {},
    database: 'bench',
  });
  onStop(() => postgres.stop('immediate'));
  const ownerUrl = postgres.url;
  await migrate({ databaseUrl: ownerUrl, secrets: testSecrets, log: () => {} });
  const appUrl = roleUrl(ownerUrl, 'app', testSecrets);
  const systemUrl = roleUrl(ownerUrl, 'system', testSecrets);
  const database = openDatabase({ appUrl, systemUrl, poolMax: 40, applicationName: 'bench' });
  onStop(() => database.close());
  const organization = await createOrganization(database, { edition: options.edition ?? 'standard' });
  const port = await freePort();
  const env = {
    PORT: String(port),
    APP_DATABASE_URL: appUrl,
    SYSTEM_DATABASE_URL: systemUrl,
    PLATFORM_SECRET: testSecrets.current,
    LOG_LEVEL: 'error',
    PRIVATE_TARGETS: 'allow',
    ...(redis ? { REDIS_URL: redis.url } : {}),
  };
  const processes: Record<string, number> = { load: process.pid, Postgres: postgres.pid };
  if (redis) processes['Redis'] = redis.pid;
  const start = async (kind: string): Promise<void> => {
    const child = await startProcess(kind, env);
    onStop(() => stopProcess(child));
    processes[kind] = child.pid!;
  };
  const { processes: asked = true } = options;
  if (asked !== false) await start('api');
  if (asked === true) await start('workers');
  const http = new Pool(`http://127.0.0.1:${port}`, { connections: 512, pipelining: 1 });
  onStop(() => http.close());
  const callAs = (asking: TestOrganization): Call => callOf(http, asking);
  return {
    backend: redis ? 'Redis' : 'Postgres',
    url: `http://127.0.0.1:${port}`,
    organization,
    database,
    ownerUrl,
    appUrl,
    systemUrl,
    redisUrl: redis?.url,
    postgresLog: path.join(dataDir, 'postgres.log'),
    processes,
    call: callAs(organization),
    callAs,
    stop,
  };
}

function callOf(http: Pool, { id, accessToken }: TestOrganization): Call {
  const headers = {
    authorization: `Bearer ${accessToken}`,
    'x-organization-id': id,
    'content-type': 'application/json',
  };
  return async (method, requestPath, body) => {
    const answer = await http.request({
      method: method as 'GET',
      path: requestPath,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, body: await answer.body.json() };
  };
}

function startProcess(kind: string, env: Record<string, string | undefined>): Promise<ChildProcess> {
  const entry = fileURLToPath(new URL(`../server/${kind}-main.js`, import.meta.url));
  const child = fork(entry, [], { env: env as NodeJS.ProcessEnv, execArgv });
  return new Promise((resolve, reject) => {
    child.once('message', (message: { type: string; reason?: string }) => {
      if (message.type === 'ready') resolve(child);
      else reject(new Error(`the ${kind} process did not start: ${message.reason}`));
    });
    child.once('exit', (code) => reject(new Error(`the ${kind} process ended with ${code}`)));
  });
}

function stopProcess(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
