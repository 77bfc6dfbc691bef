/**
 * How much a hub may ask of this process, over links and over HTTP together: each claim and each result is a command with
 * a row, and whoever has stolen a hub's token has no other limit. The hubs of an organization share a rate besides. Apart
 * from its requests, which they cannot use up.
 */
import type { HubIdentity } from '../../db/printing/hubs.read.ts';
import { Refusal } from '../../domain/refusal.ts';
import { Held } from '../limits/held.ts';
import { rateLimited } from '../limits/quotas.ts';
import { RateBuckets } from '../limits/rate-buckets.ts';

export type RatedHub = Pick<HubIdentity, 'id' | 'organization_id'>;

export interface HubRate {
  /** The milliseconds until another frame may be handled; 0 takes one. */
  waitFor(hub: RatedHub): number;
  /** Counts a request. Refuses 429 RATE_LIMITED. */
  count(hub: RatedHub): void;
  /**
   * Counts a link that waits for its welcome, and returns the function to call when it has it or has closed. Refuses
   * 429 RATE_LIMITED when too many of the hub's do.
   */
  enter(hubId: string): () => void;
}

// A label is a claim, a result and a word that its printer is ready: more than sixty labels a second, after a burst.
const perSecond = 200;
const perSecondOfAll = 1_000;
// A welcomed link replaces the one before it; one that says nothing is held for ten seconds. A hub opens one at a time.
const unwelcomedMax = 4;

export function createHubRate(): HubRate {
  const hubs = new RateBuckets();
  const organizations = new RateBuckets();
  const unwelcomed = new Held();
  // From both or from neither: what one refuses does not use up the other.
  const waitFor = ({ id, organization_id: organizationId }: RatedHub): number => {
    const waitMs = Math.max(hubs.waitMs(id, perSecond), organizations.waitMs(organizationId, perSecondOfAll));
    if (waitMs > 0) return waitMs;
    organizations.take(organizationId, perSecondOfAll);
    return hubs.take(id, perSecond);
  };
  return {
    waitFor,
    count: (hub) => {
      const waitMs = waitFor(hub);
      if (waitMs > 0) throw rateLimited(waitMs);
    },
    enter(hubId) {
      const count = unwelcomed.of(hubId);
      if (count >= unwelcomedMax)
        throw new Refusal(
          'RATE_LIMITED',
          `This hub has ${count} links that wait for their welcome, the most it may have; try again when one has closed.`,
          { at_once: unwelcomedMax, retry_after: 1 },
        );
      return unwelcomed.take([hubId]);
    },
  };
}
