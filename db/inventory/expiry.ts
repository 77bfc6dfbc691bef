/** The expiry rule of domain/inventory/expiry.ts as SQL. */

/**
 * SQL that is true when a lot is past its date: good through the end of its day in the warehouse's time zone. Both
 * arguments are column names of ours (`lots.expiry_date`, `w.time_zone`), never a client's text.
 */
export function expiredSql(expiryDateColumn: string, timeZoneColumn: string): string {
  return `(${expiryDateColumn} is not null and ${expiryDateColumn} < (now() at time zone ${timeZoneColumn})::date)`;
}
