/** What the API processes answered, minute by minute, all of them together. */
import { execute, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface RequestSample {
  /** The beginning of a minute. */
  at: Date;
  requests: number;
  /** Answered with 500 and above. */
  errors: number;
}

/** Adds what one process counted, and lets go of what is older than two days. Rows are taken in order of their minutes. */
export async function addRequestSamples(
  database: Database,
  samples: readonly RequestSample[],
): Promise<void> {
  await execute(
    database.system,
    sql`insert into request_samples as kept (at, requests, errors)
      select at, requests, errors
        from jsonb_to_recordset(${JSON.stringify(samples)}::jsonb) as r (at timestamptz, requests bigint, errors bigint)
       order by at
      on conflict (at) do update
        set requests = kept.requests + excluded.requests, errors = kept.errors + excluded.errors`,
  );
  await execute(database.system, sql`delete from request_samples where at < now() - interval '2 days'`);
}
