import type { ServerConfig } from './config.ts';

/** The connections of the two roles that cannot bypass row level security. */
export type RoleUrls = Pick<ServerConfig, 'appDatabaseUrl' | 'systemDatabaseUrl'>;

/**
 * Brings the database up to date and seeds the demo organizations on a first start.
 * NOTE for the lead: a stand-in. Call `migrate({ databaseUrl, log })` of ../db/migrate.ts and `seedDemo` of
 * ./demo-data.ts here, write the result with `writeDemoFile`, and return the role urls the children get.
 */
export async function prepareDatabase(options: {
  config: ServerConfig;
  databaseUrl: string;
  baseUrl: string;
  log: (line: string) => void;
}): Promise<RoleUrls> {
  const { config } = options;
  return { appDatabaseUrl: config.appDatabaseUrl, systemDatabaseUrl: config.systemDatabaseUrl };
}
