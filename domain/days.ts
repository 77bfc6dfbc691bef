/** Arithmetic on business dates, which are days of the calendar as text: YYYY-MM-DD. */

// Beyond it a year has five digits, and a day would no longer be one.
const lastDay = '9999-12-31';

/** So many days later; the last day there is where that would lie behind it. */
export function addDays(day: string, days: number): string {
  const moved = new Date(`${day}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.getUTCFullYear() > 9999 ? lastDay : moved.toISOString().slice(0, 10);
}

/** The month of a day as document numbers carry it: YYYYMM. */
export function monthOf(day: string): string {
  return day.slice(0, 7).replace('-', '');
}

/** How many days one day comes after another; negative when it comes before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
