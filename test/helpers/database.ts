/** A database per test file, cloned from a template that is migrated once per set of migrations. */
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { migrate } from '../../db/migrate.ts';
import { roleUrls, testSecrets, testServers } from './servers.ts';

export interface TestDatabase {
  /** The superuser's connection, for bypassing row level security and injecting faults. */
  ownerUrl: string;
  /** Connections as the application opens them. */
  appUrl: string;
  systemUrl: string;
  drop(): Promise<void>;
}

const templateLock = 4_410_771;

/** Without a schema. */
export async function createEmptyDatabase(databaseUrl = testServers().databaseUrl): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await withClient(databaseUrl, (client) => client.query(`create database ${name}`));
  return databaseNamed(databaseUrl, name);
}

/** Clones the template; the first caller in a run creates it. */
export async function createTestDatabase(databaseUrl = testServers().databaseUrl): Promise<TestDatabase> {
  const template = `template_${migrationsDigest()}`;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await withClient(databaseUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const known = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (known.rowCount === 0) {
      await client.query(`drop database if exists ${template}_new`);
      await client.query(`create database ${template}_new`);
      await migrate({
        databaseUrl: urlOf(databaseUrl, `${template}_new`),
        secrets: testSecrets,
        log: () => {},
      });
      await client.query(`alter database ${template}_new rename to ${template}`);
    }
    // Copied as files: through the log and the buffers, which is the default, takes three times as long.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  return databaseNamed(databaseUrl, name);
}

function databaseNamed(databaseUrl: string, name: string): TestDatabase {
  const ownerUrl = urlOf(databaseUrl, name);
  return {
    ownerUrl,
    ...roleUrls(ownerUrl),
    drop: () =>
      withClient(databaseUrl, (client) => client.query(`drop database if exists ${name} with (force)`)).then(
        () => {},
      ),
  };
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function urlOf(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

function migrationsDigest(): string {
  const folder = new URL('../../db/migrations/', import.meta.url);
  const digest = createHash('sha256');
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .sort()) {
    digest.update(file).update(readFileSync(new URL(file, folder)));
  }
  return digest.digest('hex').slice(0, 20);
}
