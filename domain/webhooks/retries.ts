/** When a failed delivery is retried: soon at first, then less and less often, for 28 hours in all. */
import type { Backoff } from '../outside/backoff.ts';

export const deliveryBackoff: Backoff = {
  delaysSeconds: [5, 30, 120, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200],
  jitter: 0.1,
  countsWaits: true,
};

/** An endpoint that has received nothing for this long is disabled. */
export const silentHoursMax = 28;
