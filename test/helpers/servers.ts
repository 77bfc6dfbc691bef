/** What a test run hands to its files: its servers and its platform (shared/ starts them). */
import type { PlatformSecrets } from '../../domain/secrets/platform-keys.ts';
import { roleUrl } from '../../db/roles.ts';

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
  /** Makes organizations (shared/organizations.ts). */
  organizationsUrl: string;
}

/** The platform of this test run, as test/run.mjs passes it to each test file. */
export function sharedPlatform(): SharedPlatform {
  const shared = process.env['TEST_PLATFORM'];
  if (!shared) throw new Error('TEST_PLATFORM is not set: run the tests with npm test -- <file>.');
  return JSON.parse(shared) as SharedPlatform;
}
