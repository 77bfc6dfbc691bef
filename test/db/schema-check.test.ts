/** A database made by other migrations than this version's is told from ours by their digests, at every start. */
import { readdirSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { CompiledMigrations } from '../../db/schema/compiled-migrations.ts';
import { migrate, MigrationRefused } from '../../db/migrate.ts';
import { judgeSqlError } from '../../db/sql-errors.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { testSecrets } from '../helpers/servers.ts';
import { schemaWords } from './schema-words.ts';

async function opened(t: ExecutionContext): Promise<{ databaseUrl: string; client: pg.Client }> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  t.teardown(async () => {
    await client.end();
    await database.drop();
  });
  return { databaseUrl: database.ownerUrl, client };
}

const folder = new URL('../../db/migrations/', import.meta.url);

test('a digest follows what a migration does, not how it is written or compiled', async (t) => {
  const digests = await new CompiledMigrations().digests();
  const files = readdirSync(folder).filter((file) => file.endsWith('.js'));
  t.is(digests.size, files.length);
  t.is(new Set(digests.values()).size, files.length);
  t.deepEqual([...(await new CompiledMigrations().digests())], [...digests], 'the same every time');
});

test('each migration keeps its digest with it', async (t) => {
  const { client } = await opened(t);
  const { rows } = await client.query('select name, digest from schema_migrations_digests order by name');
  t.deepEqual(
    rows.map((row) => [row.name, row.digest]),
    [...(await new CompiledMigrations().digests())],
  );
});

const others = {
  'a migration that was edited since': [
    "update schema_migrations_digests set digest = 'other' where name = '0210_inventory'",
    /^The database at DATABASE_URL was made by another version: its migration 0210_inventory differs from this one's\. Start the version that made it, or set DATABASE_URL to an empty database\.$/,
  ],
  'no digests, from an older version': [
    'drop table schema_migrations_digests',
    /was made by an older version, which kept no digest of its migration 0100_foundations\. Start the version/,
  ],
} as const;

for (const [name, [change, sentence]] of Object.entries(others)) {
  test(`${name}: refused in one sentence, up and down, and left as it is`, async (t) => {
    const { client, databaseUrl } = await opened(t);
    await client.query(change);
    const before = await schemaWords(client);
    for (const direction of ['up', 'down'] as const) {
      await t.throwsAsync(migrate({ secrets: testSecrets, databaseUrl, log: () => {}, direction }), {
        instanceOf: MigrationRefused,
        message: sentence,
      });
    }
    t.deepEqual(await schemaWords(client), before);
  });
}

test('a value that only the schema misses is our fault, not the caller s', async (t) => {
  const { client } = await opened(t);
  await client.query('alter table organizations add column of_another_version integer');
  await client.query('alter table organizations alter of_another_version set not null');
  const fault = await client
    .query("insert into organizations (id, name, edition) values (gen_random_uuid(), 'x', 'standard')")
    .catch((error: unknown) => error);
  t.is((fault as pg.DatabaseError).code, '23502');
  t.deepEqual(judgeSqlError(fault), { kind: 'fault' });
});
