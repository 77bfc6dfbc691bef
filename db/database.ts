/**
 * The database connections of a process: one pool bound by row level security, and a small one for work across tenants.
 */
import type { Knex } from 'knex';
import { createPoolShares, unshared, type PoolShares } from './pool-shares.ts';
import { openPool, type PoolSettings } from './driver/pool.ts';
import { PipelinedPostgresClient } from './driver/prepared-client.ts';
import { joined, sql, type SqlText } from './sql-text.ts';
import { readMoments } from './driver/moment-of.ts';
import { TenantReading, type Planning } from './driver/tenant-reading.ts';
import { noteUnawaited, transact } from './driver/unawaited.ts';

// Numerics and bigints stay text by default.
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
  /** A hot standby for the same (`report-reads.ts`). */
  readonly standby: Knex | undefined;
  /** How much of each one organization may hold. */
  readonly shares: { readonly app: PoolShares; readonly reports: PoolShares };
  close(): Promise<void>;
}

export interface DatabaseSettings extends PoolSettings {
  /** Connection of the role that row level security binds. */
  appUrl: string;
  /** Connection of the role that routes work across tenants. */
  systemUrl: string;
  poolMax: number;
  /** The application's role on a hot standby, for reports and exports. */
  standbyUrl?: string | undefined;
  /** When omitted, reports and exports use the app pool. */
  reportsPoolMax?: number;
  /** Whether an organization is limited to half of a pool; set in processes that answer requests. */
  isShared?: boolean;
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

// Work across tenants is short: looking up tokens, accepting commands, recording outcomes.
const systemPoolMax = 6;
const standbyAcquireMs = 1_000;

export function openDatabase(settings: DatabaseSettings): Database {
  const { appUrl, systemUrl, poolMax, reportsPoolMax, isShared = false } = settings;
  const app = openPool(appUrl, poolMax, settings);
  const system = openPool(systemUrl, Math.min(systemPoolMax, poolMax), settings);
  const reports = reportsPoolMax ? openPool(appUrl, reportsPoolMax, settings) : app;
  const standby = settings.standbyUrl
    ? openPool(settings.standbyUrl, reportsPoolMax ?? poolMax, {
        ...settings,
        acquireMsMax: standbyAcquireMs,
        isStandby: true,
      })
    : undefined;
  const sharesOf = (max: number): PoolShares =>
    isShared ? createPoolShares(Math.max(1, Math.floor(max / 2))) : unshared;
  return {
    app,
    system,
    reports,
    standby,
    shares: { app: sharesOf(poolMax), reports: sharesOf(reportsPoolMax ?? poolMax) },
    close: async () => {
      const pools = new Set([app, system, reports, standby ?? app]);
      await Promise.all([...pools].map((pool): Promise<void> => pool.destroy()));
    },
  };
}

/**
 * Runs `work` in one transaction that sees only this organization's rows. A query that forgets the filter still returns
 * no one else's.
 */
export function inTenant<T>(
  database: Database,
  scope: TenantScope,
  work: (tx: TenantTransaction) => Promise<T>,
  options: { readOnly?: boolean; isReport?: boolean; isStandby?: boolean } = {},
): Promise<T> {
  const pool = options.isReport ? 'reports' : 'app';
  const { readOnly = false } = options;
  return database.shares[pool].run(scope.organizationId, () =>
    transact(
      connectionsFor(database, options),
      (open) => work(readOnly ? boundToRead(open, scope) : bindTenant(open, scope)),
      { readOnly },
    ),
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
  options: { isReport?: boolean; isStandby?: boolean } = {},
): Promise<T> {
  const pool = options.isReport ? 'reports' : 'app';
  return database.shares[pool].run(scope.organizationId, async () => {
    const client = connectionsFor(database, options).client as PipelinedPostgresClient;
    const connection = await client.acquireConnection();
    const reading = new TenantReading(
      scope.organizationId,
      (planning) => readingFor(scope, planning),
      (settings, statement) => client.queryBound(connection, settings, statement),
    );
    try {
      return await work(reading as unknown as TenantTransaction);
    } finally {
      reading.end();
      await client.releaseConnection(connection);
    }
  });
}

function connectionsFor(database: Database, options: { isReport?: boolean; isStandby?: boolean }): Knex {
  return (options.isStandby && database.standby) || (options.isReport ? database.reports : database.app);
}

// One text, whatever its values: a connection prepares no other.
function readingFor({ organizationId, merchantId }: TenantScope, planning: Planning): SqlText {
  return sql`select set_config('transaction_read_only', 'on', true),
                    set_config('app.organization_id', ${organizationId}, true),
                    set_config('app.merchant_id', ${merchantId ?? ''}, true),
                    set_config('plan_cache_mode', ${planning}, true)`;
}

/** A transaction not bound to a tenant yet, counted against the organization's share of the pool. */
export function inShare<T>(
  database: Database,
  organizationId: string,
  work: (tx: OpenTransaction) => Promise<T>,
): Promise<T> {
  return database.shares.app.run(organizationId, () => transact(database.app, work));
}

/**
 * Binds an open transaction that writes to an organization (and merchant), and has whoever freezes it wait for its end.
 * It does not wait itself: the statement travels with the first one of the work. If it fails, the transaction is aborted
 * and `inTenant` and `inShare` tell why, such as that the organization is away.
 */
export function bindTenant(tx: OpenTransaction, scope: TenantScope): TenantTransaction {
  const { organizationId, merchantId } = scope;
  executeUnawaited(tx, sql`select enter_organization(${organizationId}, ${merchantId ?? ''})`);
  return knownTenant(tx, organizationId);
}

function boundToRead(tx: OpenTransaction, scope: TenantScope): TenantTransaction {
  enterTenant(tx, scope);
  return knownTenant(tx, scope.organizationId);
}

/** The same transaction, once a statement has bound or is binding it to this organization. */
export function knownTenant(tx: OpenTransaction, organizationId: string): TenantTransaction {
  return Object.assign(tx, { organizationId }) as TenantTransaction;
}

/**
 * Sets organization and merchant of a transaction, for all it sends from here on. The settings are local to the
 * transaction, so they cannot leak through the pool.
 */
export function enterTenant(tx: OpenTransaction, { organizationId, merchantId }: TenantScope): void {
  executeUnawaited(
    tx,
    sql`select set_config('app.organization_id', ${organizationId}, true),
               set_config('app.merchant_id', ${merchantId ?? ''}, true)`,
  );
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

/**
 * Plans what the transaction sends from here on once on a connection. For statements that find rows by ids: Postgres
 * expects ten of a list it does not know, and plans each shorter one anew for longer than it runs. Not inside a savepoint.
 */
export function planOnce(tx: TenantTransaction): void {
  executeUnawaited(tx, sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`);
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
 * the order they were started; if several may fail, `together` (sql-errors.ts) tells which.
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
 * Runs a write nobody waits for: it travels with what comes next, and the transaction tells if it failed
 * (`driver/unawaited.ts`). Not inside a savepoint.
 */
export function executeUnawaited(tx: OpenTransaction, statement: SqlText): void {
  noteUnawaited(tx, send(tx, statement));
}

/** How a write is sent: awaited, or with what comes next. */
export type Write = typeof execute | typeof executeUnawaited;

/**
 * The only place that hands statements to the driver. Sends a statement at once: those of a transaction run in the order of
 * these calls.
 */
async function send<R>(tx: Knex | Knex.Transaction, statement: SqlText): Promise<Answer<R>> {
  const client: unknown = tx.client;
  if (client instanceof PipelinedPostgresClient) return client.send(statement) as Promise<Answer<R>>;
  return tx.raw<Answer<R>>(statement.text, statement.bindings as readonly Knex.RawBinding[]);
}

interface Answer<R> {
  rows: R[];
  rowCount: number | null;
}
