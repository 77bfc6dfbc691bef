/** Which organizations have count plans to run. */
import { rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';

/**
 * Organizations with an active plan that was not run for today anywhere on earth: the command looks at each plan's own
 * warehouse.
 */
export async function organizationsWithPlans(database: Database): Promise<string[]> {
  const found = await rows<{ organization_id: string }>(
    database.system,
    sql`select distinct organization_id from count_plans
         where is_active and (scheduled_on is null or scheduled_on < (now() at time zone 'Etc/GMT-14')::date)
         order by organization_id`,
  );
  return found.map(({ organization_id: id }) => id);
}
