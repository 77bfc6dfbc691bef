/** The expiry rule of domain/inventory/expiry.ts as SQL. */
import { type SqlText, sql } from '../sql-text.ts';

/**
 * SQL that is true when a lot is past its date: good through the end of its day in the warehouse's time zone. Both
 * arguments are column names of ours (`lots.expiry_date`, `w.time_zone`), never a client's text.
 */
export function expiredSql(expiryDateColumn: SqlText, timeZoneColumn: SqlText): SqlText {
  return sql`(${expiryDateColumn} is not null and ${expiryDateColumn} < (now() at time zone ${timeZoneColumn})::date)`;
}
