/** Writes of the platform operator's policies, as the system role alone: no tenant's transaction has the right. */
import type { RetainedTableName } from '../../domain/retention/tables.ts';
import { execute, row, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';

/** Keeps a table's rows for so many whole months; null: for ever. */
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

/** What a sweep did with a table; `problem` says in a sentence why it could not do all of it. */
export async function recordSweep(
  { system }: Pick<Database, 'system'>,
  table: RetainedTableName,
  rowsRemoved: number,
  problem: string | null,
): Promise<void> {
  await execute(
    system,
    sql`update retention_policies
           set swept_at = now(), rows_removed = rows_removed + ${rowsRemoved}::bigint, problem = ${problem}
         where table_name = ${table}`,
  );
}

// Any fixed number of our own.
const sweepLock = 7_310_442_019;
const sweepMinutesMax = '15min';

/**
 * Runs `work` where no other process sweeps; answers false at once where one does. The lock is a transaction's, so that it
 * works behind a pooler and ends with the connection. Two that swept at once all the same would do no harm: rows are
 * removed only as they are in their file.
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
