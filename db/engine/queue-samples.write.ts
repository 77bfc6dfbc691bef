/** Samples of the queues, one a minute however many processes take them. */
import { execute, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { BacklogRow } from './backlog.read.ts';

/** Keeps what the queues are like in this minute, and lets go of what is older than two days. */
export async function keepSamples(database: Database, backlog: readonly BacklogRow[]): Promise<void> {
  await execute(
    database.system,
    sql`insert into queue_samples (at, queue, open, lag_seconds, failed)
      select date_trunc('minute', now()), queue, open, lag_seconds, failed
        from jsonb_to_recordset(${JSON.stringify(backlog)}::jsonb) as r (queue text, open integer, lag_seconds double precision, failed integer)
       order by queue
      on conflict (at, queue) do nothing`,
  );
  await execute(database.system, sql`delete from queue_samples where at < now() - interval '2 days'`);
}
