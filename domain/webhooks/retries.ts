/** When a delivery that failed is tried again: soon at first, then rarely, for 28 hours in all. */

const delaysSeconds = [5, 30, 120, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200];
const jitter = 0.1;

/** How long a failing endpoint is left alone altogether, whatever waits for it. */
const endpointRestSecondsMax = 60;

/** After so many tries, in ms; undefined when there is none left. `chance` is from 0 to 1. */
export function nextTryMs(attempts: number, chance: number): number | undefined {
  const seconds = delaysSeconds[attempts - 1];
  return seconds === undefined ? undefined : Math.round(seconds * 1000 * (1 - jitter + 2 * jitter * chance));
}

export function endpointRestMs(attempts: number): number {
  return (
    Math.min(delaysSeconds[Math.min(attempts, delaysSeconds.length) - 1] ?? 5, endpointRestSecondsMax) * 1000
  );
}

/** An endpoint nothing was delivered to for so long is disabled. */
export const silentHoursMax = 28;
