/**
 * The platform all files of a test run share: API and workers as separate processes, started once by test/run.mjs. A
 * test that joins gets two organizations of its own (a standard one and a 3PL one) with tokens, and a client that
 * checks every response against the description. What others do on the platform at the same time must not affect a
 * tenant.
 */
import { randomBytes } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import pg from 'pg';
import { openDatabase, type Database } from '../../db/database.ts';
import { permissions, type Permission } from '../../domain/permissions.ts';
import { createClient, type Client } from './client.ts';
import { roleUrls, sharedPlatform, type SharedPlatform } from './servers.ts';
import { createOrganization, type TestOrganization } from './organization.ts';

export interface Platform {
  url: string;
  /** The superuser's pool: bypasses row level security, injects faults. */
  owner: pg.Pool;
  /** Pools as the application opens them. */
  database: Database;
  /** Standard edition, wms_sync. */
  standard: TestOrganization;
  /** 3PL edition with two merchants. */
  threePl: TestOrganization;
  /** The standard organization's client with every permission. */
  client: Client;
  /** A client of an organization with only these permissions. */
  clientWith(
    organization: TestOrganization,
    granted: readonly Permission[],
    extra?: { merchantId?: string },
  ): Promise<Client>;
}

/** Two new organizations on the run's platform. Call it once per file, from `test.before`. */
export async function joinPlatform(
  t?: Pick<ExecutionContext, 'teardown'>,
): Promise<Platform & { stop(): Promise<void> }> {
  const joined = await inhabit(sharedPlatform());
  t?.teardown(joined.stop);
  return joined;
}

/** Two new organizations on a platform, and database pools to inspect it; `stop` closes the pools. */
export async function inhabit({
  url,
  ownerUrl,
}: SharedPlatform): Promise<Platform & { stop(): Promise<void> }> {
  // Tests of a file that each hold a connection must fail rather than wait for each other's.
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 8, connectionTimeoutMillis: 30_000 });
  owner.on('error', () => {});
  // On a busy machine a file's tests queue for these: they wait, they do not fail.
  const database = openDatabase({
    ...roleUrls(ownerUrl),
    poolMax: 12,
    applicationName: 'test',
    acquireMsMax: 60_000,
  });
  const standard = await createOrganization(database, { edition: 'standard' });
  const threePl = await createOrganization(database, { edition: 'three_pl' });
  return {
    url,
    owner,
    database,
    standard,
    threePl,
    client: createClient(url, standard),
    clientWith: async (organization, granted, extra = {}) => {
      const accessToken = `wop_${randomBytes(32).toString('base64url')}`;
      await organization.addToken(accessToken, granted, extra.merchantId ?? null);
      return createClient(url, { ...organization, accessToken });
    },
    stop: async () => {
      await database.close();
      await owner.end();
    },
  };
}

export const everyPermission = Object.keys(permissions) as Permission[];
