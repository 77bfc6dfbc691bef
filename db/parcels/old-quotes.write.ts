/** Quotes that are over and were not bought by, across all organizations. */
import { execute, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';

const atOnce = 5_000;

/** Lets go some of those that have been over for a day; returns how many. Nobody can buy by one that is over. */
export function removeOldQuotes(database: Database): Promise<number> {
  return execute(
    database.system,
    sql`delete from rate_quotes q
         using (select o.organization_id, o.id from rate_quotes o
                 where o.expires_at < now() - interval '1 day'
                   and not exists (select 1 from label_purchases p
                                    where p.organization_id = o.organization_id and p.quote_id = o.id)
                 order by o.expires_at limit ${atOnce}) old
         where q.organization_id = old.organization_id and q.id = old.id`,
  );
}
