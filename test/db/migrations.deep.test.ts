import test, { type ExecutionContext } from 'ava';
import { readdirSync } from 'node:fs';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { migrate } from '../../db/migrate.ts';
import { roleNames } from '../../db/roles.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { testSecrets } from '../helpers/servers.ts';
import { schemaWords } from './schema-words.ts';

const folder = new URL('../../db/migrations/', import.meta.url);

interface Migration {
  up(knex: Knex): Promise<void>;
  down(knex: Knex): Promise<void>;
}

async function migratedDatabase(t: ExecutionContext): Promise<{ databaseUrl: string; client: pg.Client }> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  t.teardown(async () => {
    await client.end();
    await database.drop();
  });
  return { databaseUrl: database.ownerUrl, client };
}

/** Everything in this database that still names one of the application's roles: grants, policies, owned objects. */
async function heldByRoles(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ held: string }>(
    `select pg_describe_object(d.classid, d.objid, d.objsubid) as held
       from pg_shdepend d join pg_roles r on r.oid = d.refobjid and d.refclassid = 'pg_authid'::regclass
      where r.rolname = any ($1) and d.dbid = (select oid from pg_database where datname = current_database())`,
    [Object.values(roleNames)],
  );
  return rows.map(({ held }) => held);
}

test('down leaves nothing, nothing granted to the roles either, and up makes the same schema again', async (t) => {
  const { databaseUrl, client } = await migratedDatabase(t);
  const log = (): void => {};
  const before = await schemaWords(client);
  t.true(before.some((line) => line.includes('organizations')));
  t.true((await heldByRoles(client)).includes('schema bullmq'));

  await migrate({ secrets: testSecrets, databaseUrl, log, direction: 'down' });
  t.deepEqual(await schemaWords(client), []);
  t.deepEqual(await heldByRoles(client), []);
  t.is((await client.query("select 1 from pg_namespace where nspname = 'bullmq'")).rowCount, 0);

  await migrate({ secrets: testSecrets, databaseUrl, log });
  t.deepEqual(await schemaWords(client), before);
  t.true((await heldByRoles(client)).includes('schema bullmq'));
});

test('each migration takes back exactly what it made', async (t) => {
  const { databaseUrl, client } = await migratedDatabase(t);
  await migrate({ secrets: testSecrets, databaseUrl, log: () => {}, direction: 'down' });
  const connection = knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 1 } });
  t.teardown(() => connection.destroy());
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .sort();
  t.true(files.length > 0);
  const migrations = await Promise.all(
    files.map(async (file) => ({
      file,
      ...((await import(new URL(file, folder).href)) as Migration),
      before: [] as string[],
    })),
  );
  for (const migration of migrations) {
    migration.before = await schemaWords(client);
    await migration.up(connection);
  }
  for (const migration of migrations.toReversed()) {
    await migration.down(connection);
    t.deepEqual(await schemaWords(client), migration.before, migration.file);
  }
});

test('a database that another version migrated is refused in one sentence and left as it is', async (t) => {
  const { databaseUrl, client } = await migratedDatabase(t);
  const before = await schemaWords(client);
  await client.query(
    "insert into schema_migrations (name, batch, migration_time) values ('9999_later', 2, now())",
  );
  for (const direction of ['up', 'down'] as const) {
    await t.throwsAsync(migrate({ secrets: testSecrets, databaseUrl, log: () => {}, direction }), {
      message: /was migrated by another version/,
    });
  }
  t.deepEqual(await schemaWords(client), before);
});
