/**
 * A whole platform for a test: its own database, API and workers in this process on the queue backend of the run,
 * two organizations (a standard one and a 3PL one) with tokens, and a client that holds every response against the
 * description.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ExecutionContext } from 'ava';
import pg from 'pg';
import { pino } from 'pino';
import { diskStore } from '../../api/files/disk-store.ts';
import { roleUrl } from '../../db/roles.ts';
import { openDatabase, type Database } from '../../db/database.ts';
import { permissions, type Permission } from '../../domain/tenancy/permissions.ts';
import { startApi, type ApiSettings } from '../../server/run-api.ts';
import { startWorkers } from '../../server/run-workers.ts';
import { createTestDatabase, testSecrets } from './database.ts';
import { eventMisfits } from './emitted-events.ts';
import { createClient, type Client } from './client.ts';
import { createOrganization, type TestOrganization } from './organization.ts';
import { testServers, type TestServers } from './servers.ts';

export interface Platform {
  url: string;
  /** The superuser's pool: looks behind row security, plants faults. */
  owner: pg.Pool;
  /** Pools as the application has them. */
  database: Database;
  appUrl: string;
  systemUrl: string;
  redisUrl: string | undefined;
  prefix: string;
  /** Standard edition, wms_sync. */
  standard: TestOrganization;
  /** 3PL edition with two merchants. */
  threePl: TestOrganization;
  /** The standard organization's client with every permission. */
  client: Client;
  /** A client of an organization with just these permissions. */
  clientWith(
    organization: TestOrganization,
    granted: readonly Permission[],
    extra?: { merchantId?: string },
  ): Promise<Client>;
  startWorkers(settings?: { health?: { host: string; port: number } }): Promise<{
    stop(): Promise<void>;
    healthUrl: string | undefined;
  }>;
}

export interface PlatformOptions {
  /** False leaves the workers out: commands stay accepted until the test starts some. */
  workers?: boolean;
  log?: boolean;
  /** Other settings of the API than a test's usual ones. */
  api?: Partial<ApiSettings>;
  /** Other servers than those of the test run. */
  servers?: TestServers;
}

/** Starts a platform and takes it down when the test ends. For a whole file call it once, from `test.before`. */
export async function startPlatform(
  t: Pick<ExecutionContext, 'teardown'> | undefined,
  options: PlatformOptions = {},
): Promise<Platform & { stop(): Promise<void> }> {
  const servers = options.servers ?? testServers();
  const testDatabase = await createTestDatabase(servers.databaseUrl);
  const { ownerUrl } = testDatabase;
  const redisUrl = servers.redisUrl || undefined;
  const prefix = `test-${randomUUID()}`;
  const appUrl = roleUrl(ownerUrl, 'app', testSecrets);
  const systemUrl = roleUrl(ownerUrl, 'system', testSecrets);
  const log = pino({ level: options.log ? 'debug' : 'silent' });
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 4 });
  owner.on('error', () => {});
  // On a busy machine a file's tests stand in line for these: they wait, they do not fail.
  const database = openDatabase({
    appUrl,
    systemUrl,
    poolMax: 12,
    applicationName: 'test',
    acquireMsMax: 60_000,
  });
  const standard = await createOrganization(database, { edition: 'standard' });
  const threePl = await createOrganization(database, { edition: 'three_pl' });
  // Stores and subscribers of tests are on this machine.
  const shared = { appUrl, systemUrl, redisUrl, prefix, log, secrets: testSecrets, isPrivateAllowed: true };
  const filesDir = mkdtempSync(path.join(tmpdir(), 'files-'));
  const api = await startApi({
    ...shared,
    files: diskStore(filesDir),
    ...options.api,
    port: 0,
    host: '127.0.0.1',
    responseCheck: 'throw',
  });
  const runWorkers: Platform['startWorkers'] = (settings = {}) =>
    startWorkers({ ...shared, concurrency: 8, ...settings });
  const workers = options.workers === false ? undefined : await runWorkers();

  const platform = {
    url: api.url,
    owner,
    database,
    appUrl,
    systemUrl,
    redisUrl,
    prefix,
    standard,
    threePl,
    client: createClient(api.url, standard),
    startWorkers: runWorkers,
    clientWith: async (
      organization: TestOrganization,
      granted: readonly Permission[],
      extra: { merchantId?: string } = {},
    ) => {
      const accessToken = `wop_${randomBytes(32).toString('base64url')}`;
      await organization.addToken(accessToken, granted, extra.merchantId ?? null);
      return createClient(api.url, { ...organization, accessToken });
    },
    stop: async () => {
      await workers?.stop();
      await api.stop();
      const misfits = await eventMisfits(owner);
      await database.close();
      await owner.end();
      await testDatabase.drop();
      rmSync(filesDir, { recursive: true, force: true });
      if (misfits.length > 0) throw new Error(`Events that do not fit the catalogue:\n${misfits.join('\n')}`);
    },
  };
  t?.teardown(platform.stop);
  return platform;
}

export const everyPermission = Object.keys(permissions) as Permission[];
