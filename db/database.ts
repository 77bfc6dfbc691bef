/**
 * The database connections of a process: one pool bound by row level security, and a small one for work across tenants.
 */
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { createPoolShares, unshared, type PoolShares } from './pool-shares.ts';
import {
  keepReasonOfEnd,
  pipelined,
  PipelinedPostgresClient,
  PreparedPostgresClient,
} from './driver/prepared-client.ts';
import { roleTimeouts } from './roles.ts';
import { joined, sql, type SqlText } from './sql-text.ts';
import { readMoments } from './driver/moment-of.ts';
import { TenantReading } from './driver/tenant-reading.ts';

// Business dates are days, not timestamps: they stay YYYY-MM-DD text. Numerics and bigints stay text by default.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
readMoments();

export interface Database {
  /** Bound by row level security; used only through `inTenant` and `readTenant`. */
  readonly app: Knex;
  /** Sees the tokens, organizations and commands of every tenant, and nothing else. */
  readonly system: Knex;
  /**
   * Like `app`, for long work that can wait: reports and exports must not take a connection from a scan at the dock.
   */
  readonly reports: Knex;
  /** How much of each pool one organization may hold. */
  readonly shares: { readonly app: PoolShares; readonly reports: PoolShares };
  close(): Promise<void>;
}

export interface DatabaseSettings {
  /** Connection of the role that row level security binds. */
  appUrl: string;
  /** Connection of the role that routes work across tenants. */
  systemUrl: string;
  poolMax: number;
  /** Connections for reports and exports; when omitted they use the app pool. */
  reportsPoolMax?: number;
  /** Whether an organization is limited to half of a pool; set in processes that answer requests. */
  isShared?: boolean;
  /**
   * Whether the connection goes through a pooler in transaction mode, which keeps neither named statements nor session
   * settings.
   */
  isPooled?: boolean;
  applicationName: string;
  /** How long a transaction waits for a connection before it fails; 5 s when omitted. */
  acquireMsMax?: number;
}

declare const boundToTenant: unique symbol;

/**
 * A transaction in which one organization's rows are visible, and which knows that organization. Only `inTenant`,
 * `readTenant` and the runner create one; a plain transaction does not type-check in its place.
 */
export type TenantTransaction = Knex.Transaction & {
  readonly organizationId: string;
  readonly [boundToTenant]: true;
};
/** A transaction not bound to a tenant yet: it sees no tenant's rows, and no function that reads them accepts it. */
export type OpenTransaction = Knex.Transaction;
export type SystemConnection = Knex;

export interface TenantScope {
  organizationId: string;
  /** Set for tokens of one merchant: rows of other merchants are invisible to them. */
  merchantId?: string | null;
}

// Nothing waits forever: not a statement, a lock, or an idle transaction. Behind a pooler the same limits are set on
// the roles.
const sessionOptions = Object.entries(roleTimeouts)
  .map(([setting, ms]) => `-c ${setting}=${ms}`)
  .join(' ');

