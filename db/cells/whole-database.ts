/** The database as its owner sees it: every organization's rows, for copying one of them as a whole. */
import { callbackify } from 'node:util';
import knex, { type Knex } from 'knex';
import { row } from '../database.ts';
import { sql } from '../sql-text.ts';

/** A transaction that row level security does not narrow. */
export type WholeDatabase = Knex.Transaction;

/** Runs `work` in one transaction of the owner's connection. */
export async function inWholeDatabase<T>(
  ownerUrl: string,
  work: (tx: WholeDatabase) => Promise<T>,
): Promise<T> {
  return withOwner(ownerUrl, (owner) => owner.transaction(work));
}

/**
 * Runs `work` with a connection of the owner's, in as many transactions as it likes. With `alone`, the connection holds a
 * lock of that name as long as it lives: if it breaks, the next one has to get the lock, or everything fails.
 */
export function withOwner<T>(ownerUrl: string, work: (owner: Knex) => Promise<T>, alone?: Alone): Promise<T> {
  return withConnections(ownerUrl, 1, work, alone);
}

/** The same with up to so many connections, for reading several tables at once. */
export async function withConnections<T>(
  ownerUrl: string,
  max: number,
  work: (owner: Knex) => Promise<T>,
  alone?: Alone,
): Promise<T> {
  const connections = knex({
    client: 'pg',
    connection: { connectionString: ownerUrl, application_name: 'platform admin' },
    pool: { min: 0, max, ...(alone && { min: 1, afterCreate: holding(alone) }) },
  });
  try {
    return await work(connections);
  } finally {
    await connections.destroy();
  }
}

interface Alone {
  name: string;
  refuse(): Error;
}

interface Connection {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

// The server looks every second whether its client is still there: one that was killed within a long statement lets go.
const settings = `
  select set_config('client_connection_check_interval', '1000', false), set_config('lock_timeout', '3000', false)`;

function holding({ name: lock, refuse }: Alone) {
  return callbackify(async (connection: Connection): Promise<Connection> => {
    await connection.query(settings);
    try {
      await connection.query('select pg_advisory_lock(hashtextextended($1, 7310443))', [lock]);
    } catch (fault) {
      throw (fault as { code?: string }).code === '55P03' ? refuse() : fault;
    }
    await connection.query('reset lock_timeout');
    return connection;
  });
}

/** What the connection's role lacks for copying, as a sentence to act on; undefined if it lacks nothing. */
export async function copyingProblem(
  tx: WholeDatabase,
  direction: 'out' | 'in',
): Promise<string | undefined> {
  const found = await row<{ role: string; sees_all: boolean; may_rest: boolean }>(
    tx,
    sql`select current_user::text as role, r.rolsuper or r.rolbypassrls as sees_all,
               r.rolsuper or has_parameter_privilege(current_user, 'session_replication_role', 'set') as may_rest
          from pg_roles r where r.rolname = current_user`,
  );
  const { role, sees_all: seesAll, may_rest: mayRest } = found!;
  if (!seesAll)
    return `The role ${role} of DATABASE_URL does not see every row: as a superuser, run \`alter role ${role} bypassrls\`.`;
  if (direction === 'in' && !mayRest)
    return `The role ${role} of DATABASE_URL may not let triggers rest: as a superuser, run \`grant set on parameter session_replication_role to ${role}\`.`;
  return undefined;
}
