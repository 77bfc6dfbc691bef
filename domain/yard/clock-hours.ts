/** The hours of a warehouse's wall clock. */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
// Wherever clocks are set forward or back, it happens on a quarter hour of UTC.
const quarterMs = 15 * minuteMs;

/**
 * When the hour began that a clock in this time zone shows at a moment, both in milliseconds: in Kolkata and St. John's
 * hours begin at half past UTC's, in Kathmandu at a quarter past. In the night clocks are set back, the hour that
 * happens twice is two hours.
 */
export function clockHours(timeZone: string): (moment: number) => number {
  const minuteHand = new Intl.DateTimeFormat('en', { timeZone, minute: 'numeric' });
  const known = new Map<number, number>();
  const aheadOf = (quarter: number): number => {
    const moment = quarter * quarterMs;
    const shown = Number(minuteHand.format(moment)) * minuteMs;
    return (((shown - moment) % hourMs) + hourMs) % hourMs;
  };
  return (moment) => {
    const quarter = Math.floor(moment / quarterMs);
    const ahead = known.get(quarter) ?? aheadOf(quarter);
    known.set(quarter, ahead);
    return Math.floor((moment + ahead) / hourMs) * hourMs - ahead;
  };
}