// Work across tenants is short: looking up tokens, accepting commands, recording outcomes.
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
      // Notices within half a minute that the other machine is gone, instead of the operating system's two hours.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    } as never,
    acquireConnectionTimeout: acquireMsMax,
    // For each connection a restart closed Knex would print plain text among the JSON lines; faults are logged anyway.
    log: { warn: () => {} },
    pool: {
      min: 0,
      max,
      // Without a listener, an error on an idle connection (a Postgres restart) would end the process.
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

/**
 * Runs `work` in one transaction that sees only this organization's rows. A query that forgets the filter still returns
 * no one else's.
 */
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

/**
 * Runs reads that see only this organization's rows, without a transaction around them: each statement is one by
 * itself, read-only, and brings the settings along (`db/driver/bound-query.ts`). Statements of a transaction do not see the
 * same moment either, unless it is asked for; what needs a cursor or a lock that lasts needs `inTenant`.
 */
export function readTenant<T>(
  database: Database,
  scope: TenantScope,
  work: (tx: TenantTransaction) => Promise<T>,
  options: { isReport?: boolean } = {},
): Promise<T> {
  const pool = options.isReport ? 'reports' : 'app';
  return database.shares[pool].run(scope.organizationId, async () => {
    const client = database[pool].client as PipelinedPostgresClient;
    const connection = await client.acquireConnection();
    const reading = new TenantReading(scope.organizationId, readingFor(scope), (settings, statement) =>
      client.queryBound(connection, settings, statement),
    );
    try {
      return await work(reading as unknown as TenantTransaction);
    } finally {
      reading.end();
      await client.releaseConnection(connection);
    }
  });
}

function readingFor({ organizationId, merchantId }: TenantScope): SqlText {
  return sql`select set_config('transaction_read_only', 'on', true),
                    set_config('app.organization_id', ${organizationId}, true),
                    set_config('app.merchant_id', ${merchantId ?? ''}, true)`;
}

/** A transaction not bound to a tenant yet, counted against the organization's share of the pool. */
export function inShare<T>(
  database: Database,
  organizationId: string,
  work: (tx: OpenTransaction) => Promise<T>,
): Promise<T> {
  return database.shares.app.run(organizationId, () => database.app.transaction(work));
}

/**
 * Binds an open transaction to an organization (and merchant). It does not wait: the statement travels with the first
 * one of the work. If it fails, the transaction is aborted and that next statement reports it.
 */
export function bindTenant(tx: OpenTransaction, scope: TenantScope): TenantTransaction {
  const bound = knownTenant(tx, scope.organizationId);
  enterTenant(bound, scope).catch(() => {});
  return bound;
}

/** The same transaction, once a statement has bound or is binding it to this organization. */
export function knownTenant(tx: OpenTransaction, organizationId: string): TenantTransaction {
  return Object.assign(tx, { organizationId }) as TenantTransaction;
}

/**
 * Sets organization and merchant of a transaction. The settings are local to the transaction, so they cannot leak
 * through the pool.
 */
export function enterTenant(tx: TenantTransaction, scope: TenantScope): Promise<void> {
  // `then` rather than `await`, so that the statement is already sent when this returns and any later one runs after
  // it.
  return send(
    tx,
    sql`select set_config('app.organization_id', ${scope.organizationId}, true),
               set_config('app.merchant_id', ${scope.merchantId ?? ''}, true)`,
  ).then(() => {});
}

/** Per-transaction overrides of the session limits, for work that runs longer than any request may. */
export type Limits = Partial<
  Record<'statement_timeout' | 'lock_timeout' | 'idle_in_transaction_session_timeout' | 'work_mem', string>
>;

/**
 * Lets a transaction commit without waiting for the disk: for work that a crash may undo as long as it is then done
 * again, and that nobody is told of before a later commit, which flushes the log up to itself.
 */
export async function commitUnflushed(tx: TenantTransaction): Promise<void> {
  await execute(tx, sql`select set_config('synchronous_commit', 'off', true)`);
}

/** Sets limits (such as `15min`) until the transaction ends, or for the rest of a read. */
export async function setLimits(tx: TenantTransaction, limits: Limits): Promise<void> {
  const settings = Object.entries(limits).map(
    ([setting, value]) => sql`set_config(${setting}, ${value}, true)`,
  );
  const statement = sql`select ${joined(settings, ', ')}`;
  const reading: unknown = tx;
  if (reading instanceof TenantReading) reading.keep(statement);
  else await execute(tx, statement);
}

/**
 * Runs `work` in a savepoint: if it throws, its writes are undone and the surrounding transaction goes on. The
 * savepoint and release statements are not awaited: they travel with the statements next to them, which report any
 * failure.
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
    // When savepoints share a name the innermost is used, so nested ones end in the right order.
    await send(tx, sql`rollback to savepoint step; release savepoint step`);
    throw fault;
  }
}

/**
 * The rows of a statement. Statements started together and awaited with `Promise.all` are each sent at once and run in
 * the order they were started.
 */
export async function rows<R>(tx: Knex | Knex.Transaction, statement: SqlText): Promise<R[]> {
  return (await send<R>(tx, statement)).rows;
}

/** The single row of a statement, or undefined. */
export async function row<R>(tx: Knex | Knex.Transaction, statement: SqlText): Promise<R | undefined> {
  return (await send<R>(tx, statement)).rows[0];
}

/** Runs a write and returns the number of rows it affected. */
export async function execute(tx: Knex | Knex.Transaction, statement: SqlText): Promise<number> {
  return (await send(tx, statement)).rowCount ?? 0;
}

/**
 * The only place that hands statements to the driver. A statement is sent when it is awaited, in the order of the
 * awaits.
 */
function send<R>(tx: Knex | Knex.Transaction, { text, bindings }: SqlText): Knex.Raw<Answer<R>> {
  return tx.raw<Answer<R>>(text, bindings as readonly Knex.RawBinding[]);
}

interface Answer<R> {
  rows: R[];
  rowCount: number | null;
}
