/** When merchants were away. */
import { sql, type SqlText } from '../../sql-text.ts';

/**
 * The whole days of organization `o` on which merchant `m` was away, as a multirange: from the day after it was deactivated
 * up to the day before it was active again.
 */
export const awayDays: SqlText = sql`coalesce((
  select range_agg(daterange(a.left_on + 1, a.back_on))
    from (select (x.deactivated_at at time zone o.time_zone)::date as left_on,
                 (x.reactivated_at at time zone o.time_zone)::date as back_on
            from merchant_absences x where x.organization_id = m.organization_id and x.merchant_id = m.id) a
   where a.back_on is null or a.back_on > a.left_on), '{}'::datemultirange)`;
