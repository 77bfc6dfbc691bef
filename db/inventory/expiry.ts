/** The expiry rule of domain/inventory/expiry.ts in SQL. */
import { type SqlText, sql } from '../sql-text.ts';

/**
 * SQL that is true when a lot has expired: it is good through the end of its expiry date in the warehouse's time zone.
 * Both arguments are column names from our code (`lots.expiry_date`, `w.time_zone`), never client text.
 */
export function expiredSql(expiryDateColumn: SqlText, timeZoneColumn: SqlText): SqlText {
  return sql`(${expiryDateColumn} is not null and ${expiryDateColumn} < (now() at time zone ${timeZoneColumn})::date)`;
}
