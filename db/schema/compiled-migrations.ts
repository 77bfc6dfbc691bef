/**
 * The migrations of this version, and the digest of each: a hash of the statements it sends, found by running it against
 * a client that only listens. So neither the compiler nor Node makes a difference, and what a migration takes from other
 * files (tenant-table.ts, the chart of accounts) counts. Comments and indentation do not.
 */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import knex, { type Knex } from 'knex';
import PostgresClient from 'knex/lib/dialects/postgres/index.js';

export const digestsTable = 'schema_migrations_digests';

interface MigrationModule {
  config?: { transaction?: boolean };
  up(knex: Knex): Promise<void>;
  down(knex: Knex): Promise<void>;
}

/** The compiled files of db/migrations, ordered by number. Each keeps its digest in the transaction that applies it. */
export class CompiledMigrations implements Knex.MigrationSource<string> {
  readonly #folder = new URL('../migrations/', import.meta.url);
  readonly #only: ReadonlySet<string> | undefined;

  /** `only` leaves the others out: the schema of an earlier version, which had these. */
  constructor(only?: ReadonlySet<string>) {
    this.#only = only;
  }

  async getMigrations(): Promise<string[]> {
    const files = await readdir(this.#folder);
    return files
      .filter((file) => /^\d{4}_[a-z0-9_]+\.js$/.test(file))
      .filter((file) => this.#only?.has(this.getMigrationName(file)) ?? true)
      .sort();
  }

  getMigrationName(file: string): string {
    return file.replace(/\.js$/, '');
  }

  async getMigration(file: string): Promise<Knex.Migration> {
    const name = this.getMigrationName(file);
    const migration = await this.#load(file);
    const digest = await digestOf(migration);
    return {
      ...migration,
      up: async (connection) => {
        await migration.up(connection);
        await connection.raw(
          `insert into ${digestsTable} (name, digest) values (?, ?) on conflict (name) do update set digest = excluded.digest`,
          [name, digest],
        );
      },
      down: async (connection) => {
        await migration.down(connection);
        await connection.raw(`delete from ${digestsTable} where name = ?`, [name]);
      },
    };
  }

  /** The digest of every migration by its name, in order. */
  async digests(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const file of await this.getMigrations())
      found.set(this.getMigrationName(file), await digestOf(await this.#load(file)));
    return found;
  }

  /** The tables that these migrations drop when they are taken back, in that order. */
  async droppedBy(names: readonly string[]): Promise<string[]> {
    const dropped: string[] = [];
    for (const name of names) {
      const { down } = await this.#load(`${name}.js`);
      await listenTo(down, (statement) => {
        for (const [, tables = ''] of statement.matchAll(/\bdrop table (?:if exists )?([^;]+)/g))
          dropped.push(...tables.split(/[\s,]+/).filter((table) => table !== '' && table !== 'cascade'));
      });
    }
    return dropped;
  }

  async #load(file: string): Promise<MigrationModule> {
    return (await import(new URL(file, this.#folder).href)) as MigrationModule;
  }
}

/** A client that connects to nothing and answers every statement with no rows. */
class ListeningClient extends PostgresClient {
  override acquireRawConnection(): Promise<unknown> {
    return Promise.resolve({ end: (done: () => void) => done() });
  }

  override validateConnection(): boolean {
    return true;
  }

  override _query(_connection: unknown, query: object): Promise<unknown> {
    return Promise.resolve(Object.assign(query, { response: { rows: [], rowCount: 0, fields: [] } }));
  }
}

async function digestOf({ up }: MigrationModule): Promise<string> {
  const hash = createHash('sha256');
  await listenTo(up, (statement, bindings) => hash.update(JSON.stringify([statement, bindings])));
  return hash.digest('hex');
}

async function listenTo(
  work: (connection: Knex) => Promise<void>,
  hear: (statement: string, bindings: readonly unknown[]) => void,
): Promise<void> {
  const listener = knex({ client: ListeningClient as never, connection: {} });
  listener.on('query', ({ sql, bindings }: { sql: string; bindings?: unknown[] }) =>
    hear(wordsOf(sql), bindings ?? []),
  );
  try {
    await work(listener);
  } finally {
    await listener.destroy();
  }
}

/** A statement without the lines that are comments, each gap between words as one space. */
function wordsOf(statement: string): string {
  return statement
    .replaceAll(/^\s*--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
