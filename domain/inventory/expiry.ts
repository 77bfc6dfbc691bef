/**
 * When stock is past its date: good through the end of its day in the warehouse's time zone. `today` is that zone's
 * day, which the database reads (`(now() at time zone w.time_zone)::date`); db/inventory/expiry.ts says the same in SQL.
 */

/** Whole days of life left, both as YYYY-MM-DD: 0 on the last good day. */
export function remainingLifeDays(expiryDate: string, today: string): number {
  return Math.round((Date.parse(expiryDate) - Date.parse(today)) / 86_400_000);
}

export function isExpired(expiryDate: string, today: string): boolean {
  return remainingLifeDays(expiryDate, today) < 0;
}
