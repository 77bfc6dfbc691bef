/**
 * What a scenario breaks: a database, a Redis (if there is one), an API and workers as real processes, an organization.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../db/database.ts';
import { roleUrl } from '../../db/roles.ts';
import { freePort } from '../../server/free-port.ts';
import { startRedis, type RedisServer } from '../../server/redis.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { testSecrets } from '../helpers/servers.ts';
import { createOrganization, type TestOrganization } from '../helpers/organization.ts';
import { portKept } from './port-kept.ts';
import { Program } from './program.ts';

export interface RigOptions {
  /** The server on which the rig's own database is created. */
  databaseUrl?: string;
  workers?: number;
  /** Number of API processes; one by default. */
  apis?: number;
  /** The organization's edition; standard by default. */
  edition?: 'standard' | 'three_pl';
  /** False: queues on Postgres. A URL: a Redis of the scenario's own. */
  redis?: boolean | string;
  /**
   * Changes a URL before it is connected to (by the processes; by the checker, for `owner`): a faulty wire, a pooler.
   */
  through?: (url: string, what: 'postgres' | 'redis' | 'owner') => Promise<string>;
  /** Settings in addition to those every rig has. */
  env?: Record<string, string>;
  /** False leaves the processes to the scenario. */
  start?: boolean;
}

export interface Rig {
  /** The first API process', and all of them. */
  url: string;
  urls: readonly string[];
  api: Program;
  apis: readonly Program[];
  workers: Program[];
  /** Undefined on the Postgres backend, and if the scenario has its own. */
  redis: RedisServer | undefined;
  /** Kills Redis with everything it holds; returns a function that brings it back on its port. */
  killRedis(): Promise<() => Promise<void>>;
  ownerUrl: string;
  owner: pg.Pool;
  organization: TestOrganization;
  /** All output of the processes. */
  logs(): string;
  stop(): Promise<void>;
}

export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const folder = mkdtempSync(path.join(tmpdir(), 'warehouse-chaos-'));
  const testDatabase = await createTestDatabase(options.databaseUrl);
  const { ownerUrl } = testDatabase;
  const { redis: redisAsked = true } = options;
  let redis =
    redisAsked === true
      ? await startRedis({ dir: path.join(folder, 'redis'), port: await portKept() })
      : undefined;
  const redisUrl = typeof redisAsked === 'string' ? redisAsked : redis?.url;
  const through = options.through ?? ((url: string) => Promise.resolve(url));
  const owner = new pg.Pool({ connectionString: await through(ownerUrl, 'owner'), max: 4 });
  owner.on('error', () => {});
  const organization = await makeOrganization(ownerUrl, options.edition ?? 'standard');
  const ports: number[] = [];
  while (ports.length < (options.apis ?? 1)) ports.push(await freePort());
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const env: Record<string, string> = {
    DATABASE_URL: await through(ownerUrl, 'postgres'),
    PLATFORM_SECRET: testSecrets.current,
    ...(redisUrl ? { REDIS_URL: await through(redisUrl, 'redis') } : {}),
    DATA_DIR: path.join(folder, 'data'),
    LOG_LEVEL: 'info',
    // Stores and subscribers in scenarios are on this machine.
    PRIVATE_TARGETS: 'allow',
    WORKER_CONCURRENCY: '8',
    ...options.env,
  };
  mkdirSync(path.join(folder, 'logs'));
  const program = (file: string, name: string, more: Record<string, string> = {}): Program =>
    new Program({ file, env: { ...env, ...more }, logFile: path.join(folder, 'logs', `${name}.log`) });
  const apis = ports.map((port, index) =>
    program('server/api-main.js', `api-${index}`, { PORT: String(port) }),
  );
  const workers = Array.from({ length: options.workers ?? 1 }, (_, index) =>
    program('server/workers-main.js', `workers-${index}`),
  );

  const rig: Rig = {
    url: urls[0]!,
    urls,
    api: apis[0]!,
    apis,
    workers,
    get redis() {
      return redis;
    },
    killRedis: async () => {
      const { port: redisPort } = redis!;
      await redis!.kill();
      return async () => {
        redis = await startRedis({ dir: path.join(folder, 'redis'), port: redisPort });
      };
    },
    ownerUrl,
    owner,
    organization,
    logs: () =>
      readdirSync(path.join(folder, 'logs'))
        .map((name) => readFileSync(path.join(folder, 'logs', name), 'utf8'))
        .join('\n'),
    stop: async () => {
      for (const one of [...apis, ...workers]) one.signal('SIGCONT');
      await Promise.all([...apis, ...workers].filter((one) => one.isRunning).map((one) => one.stop()));
      await redis?.stop();
      try {
        await owner.end();
        await testDatabase.drop();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
  if (options.start === false) return rig;
  try {
    await Promise.all([...apis, ...workers].map((one) => one.start()));
    return rig;
  } catch (fault) {
    // Whatever did start is ended again: a failed scenario leaves nothing running.
    await rig.stop();
    throw fault;
  }
}

export async function makeOrganization(
  ownerUrl: string,
  edition: 'standard' | 'three_pl',
): Promise<TestOrganization> {
  const database = openDatabase({
    appUrl: roleUrl(ownerUrl, 'app', testSecrets),
    systemUrl: roleUrl(ownerUrl, 'system', testSecrets),
    poolMax: 2,
    applicationName: 'chaos set-up',
  });
  try {
    return await createOrganization(database, { edition });
  } finally {
    await database.close();
  }
}
