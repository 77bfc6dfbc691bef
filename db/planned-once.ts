/**
 * Statements that find their rows by ids are planned once on each connection. Postgres expects ten ids of a list that it
 * does not know, and plans each shorter list anew, since that looks cheaper: it takes longer than the statement runs.
 */
import { executeUnawaited, type TenantTransaction } from './database.ts';
import { TenantReading, type Planning } from './driver/tenant-reading.ts';
import { sql } from './sql-text.ts';

const once: Planning = 'force_generic_plan';

/** Of a transaction: what it sends from here on. Not inside a savepoint. */
export function planOnce(tx: TenantTransaction): void {
  executeUnawaited(tx, sql`select set_config('plan_cache_mode', ${once}, true)`);
}

/** Of a read: what it sends by what is returned. A transaction stays as it is. */
export function readPlannedOnce(tx: TenantTransaction): TenantTransaction {
  const reading: unknown = tx;
  return reading instanceof TenantReading ? (reading.planned(once) as unknown as TenantTransaction) : tx;
}
