import { openDatabase } from '../../db/database.ts';
import { isOrganization } from '../../db/tenancy/editions.read.ts';
import { migrate, MigrationRefused } from '../../db/migrate.ts';
import { baseUrlOf, opsUrlOf } from '../addresses.ts';
import type { ServerConfig } from '../config.ts';
import { connectionsOf, databaseWordsOf } from '../connections.ts';
import { platformSecretsOf } from '../platform-secret.ts';
import { createDemoData } from '../demo/data.ts';
import { readDemoFile, writeDemoFile } from '../demo/file.ts';
import { StartError } from '../start-error.ts';

/** The connections of the two roles that cannot bypass row level security. */
export type RoleUrls = Pick<ServerConfig, 'appDatabaseUrl' | 'systemDatabaseUrl'>;

/**
 * Brings the database up to date and creates the demo organizations on a first start; demo.json says how to access
 * them.
 */
export async function prepareDatabase(options: {
  config: ServerConfig;
  databaseUrl: string;
  log: (line: string) => void;
}): Promise<RoleUrls> {
  const { config, databaseUrl, log } = options;
  await migrate({
    databaseUrl,
    secrets: platformSecretsOf(config),
    log: (line) => log(`database: ${line}`),
    words: databaseWordsOf(config),
  }).catch((error: unknown) => {
    throw error instanceof MigrationRefused ? new StartError(error.message) : error;
  });
  const { appUrl, systemUrl } = connectionsOf({ ...config, databaseUrl });
  await writeDemo(config, { appUrl, systemUrl }, log);
  return { appDatabaseUrl: appUrl, systemDatabaseUrl: systemUrl };
}

async function writeDemo(
  config: ServerConfig,
  urls: { appUrl: string; systemUrl: string },
  log: (line: string) => void,
): Promise<void> {
  const { dataDir } = config;
  const baseUrl = baseUrlOf(config);
  const addresses = {
    base_url: baseUrl,
    v1_base_url: `${baseUrl}/v1`,
    ops_url: `${opsUrlOf(config)}/ops/queues`,
    docs_url: `${baseUrl}/docs`,
  };
  const earlier = readDemoFile(dataDir);
  if (earlier && (await isStillThere(urls, earlier))) {
    // The port may be different this time.
    writeDemoFile(dataDir, { ...earlier, ...addresses });
    return;
  }
  log('creating the demo organizations');
  const database = openDatabase({ ...urls, poolMax: 4, applicationName: 'platform seed' });
  try {
    const { main, standalone, threePl, hubEnrollmentKey } = await createDemoData(database);
    writeDemoFile(dataDir, {
      ...addresses,
      ...main,
      standalone,
      three_pl: threePl,
      hub_enrollment_key: hubEnrollmentKey,
    });
  } finally {
    await database.close();
  }
}

// A demo.json left over from another database would hand out tokens that do not exist in this one.
async function isStillThere(
  urls: { appUrl: string; systemUrl: string },
  demo: Record<string, unknown>,
): Promise<boolean> {
  const database = openDatabase({ ...urls, poolMax: 1, applicationName: 'platform seed' });
  try {
    const id = String(demo['organization_id']);
    return await isOrganization(database, id);
  } finally {
    await database.close();
  }
}
