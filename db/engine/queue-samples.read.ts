/** How the queues were in the last day. */
import { rows, type Database } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

export interface QueueQuarter {
  queue: string;
  /** The quarter of an hour: 0 is the oldest of 96. */
  quarter: number;
  /** The most in it. */
  lag_seconds: number;
  open: number;
  failed: number;
}

/** Which of the 96 quarters of an hour before `until` a sample is of. */
export const quarterOf = (until: Date): SqlText =>
  sql`floor(extract(epoch from at - (${until}::timestamptz - interval '24 hours')) / 900)::int`;

/** Whether a sample is of the 24 hours before `until`. */
export const isOfDayBefore = (until: Date): SqlText =>
  sql`at >= ${until}::timestamptz - interval '24 hours' and at < ${until}::timestamptz`;

/** The worst of each quarter of an hour in the 24 hours before `until`; quarters without a sample are missing. */
export function readQuarters(database: Database, until: Date): Promise<QueueQuarter[]> {
  return rows<QueueQuarter>(
    database.system,
    sql`select queue, ${quarterOf(until)} as quarter,
               max(lag_seconds) as lag_seconds, max(open) as open, max(failed) as failed
          from queue_samples
         where ${isOfDayBefore(until)}
         group by 1, 2 order by 1, 2`,
  );
}
