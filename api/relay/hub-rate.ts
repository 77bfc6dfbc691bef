/**
 * How much a hub may ask of this process, over links and over HTTP together: each claim and each result is a command with
 * a row, and whoever has stolen a hub's token has no other limit. Apart from its organization's requests, which it cannot
 * use up.
 */
import { rateLimited } from '../limits/quotas.ts';
import { RateBuckets } from '../limits/rate-buckets.ts';

export interface HubRate {
  /** The milliseconds until another frame may be handled; 0 takes one. */
  waitFor(hubId: string): number;
  /** Counts a request. Refuses 429 RATE_LIMITED. */
  count(hubId: string): void;
}

// A label is a claim, a result and a word that its printer is ready: more than sixty labels a second, after a burst.
const perSecond = 200;

export function createHubRate(): HubRate {
  const buckets = new RateBuckets();
  const waitFor = (hubId: string): number => buckets.take(hubId, perSecond);
  return {
    waitFor,
    count: (hubId) => {
      const waitMs = waitFor(hubId);
      if (waitMs > 0) throw rateLimited(waitMs);
    },
  };
}
