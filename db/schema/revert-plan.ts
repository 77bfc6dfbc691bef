/** What `npm run migrate -- down` is about to do to a database, for whoever has to agree to it. Changes nothing. */
import pg from 'pg';
import { CompiledMigrations } from './compiled-migrations.ts';
import { migrationsTable } from './schema-check.ts';

export interface RevertPlan {
  database: string;
  /** In the order they are taken back. */
  migrations: string[];
  /** Tables dropped with everything in them. */
  tables: string[];
  /** Organizations whose data goes with them, as far as the first hundred. */
  organizations: string[];
  /** Sessions of others, as `name (user)`. */
  others: string[];
}

const organizationsMax = 100;

export async function planRevert(databaseUrl: string): Promise<RevertPlan> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ database: string; known: boolean }>(
      `select current_database() as database, to_regclass('public.${migrationsTable}') is not null as known`,
    );
    const { database, known } = rows[0]!;
    const others = await otherSessions(client);
    if (!known) return { database, migrations: [], tables: [], organizations: [], others };
    const applied = await client.query<{ name: string }>(
      `select name from ${migrationsTable} where batch = (select max(batch) from ${migrationsTable}) order by name desc`,
    );
    const migrations = applied.rows.map(({ name }) => name);
    const tables = await new CompiledMigrations().droppedBy(migrations);
    return { database, migrations, tables, organizations: await organizationsIn(client, tables), others };
  } finally {
    await client.end();
  }
}

async function organizationsIn(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  if (!tables.includes('organizations')) return [];
  const { rows } = await client.query<{ name: string }>(
    `select name from organizations order by created_at, id limit ${organizationsMax}`,
  );
  return rows.map(({ name }) => name);
}

async function otherSessions(client: pg.Client): Promise<string[]> {
  // An owner who is no superuser does not see what kind of session others have; the server's own have no user.
  const { rows } = await client.query<{ session: string }>(`
    select coalesce(nullif(application_name, ''), 'a session') || ' (' || usename || ')' as session from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usename is not null
       and coalesce(backend_type, 'client backend') = 'client backend' order by 1`);
  return rows.map(({ session }) => session);
}
