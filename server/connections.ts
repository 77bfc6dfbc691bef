import { roleUrl } from '../db/roles.ts';
import { databaseOfUrl, type DatabaseWords } from '../db/schema/schema-check.ts';
import type { ServerConfig } from './config.ts';
import { findEmbeddedPostgres } from './postgres/embedded-postgres.ts';
import { platformSecretsOf } from './platform-secret.ts';
import { StartError } from './start-error.ts';

export const embeddedDatabaseName = 'warehouse';

/**
 * The connections of the two non-owner roles: given, derived from DATABASE_URL, or those of the running embedded
 * Postgres.
 */
export function connectionsOf(config: ServerConfig): { appUrl: string; systemUrl: string } {
  const { appDatabaseUrl, systemDatabaseUrl } = config;
  if (appDatabaseUrl && systemDatabaseUrl) return { appUrl: appDatabaseUrl, systemUrl: systemDatabaseUrl };
  const databaseUrl = ownerUrl(config);
  const secrets = platformSecretsOf(config);
  return {
    appUrl: appDatabaseUrl ?? roleUrl(databaseUrl, 'app', secrets),
    systemUrl: systemDatabaseUrl ?? roleUrl(databaseUrl, 'system', secrets),
  };
}

/**
 * The owner's connection: DATABASE_URL, or the embedded Postgres of a running `npm start`. Refuses in one sentence if
 * there is none.
 */
export function ownerUrl(config: ServerConfig): string {
  const databaseUrl = config.databaseUrl ?? findEmbeddedPostgres(config.dataDir, embeddedDatabaseName);
  if (databaseUrl) return databaseUrl;
  throw new StartError(
    `There is no database: set DATABASE_URL, or let npm start run with DATA_DIR ${config.dataDir}.`,
  );
}

/** The owner's database in the words of whoever started the program. */
export function databaseWordsOf({ databaseUrl, dataDir }: ServerConfig): DatabaseWords {
  if (databaseUrl) return databaseOfUrl;
  return { name: `The embedded database in ${dataDir}`, toBeginAnew: 'set DATA_DIR to a new folder' };
}
