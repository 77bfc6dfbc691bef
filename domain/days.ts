/** Arithmetic on business dates: calendar days written as YYYY-MM-DD. */

// Later years have five digits, and the text would no longer be a day.
const lastDay = '9999-12-31';

/** The day this many days later, but never after the last day. */
export function addDays(day: string, days: number): string {
  const moved = new Date(`${day}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.getUTCFullYear() > 9999 ? lastDay : moved.toISOString().slice(0, 10);
}

/** The day this many days from Monday to Friday later; the same one for none. */
export function addWorkingDays(day: string, days: number): string {
  let found = day;
  for (let left = days; left > 0 && found < lastDay;) {
    found = addDays(found, 1);
    if (!isWeekend(found)) left -= 1;
  }
  return found;
}

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** The month of a day in the form document numbers use: YYYYMM. */
export function monthOf(day: string): string {
  return day.slice(0, 7).replace('-', '');
}

/** The number of days from one day to another; negative when the second comes first. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
