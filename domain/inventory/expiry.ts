/**
 * When stock expires: it is good through the end of its expiry date in the warehouse's time zone. `today` is the date
 * in that zone, which the database supplies (`(now() at time zone w.time_zone)::date`); db/inventory/expiry.ts has the
 * same rule in SQL.
 */

/** Whole days of shelf life left, both dates as YYYY-MM-DD: 0 on the last good day. */
export function remainingLifeDays(expiryDate: string, today: string): number {
  return Math.round((Date.parse(expiryDate) - Date.parse(today)) / 86_400_000);
}

export function isExpired(expiryDate: string, today: string): boolean {
  return remainingLifeDays(expiryDate, today) < 0;
}
