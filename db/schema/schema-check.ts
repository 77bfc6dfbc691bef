/**
 * Whether a database has the schema of this version: migrations are compared by digest, since one that differs made
 * another schema under the same name. The answer is undefined, or a sentence that the person who started the program can act on.
 */
import type pg from 'pg';
import { CompiledMigrations, digestsTable } from './compiled-migrations.ts';
import { roleNames } from '../roles.ts';

export const migrationsTable = 'schema_migrations';

/** A database, in the words of whoever started the program. */
export interface DatabaseWords {
  /** Such as `The database at DATABASE_URL`. */
  name: string;
  /** How to begin with an empty one, such as `set DATABASE_URL to an empty database`. */
  toBeginAnew: string;
}

export const databaseOfUrl: DatabaseWords = {
  name: 'The database at DATABASE_URL',
  toBeginAnew: 'set DATABASE_URL to an empty database',
};

/** Before migrating, as the owner: everything applied has to be a migration of this version, unchanged. */
export async function migratingProblem(client: pg.Client, words: DatabaseWords): Promise<string | undefined> {
  if (!(await isTable(client, migrationsTable))) return undefined;
  const { rows } = await client.query<{ name: string }>(`select name from ${migrationsTable} order by name`);
  const applied = rows.map(({ name }) => name);
  return differing(await new CompiledMigrations().digests(), await keptDigests(client), applied, words);
}

/**
 * Before serving, as the application: every migration of this version has to be there, unchanged. Later ones may be
 * there too: the next version's run while this one's processes are being replaced.
 */
export async function servingProblem(client: pg.Client, words: DatabaseWords): Promise<string | undefined> {
  const ours = await new CompiledMigrations().digests();
  const kept = await keptDigests(client);
  const isOlder = kept.size === 0 && (await isTable(client, 'organizations'));
  const applied = isOlder ? [...ours.keys()] : [...kept.keys()].filter((name) => ours.has(name));
  const missing = [...ours.keys()].find((name) => !applied.includes(name));
  return (
    differing(ours, kept, applied, words) ??
    (missing && `${words.name} lacks the migration ${missing} of this version: run npm run migrate first.`)
  );
}

/** Creates the table the digests are kept in, which the application reads when it starts. */
export async function keepDigests(client: pg.Client): Promise<void> {
  await client.query(`
    create table if not exists ${digestsTable} (name text primary key, digest text not null);
    grant select on ${digestsTable} to ${Object.values(roleNames).join(', ')}`);
}

export async function forgetDigests(client: pg.Client): Promise<void> {
  await client.query(`drop table if exists ${digestsTable}`);
}

function differing(
  ours: ReadonlyMap<string, string>,
  kept: ReadonlyMap<string, string>,
  applied: readonly string[],
  { name, toBeginAnew }: DatabaseWords,
): string | undefined {
  const unknown = applied.find((one) => !ours.has(one));
  const unkept = applied.find((one) => !kept.has(one));
  const changed = applied.find((one) => kept.get(one) !== ours.get(one));
  let why: string;
  if (unknown)
    why = `was migrated by another version: it has a migration ${unknown} that this one does not have`;
  else if (unkept) why = `was made by an older version, which kept no digest of its migration ${unkept}`;
  else if (changed) why = `was made by another version: its migration ${changed} differs from this one's`;
  else return undefined;
  return `${name} ${why}. Start the version that made it, or ${toBeginAnew}.`;
}

async function keptDigests(client: pg.Client): Promise<Map<string, string>> {
  if (!(await isTable(client, digestsTable))) return new Map();
  const { rows } = await client.query<{ name: string; digest: string }>(
    `select name, digest from ${digestsTable} order by name`,
  );
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

async function isTable(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    `public.${table}`,
  ]);
  return rows[0]!.found;
}
