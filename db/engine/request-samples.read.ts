/** How the API answered in the last day. */
import { rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';
import { isOfDayBefore, quarterOf } from './queue-samples.read.ts';

export interface RequestQuarter {
  /** The quarter of an hour: 0 is the oldest of 96. */
  quarter: number;
  requests: string;
  errors: string;
}

/** The sums of each quarter of an hour in the 24 hours before `until`; quarters without a request are missing. */
export function readRequestQuarters(database: Database, until: Date): Promise<RequestQuarter[]> {
  return rows<RequestQuarter>(
    database.system,
    sql`select ${quarterOf(until)} as quarter,
               sum(requests) as requests, sum(errors) as errors
          from request_samples
         where ${isOfDayBefore(until)}
         group by 1 order by 1`,
  );
}
