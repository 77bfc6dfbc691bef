/**
 * The platform all files of a test run share: API and workers as separate processes, started once by test/run.mjs. A
 * test that joins gets two organizations of its own (a standard one and a 3PL one) with tokens, and a client that
 * checks every response against the description. What others do on the platform at the same time must not affect a
 * tenant.
 */
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import type { ExecutionContext } from 'ava';
import type pg from 'pg';
import type * as DatabaseModule from '../../db/database.ts';
import type { Database } from '../../db/database.ts';
import { permissions, type Permission } from '../../domain/permissions.ts';
import { createClient, type Client } from './client.ts';
import { roleUrls, sharedPlatform, type SharedPlatform } from './servers.ts';
import type { OrganizationWords, TestOrganization } from './organization.ts';
import type * as OwnerPool from './owner-pool.ts';
import { askForOrganization } from './shared/ask-organizations.ts';

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
  /** One more. */
  newOrganization(words: OrganizationWords): Promise<TestOrganization>;
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
  const shared = sharedPlatform();
  const joined = await inhabit(shared, (words) => askForOrganization(shared.organizationsUrl, words));
  t?.teardown(joined.stop);
  return joined;
}

/** Two new organizations on a platform, and database pools to inspect it; `stop` closes the pools. */
export async function inhabit(
  { url, ownerUrl }: Pick<SharedPlatform, 'url' | 'ownerUrl'>,
  made: (words: OrganizationWords, pools: { readonly database: Database }) => Promise<TestOrganization>,
): Promise<Platform & { stop(): Promise<void> }> {
  const pools = poolsAsked(ownerUrl);
  const standard = await made({ edition: 'standard' }, pools);
  const threePl = await made({ edition: 'three_pl' }, pools);
  return {
    url,
    get owner() {
      return pools.owner;
    },
    get database() {
      return pools.database;
    },
    standard,
    threePl,
    newOrganization: (words) => made(words, pools),
    client: createClient(url, standard),
    clientWith: async (organization, granted, extra = {}) => {
      const accessToken = `wop_${randomBytes(32).toString('base64url')}`;
      await organization.addToken(accessToken, granted, extra.merchantId ?? null);
      return createClient(url, { ...organization, accessToken });
    },
    stop: pools.close,
  };
}

const require = createRequire(import.meta.url);

/**
 * Opened, and their drivers loaded, by whoever uses one: most files ask the API alone, and each is a process of its own.
 */
function poolsAsked(ownerUrl: string): Pick<Platform, 'owner' | 'database'> & { close(): Promise<void> } {
  let owner: pg.Pool | undefined;
  let database: Database | undefined;
  return {
    get owner() {
      const { openOwner } = require('./owner-pool.js') as typeof OwnerPool;
      return (owner ??= openOwner(ownerUrl));
    },
    get database() {
      const { openDatabase } = require('../../db/database.js') as typeof DatabaseModule;
      // On a busy machine a file's tests queue for these: they wait, they do not fail.
      return (database ??= openDatabase({
        ...roleUrls(ownerUrl),
        poolMax: 12,
        applicationName: 'test',
        acquireMsMax: 60_000,
      }));
    },
    close: async () => {
      await database?.close();
      await owner?.end();
    },
  };
}

export const everyPermission = Object.keys(permissions) as Permission[];
