/** When stock is past its date: one rule, here for code and in db/wms/expiry.ts for SQL. */

/** The calendar day, YYYY-MM-DD, that a moment falls on in a time zone. */
export function dayIn(timeZone: string, moment: Date): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(moment);
}

/** Good through the end of its day in the warehouse's time zone; without a date it never expires. */
export function isExpired(expiryDate: string | null | undefined, timeZone: string, moment: Date): boolean {
  return Boolean(expiryDate) && expiryDate! < dayIn(timeZone, moment);
}

/** Whole days of life left on the day of `moment` in the zone: 0 on the last good day, negative when expired. */
export function remainingLifeDays(expiryDate: string, timeZone: string, moment: Date): number {
  const today = Date.parse(`${dayIn(timeZone, moment)}T00:00:00Z`);
  return Math.round((Date.parse(`${expiryDate}T00:00:00Z`) - today) / 86_400_000);
}
