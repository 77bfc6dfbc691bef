/**
 * Brings a database up to date: roles, our migrations, and the queue backend's own tables. Two processes may start it
 * at once, because everything happens under one advisory lock.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { runMigrations } from 'bullmq';
import knex from 'knex';
import pg from 'pg';
import { CompiledMigrations } from './schema/compiled-migrations.ts';
import { scramVerifier } from '../domain/secrets/scram.ts';
import { giveFirstStatistics } from './first-statistics.ts';
import { rolePassword, type PlatformSecrets } from '../domain/secrets/platform-keys.ts';
import { roleNames, roleSettings } from './roles.ts';
import {
  databaseOfUrl,
  forgetDigests,
  keepDigests,
  migratingProblem,
  migrationsTable,
  type DatabaseWords,
} from './schema/schema-check.ts';

// An arbitrary fixed number, held for the whole run so that two processes take turns.
const migrationLock = 7_310_442_018;
const serverVersionMin = 150_000;

/** A database that cannot be migrated as it is; the message is for whoever started the program. */
export class MigrationRefused extends Error {}

export interface MigrateOptions {
  databaseUrl: string;
  /** The roles get passwords derived from the current secret. */
  secrets: PlatformSecrets;
  log: (line: string) => void;
  /** `down` rolls back the last batch; rolling back the last migration also drops the queue backend's tables. */
  direction?: 'up' | 'down';
  /** Which database that is, for sentences; the one of DATABASE_URL when omitted. */
  words?: DatabaseWords;
  /** Of an earlier version, whose schema is made; all migrations when omitted. */
  only?: ReadonlySet<string>;
}

/** Throws a MigrationRefused when the server is too old or other migrations than ours made the database. */
export async function migrate({
  databaseUrl,
  secrets,
  log,
  direction = 'up',
  words = databaseOfUrl,
  only,
}: MigrateOptions): Promise<void> {
  const guard = new pg.Client({ connectionString: databaseUrl });
  guard.on('error', () => {});
  await guard.connect();
  try {
    await guard.query('select pg_advisory_lock($1)', [migrationLock]);
    const version = await guard.query<{ server_version_num: string }>('show server_version_num');
    if (Number(version.rows[0]!.server_version_num) < serverVersionMin) {
      throw new MigrationRefused(`${words.name} is older than PostgreSQL 15, which the schema needs.`);
    }
    const problem = await migratingProblem(guard, words);
    if (problem) throw new MigrationRefused(problem);
    await ensureRoles(guard, secrets);
    await keepDigests(guard);
    await runOurMigrations(databaseUrl, direction, new CompiledMigrations(only), log);
    if (direction === 'up') {
      await giveFirstStatistics(guard);
      await migrateQueueSchema(guard);
    } else if (!(await isAnyApplied(guard))) {
      // Its jobs only point at commands, which no longer exist. Grants in the schema are dropped with it.
      await guard.query('drop schema if exists bullmq cascade');
      await forgetDigests(guard);
    }
  } finally {
    // Ending the session releases the advisory lock, also after a failed migration.
    await guard.end();
  }
}

async function ensureRoles(client: pg.Client, secrets: PlatformSecrets): Promise<void> {
  for (const name of Object.values(roleNames)) {
    const password = client.escapeLiteral(scramVerifier(rolePassword(secrets, name)));
    const known = await client.query('select 1 from pg_roles where rolname = $1', [name]);
    // Roles belong to the whole cluster, so a concurrent migration of another database may have just created it.
    if (known.rowCount === 0) {
      await client
        .query(`create role ${name} login nobypassrls nosuperuser nocreatedb`)
        .catch((fault: pg.DatabaseError) => {
          if (fault.code !== '42710' && fault.code !== '23505') throw fault;
        });
    }
    const settings = Object.entries(roleSettings).map(
      ([setting, value]) => `alter role ${name} set ${setting} = ${value}`,
    );
    const words = [`alter role ${name} login password ${password}`, ...settings].join('; ');
    await client.query(words).catch((fault: pg.DatabaseError) => {
      // Two databases of one cluster that migrate at once update the same role row; the other one set the same
      // password.
      if (fault.code !== 'XX000') throw fault;
    });
  }
}

async function runOurMigrations(
  databaseUrl: string,
  direction: 'up' | 'down',
  migrationSource: CompiledMigrations,
  log: (line: string) => void,
): Promise<void> {
  const connection = knex({
    client: 'pg',
    connection: { connectionString: databaseUrl, options: `-c lock_timeout=${lockMsMax}` },
    pool: { min: 0, max: 2 },
    // Knex would log every migration that gives way to a lock and every one that fails; we log the first ourselves and
    // throw the second.
    log: { warn: () => {}, error: () => {} },
  });
  try {
    const config = { migrationSource, tableName: migrationsTable };
    // The advisory lock already serializes migrations, so a lock row left by a killed process must not block the next
    // one.
    await connection.migrate.forceFreeMigrationsLock(config);
    const [, names] = await withLocksTaken(
      () =>
        (direction === 'up'
          ? connection.migrate.latest(config)
          : connection.migrate.rollback(config)) as Promise<[number, string[]]>,
      log,
    );
    for (const name of names) log(`${direction === 'up' ? 'applied' : 'took back'} ${name}`);
  } finally {
    await connection.destroy();
  }
}

// A migration waiting for a table lock blocks everyone queued behind it. So it gives up quickly and tries again, which
// lets a version be replaced under load.
const lockMsMax = 1_000;
const lockTriesMax = 60;
const lockPauseMs = 500;
const lockNotHad = new Set(['55P03', '40P01']);

async function withLocksTaken<T>(work: () => Promise<T>, log: (line: string) => void): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (fault) {
      if (!lockNotHad.has((fault as { code?: string }).code ?? '')) throw fault;
      if (attempt === lockTriesMax)
        throw new MigrationRefused(
          `A table could not be had in ${lockTriesMax} tries: end the long transactions on it (pg_stat_activity) and migrate again.`,
          { cause: fault },
        );
      log('a table is in use; what was begun is undone and tried again');
      await pause(lockPauseMs);
    }
  }
}

async function isAnyApplied(client: pg.Client): Promise<boolean> {
  return (await client.query(`select 1 from ${migrationsTable} limit 1`)).rowCount !== 0;
}

async function migrateQueueSchema(client: pg.Client): Promise<void> {
  await runMigrations(client);
  await client.query(`
    -- The backend creates a sequence per queue as queues appear, so it may create in its own schema, and only there.
    grant usage, create on schema bullmq to ${roleNames.system};
    grant select, insert, update, delete on all tables in schema bullmq to ${roleNames.system};
    grant usage on all sequences in schema bullmq to ${roleNames.system};
    grant execute on all functions in schema bullmq to ${roleNames.system};
  `);
}
