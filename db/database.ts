/** Connections of a process: one pool bound by row level security, one small pool for what crosses tenants. */
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { createPoolShares, unshared, type PoolShares } from './pool-shares.ts';
import {
  keepReasonOfEnd,
  pipelined,
  PipelinedPostgresClient,
  PreparedPostgresClient,
} from './prepared-client.ts';
import { roleTimeouts } from './roles.ts';
import { joined, sql, type SqlText } from './sql-text.ts';

// Business dates are days, not moments: they stay the text YYYY-MM-DD. Numerics and bigints stay text by default.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export interface Database {
  /** Bound by row level security; used only through `inTenant`. */
  readonly app: Knex;
  /** Sees tokens, organizations and commands of every tenant, and nothing else. */
  readonly system: Knex;
  /** As `app`, for what takes long and may wait: reports and exports keep no connection from a scan at the dock. */
  readonly reports: Knex;
  /** What one organization may hold of each pool. */
  readonly shares: { readonly app: PoolShares; readonly reports: PoolShares };
  close(): Promise<void>;
}

export interface DatabaseSettings {
  /** Connection of the role row level security binds. */
  appUrl: string;
  /** Connection of the role that routes work across tenants. */
  systemUrl: string;
  poolMax: number;
  /** Connections for reports and exports; without it they share the others. */
  reportsPoolMax?: number;
  /** Whether no organization may hold more than half of a pool: where requests are answered. */
  isShared?: boolean;
  /** Whether a pooler in transaction mode stands between: it keeps no statement by its name, and no session's settings. */
  isPooled?: boolean;
  applicationName: string;
  /** So long a transaction waits for a connection before it fails; 5 s without it. */
  acquireMsMax?: number;
}

declare const boundToTenant: unique symbol;

/** A transaction in which one organization's rows are visible. Only `inTenant` and the runner make one: a bare one does not fit. */
export type TenantTransaction = Knex.Transaction & { readonly [boundToTenant]: true };
/** A transaction that is bound to nobody yet: it sees no tenant's rows, and nothing that reads them takes it. */
export type OpenTransaction = Knex.Transaction;
export type SystemConnection = Knex;

export interface TenantScope {
  organizationId: string;
  /** Set for tokens of one merchant: rows of other merchants do not exist for them. */
  merchantId?: string | null;
}

// Nothing waits forever: a statement, a lock, a forgotten transaction. Behind a pooler the roles themselves have them.
const sessionOptions = Object.entries(roleTimeouts)
  .map(([setting, ms]) => `-c ${setting}=${ms}`)
  .join(' ');

// What crosses tenants is short: tokens, accepting, outcomes.
const systemPoolMax = 6;

export function openDatabase(settings: DatabaseSettings): Database {
  const { appUrl, systemUrl, poolMax, reportsPoolMax, isShared = false } = settings;
  const app = pool(appUrl, poolMax, settings);
  const system = pool(systemUrl, Math.min(systemPoolMax, poolMax), settings);
  const reports = reportsPoolMax ? pool(appUrl, reportsPoolMax, settings) : app;
  const sharesOf = (max: number): PoolShares =>
    isShared ? createPoolShares(Math.max(1, Math.floor(max / 2))) : unshared;
  return {
    app,
    system,
    reports,
    shares: { app: sharesOf(poolMax), reports: sharesOf(reportsPoolMax ?? poolMax) },
    close: async () => {
      await Promise.all([app.destroy(), system.destroy(), reports === app ? undefined : reports.destroy()]);
    },
  };
}

