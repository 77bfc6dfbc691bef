/** When a failed delivery is retried: soon at first, then less and less often, for 28 hours in all. */

const delaysSeconds = [5, 30, 120, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200];
const jitter = 0.1;

/** The delay in ms after this many tries; undefined when none is left. `chance` is from 0 to 1. */
export function nextTryMs(attempts: number, chance: number): number | undefined {
  const seconds = delaysSeconds[attempts - 1];
  return seconds === undefined ? undefined : Math.round(seconds * 1000 * (1 - jitter + 2 * jitter * chance));
}

/** An endpoint that has received nothing for this long is disabled. */
export const silentHoursMax = 28;
