/**
 * Writes the platform operator's retention policies. Only the system role may: no tenant's transaction has the
 * privilege.
 */
import type { RetainedTableName } from '../../domain/retention/tables.ts';
import { execute, row, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';

/** Keeps a table's rows for this many whole months; null: forever. */
export async function setPolicy(
  { system }: Pick<Database, 'system'>,
  table: RetainedTableName,
  keepMonths: number | null,
): Promise<void> {
  await execute(
    system,
    sql`insert into retention_policies (table_name, keep_months) values (${table}, ${keepMonths})
        on conflict (table_name) do update set keep_months = excluded.keep_months, problem = null, updated_at = now()`,
  );
}

/**
 * Records what a sweep did with a table, and which organization was served last; `problem` is a sentence on why it could
 * not finish.
 */
export async function recordSweep(
  { system }: Pick<Database, 'system'>,
  table: RetainedTableName,
  { removed, served, problem }: { removed: number; served: string | null; problem: string | null },
): Promise<void> {
  await execute(
    system,
    sql`update retention_policies
           set swept_at = now(), rows_removed = rows_removed + ${removed}::bigint, problem = ${problem},
               served_organization_id = ${served}::uuid
         where table_name = ${table}`,
  );
}

// An arbitrary fixed number.
const sweepLock = 7_310_442_019;
const sweepMinutesMax = '15min';

/**
 * Runs `work` unless another process is sweeping, in which case it returns false at once. The lock belongs to the
 * transaction, so that it works behind a pooler and ends with the connection. Two sweeps at once would do no harm
 * anyway: rows are removed only as they are in their file.
 */
export function asOnlySweep(
  { system }: Pick<Database, 'system'>,
  work: () => Promise<void>,
): Promise<boolean> {
  return system.transaction(async (tx) => {
    const found = await row<{ is_ours: boolean }>(
      tx,
      sql`select pg_try_advisory_xact_lock(${sweepLock}) as is_ours,
                 set_config('idle_in_transaction_session_timeout', ${sweepMinutesMax}, true)`,
    );
    if (!found!.is_ours) return false;
    await work();
    return true;
  });
}