function pool(
  connectionString: string,
  max: number,
  { applicationName, isPooled = false, acquireMsMax = 5_000 }: DatabaseSettings,
): Knex {
  return knex({
    client: (isPooled ? PipelinedPostgresClient : PreparedPostgresClient) as never,
    connection: {
      ...pipelined,
      connectionString,
      ...(isPooled ? {} : { options: sessionOptions }),
      application_name: applicationName,
      // A machine that is gone without a word is noticed in half a minute, not after the system's two hours.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    } as never,
    acquireConnectionTimeout: acquireMsMax,
    // Printed as plain text between JSON lines, once for each connection a restart took; the faults themselves are logged.
    log: { warn: () => {} },
    pool: {
      min: 0,
      max,
      // Without a listener the error of an idle connection (a Postgres restart) would end the process.
      afterCreate: (
        connection: NodeJS.EventEmitter,
        done: (error: Error | null, connection: unknown) => void,
      ) => {
        keepReasonOfEnd(connection);
        done(null, connection);
      },
    },
  });
}

/** Runs `work` in one transaction that sees this organization's rows only. Forgetting a filter returns nothing of others. */
export function inTenant<T>(
  database: Database,
  scope: TenantScope,
  work: (tx: TenantTransaction) => Promise<T>,
  options: { readOnly?: boolean; isReport?: boolean } = {},
): Promise<T> {
  const pool = options.isReport ? 'reports' : 'app';
  return database.shares[pool].run(scope.organizationId, () =>
    database[pool].transaction((tx) => work(bindTenant(tx, scope)), {
      readOnly: options.readOnly ?? false,
    }),
  );
}

/** A transaction bound to nobody yet, among what the organization may hold. */
export function inShare<T>(
  database: Database,
  organizationId: string,
  work: (tx: OpenTransaction) => Promise<T>,
): Promise<T> {
  return database.shares.app.run(organizationId, () => database.app.transaction(work));
}

/**
 * Binds an open transaction to an organization (and merchant). Not waited for: the statement travels with the first one
 * of the work. A failure aborts the transaction, which that statement reports.
 */
export function bindTenant(tx: OpenTransaction, scope: TenantScope): TenantTransaction {
  const bound = tx as TenantTransaction;
  enterTenant(bound, scope).catch(() => {});
  return bound;
}

/** Sets organization and merchant of a transaction. Local to the transaction, so a pool cannot leak it. */
export function enterTenant(tx: TenantTransaction, scope: TenantScope): Promise<void> {
  // `then` and not `await`: the statement is on its way when this returns, so that whatever follows, follows it.
  return send(
    tx,
    sql`select set_config('app.organization_id', ${scope.organizationId}, true),
               set_config('app.merchant_id', ${scope.merchantId ?? ''}, true)`,
  ).then(() => {});
}

/** What one transaction may take beyond what a session is given: for work that runs longer than a request ever may. */
export type Limits = Partial<
  Record<'statement_timeout' | 'lock_timeout' | 'idle_in_transaction_session_timeout' | 'work_mem', string>
>;

/** Sets limits, as in `15min`, until the transaction ends. */
export async function setLimits(tx: TenantTransaction, limits: Limits): Promise<void> {
  const settings = Object.entries(limits).map(
    ([setting, value]) => sql`set_config(${setting}, ${value}, true)`,
  );
  await execute(tx, sql`select ${joined(settings, ', ')}`);
}

/**
 * Runs `work` in a savepoint: what it wrote is undone when it throws, and the transaction around it goes on. Begin and end
 * are not waited for: they travel with the statements beside them, and a failure of theirs is reported by those.
 */
export async function inSavepoint<T>(
  tx: TenantTransaction,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  send(tx, sql`savepoint step`).catch(() => {});
  try {
    const result = await work(tx);
    send(tx, sql`release savepoint step`).catch(() => {});
    return result;
  } catch (fault) {
    // Of savepoints of one name the last is meant, so one within another ends first.
    await send(tx, sql`rollback to savepoint step; release savepoint step`);
    throw fault;
  }
}

/**
 * Rows of a statement. Of several begun one after another and awaited together (`Promise.all`) each is sent at once and
 * they run in the order begun.
 */
export async function rows<R>(tx: Knex | Knex.Transaction, statement: SqlText): Promise<R[]> {
  return (await send<R>(tx, statement)).rows;
}

/** The one row of a statement, or undefined. */
export async function row<R>(tx: Knex | Knex.Transaction, statement: SqlText): Promise<R | undefined> {
  return (await send<R>(tx, statement)).rows[0];
}

/** Runs a write and answers how many rows it touched. */
export async function execute(tx: Knex | Knex.Transaction, statement: SqlText): Promise<number> {
  return (await send(tx, statement)).rowCount ?? 0;
}

/** The only place where a statement is handed to the driver. It is sent once it is awaited, in the order of the awaits. */
function send<R>(tx: Knex | Knex.Transaction, { text, bindings }: SqlText): Knex.Raw<Answer<R>> {
  return tx.raw<Answer<R>>(text, bindings as readonly Knex.RawBinding[]);
}

interface Answer<R> {
  rows: R[];
  rowCount: number | null;
}
