/** Where the frozen months end: everything before that day is summed once, only later days are summed on each query. */
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** The first day that is not frozen; '-infinity' when nothing is. */
export async function liveFrom(tx: TenantTransaction): Promise<string> {
  const found = await row<{ day: string }>(
    tx,
    sql`select first_live_day(lock_date)::text as day from organizations where id = ${tx.organizationId}`,
  );
  return found!.day;
}
