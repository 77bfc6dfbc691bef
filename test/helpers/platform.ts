/**
 * A platform for a single test: a database, with API and workers in this process, on the queue backend of the run. For
 * tests that stop workers, inject faults, change settings or look at everything in the database. Everything else joins
 * the run's platform (join-platform.ts), which costs a tenth.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ExecutionContext } from 'ava';
import { pino } from 'pino';
import { diskStore } from '../../api/files/disk-store.ts';
import { startApi, type ApiSettings } from '../../server/run-api.ts';
import { startWorkers } from '../../server/run-workers.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { eventMisfits } from './emitted-events.ts';
import { inhabit, type Platform } from './join-platform.ts';
import { createOrganization } from './organization.ts';
import { testSecrets, testServers, type TestServers } from './servers.ts';

export interface OwnPlatform extends Platform {
  ownerUrl: string;
  appUrl: string;
  systemUrl: string;
  redisUrl: string | undefined;
  prefix: string;
  /** Ends the API alone. */
  stopApi(): Promise<void>;
  startWorkers(settings?: { health?: { host: string; port: number } }): Promise<{
    stop(): Promise<void>;
    healthUrl: string | undefined;
  }>;
}

export interface PlatformOptions {
  /** False starts no workers: commands stay accepted until the test starts some. */
  workers?: boolean;
  log?: boolean;
  /** API settings that differ from a test's usual ones. */
  api?: Partial<ApiSettings>;
  /** Servers other than those of the test run. */
  servers?: TestServers;
  /** A database and a folder of files that are there already; whoever made them takes them away. */
  database?: TestDatabase;
  filesDir?: string;
}

/** Starts a platform and stops it when the test ends. Call it once per file, from `test.before`. */
export async function startPlatform(
  t: Pick<ExecutionContext, 'teardown'> | undefined,
  options: PlatformOptions = {},
): Promise<OwnPlatform & { stop(): Promise<void> }> {
  const servers = options.servers ?? testServers();
  const testDatabase = options.database ?? (await createTestDatabase(servers.databaseUrl));
  const redisUrl = servers.redisUrl || undefined;
  const prefix = `test-${randomUUID()}`;
  const log = pino({ level: options.log ? 'debug' : 'silent' });
  const { appUrl, systemUrl } = testDatabase;
  // Stores and subscribers in tests are on this machine.
  const shared = { appUrl, systemUrl, redisUrl, prefix, log, secrets: testSecrets, isPrivateAllowed: true };
  const filesDir = options.filesDir ?? mkdtempSync(path.join(tmpdir(), 'files-'));
  const api = await startApi({
    ...shared,
    files: diskStore(filesDir),
    ...options.api,
    lanes: { ...(options.workers === false ? { loneAtOnceMax: 0 } : {}), ...options.api?.lanes },
    port: 0,
    host: '127.0.0.1',
    responseCheck: 'throw',
  });
  const runWorkers: OwnPlatform['startWorkers'] = (settings = {}) =>
    startWorkers({ ...shared, files: diskStore(filesDir), concurrency: 8, ...settings });
  const inhabited = await inhabit({ url: api.url, ownerUrl: testDatabase.ownerUrl }, (words, pools) =>
    createOrganization(pools.database, words),
  );
  const workers = options.workers === false ? undefined : await runWorkers();

  let stopping: Promise<void> | undefined;
  const stopApi = (): Promise<void> => (stopping ??= api.stop());
  const stop = async () => {
    await workers?.stop();
    await stopApi();
    const misfits = await eventMisfits(inhabited.owner);
    await inhabited.stop();
    if (!options.database) await testDatabase.drop();
    if (!options.filesDir) rmSync(filesDir, { recursive: true, force: true });
    if (misfits.length > 0) throw new Error(`Events that do not fit the catalogue:\n${misfits.join('\n')}`);
  };
  t?.teardown(stop);
  const { ownerUrl } = testDatabase;
  return {
    ...inhabited,
    ownerUrl,
    appUrl,
    systemUrl,
    redisUrl,
    prefix,
    startWorkers: runWorkers,
    stopApi,
    stop,
  };
}
