/** How much of the command log is open: for ops across all organizations, and of one for its quota. */
import { execute, row, rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';

// What has moved waits elsewhere (`isOurs` of db/tenancy).
const isOurs = sql`organization_id <> all (array(select id from organizations where state = 'moved'))`;

export interface BacklogRow {
  queue: string;
  open: string;
  lag_seconds: string;
  failed: string;
}

/**
 * Open commands per queue, and failed ones that no operator ran again or dismissed. It reads only two partial indexes,
 * so it stays cheap however long the log grows.
 */
export function commandBacklog(database: Database): Promise<BacklogRow[]> {
  return rows<BacklogRow>(
    database.system,
    sql`select queue, sum(open) as open, max(lag_seconds) as lag_seconds, sum(failed) as failed
       from (select queue, count(*) as open, extract(epoch from now() - min(created_at)) as lag_seconds, 0 as failed
               from commands where state = 'accepted' and ${isOurs} group by queue
             union all
             select f.queue, 0, 0, count(*) from commands f
              where f.state = 'failed' and f.${isOurs} and not exists (
                select 1 from command_reruns r where r.organization_id = f.organization_id and r.failed_id = f.id)
              group by f.queue) counted
      group by queue`,
  );
}

/** How many commands of the organization are open, counted up to `most`. */
export async function countOpenCommands(
  database: Database,
  organizationId: string,
  most: number,
): Promise<number> {
  const counted = await row<{ open: number }>(
    database.system,
    sql`select count(*)::int as open
          from (select 1 from commands where organization_id = ${organizationId} and state = 'accepted' limit ${most}) o`,
  );
  return counted!.open;
}

/**
 * Throws unless the database answers, takes writes (a standby, or a primary that was made one, does not) and has room for
 * them: a sort larger than its memory goes to the same disk.
 */
export async function isDatabaseServing(database: Database): Promise<boolean> {
  await database.app.transaction(async (tx) => {
    const found = await row<{ read_only: string }>(
      tx,
      sql`select set_config('work_mem', '64kB', true), current_setting('transaction_read_only') as read_only`,
    );
    if (found!.read_only === 'on') throw new Error('The database takes no writes.');
    await execute(
      tx,
      sql`select count(x) from (select repeat('x', 1000 + n % 2) as x from generate_series(1, 500) n order by n desc offset 0) sorted`,
    );
  });
  return true;
}
