/**
 * What one organization may use of this process: requests per second, and requests at once. Counted for all of its
 * tokens together, so that more tokens do not buy more. Synchronous and without allocation on the hot path.
 */
import type { Principal } from '../../db/tenancy/tokens.read.ts';
import { Refusal } from '../../domain/refusal.ts';
import { quotaLimits, type ConcurrencyQuota } from '../../domain/tenancy/quotas.ts';
import { RateBuckets } from './rate-buckets.ts';

export interface QuotaGate {
  /** Counts one more request. Refuses 429 RATE_LIMITED beyond the rate, after a burst of two seconds' worth. */
  countRequest(principal: Principal): void;
  /** What is left of the rate, as headers: draft-ietf-httpapi-ratelimit-headers, the organization's burst as its quota. */
  rateHeaders(principal: Principal): Record<'RateLimit' | 'RateLimit-Policy', string>;
  /** Before a batch is read: refuses 429 RATE_LIMITED while the items of those before it exceed the rate. */
  assertItemRoom(principal: Principal): void;
  /**
   * Counts a batch's items at the rate of requests, apart from them: a batch delays the next batch and no scan. Refuses
   * 429 RATE_LIMITED.
   */
  countItems(principal: Principal, count: number): void;
  /** Takes one of the slots for concurrent work and returns the function that releases it. Refuses 429 RATE_LIMITED. */
  take(principal: Principal, quota: ConcurrencyQuota): () => void;
  /**
   * Reserves room for a body of at most this many bytes and returns the function that releases it. Refuses 429
   * RATE_LIMITED, and 503 UNAVAILABLE when the process has no room for anybody's.
   */
  takeBytes(principal: Pick<Principal, 'organization_id'>, bytes: number): () => void;
}

// For one organization's bodies, while they arrive and are worked on: each of a thousand concurrent requests may bring
// one.
const bodyBytesAtOnce = 256 * 1024 * 1024;
// For the bodies of all organizations: large ones wait for their turn to be parsed.
const bodyBytesOfAll = 4 * bodyBytesAtOnce;
// Smaller bodies are not worth counting: a thousand of them are no burden.
const bodyBytesCounted = 64 * 1024;
const nothing = (): void => {};

export function createQuotaGate(): QuotaGate {
  const buckets = new RateBuckets();
  const items = new RateBuckets();
  const underWay = new Map<string, number>();
  const bodies = new Map<string, number>();
  let bytesOfAll = 0;

  return {
    takeBytes({ organization_id: id }, bytes) {
      if (bytes < bodyBytesCounted) return nothing;
      const held = bodies.get(id) ?? 0;
      if (held + bytes > bodyBytesAtOnce)
        throw new Refusal(
          'RATE_LIMITED',
          `This organization's requests on their way bring ${held} bytes, about as many as they may at once; try again when one has ended.`,
          { bytes_at_once: bodyBytesAtOnce, retry_after: 1 },
        );
      if (bytesOfAll + bytes > bodyBytesOfAll)
        throw new Refusal(
          'UNAVAILABLE',
          'This process holds about as many bytes of bodies as it may at once; try again shortly.',
        );
      bodies.set(id, held + bytes);
      bytesOfAll += bytes;
      return once(() => {
        bytesOfAll -= bytes;
        const left = (bodies.get(id) ?? bytes) - bytes;
        if (left === 0) bodies.delete(id);
        else bodies.set(id, left);
      });
    },
    countRequest({ organization_id: id, quotas: { requests_per_second: perSecond } }) {
      const waitMs = buckets.take(id, perSecond);
      if (waitMs > 0) throw rateLimited(waitMs);
    },
    rateHeaders({ organization_id: id, quotas: { requests_per_second: perSecond } }) {
      const { most, left, fullIn } = buckets.left(id, perSecond);
      return {
        'RateLimit-Policy': `"requests";q=${most};w=${most / perSecond}`,
        RateLimit: `"requests";r=${left};t=${fullIn}`,
      };
    },
    assertItemRoom({ organization_id: id, quotas: { requests_per_second: perSecond } }) {
      const waitMs = items.waitMs(id, perSecond);
      if (waitMs > 0) throw tooManyItems(waitMs, perSecond);
    },
    countItems({ organization_id: id, quotas: { requests_per_second: perSecond } }, count) {
      const waitMs = items.take(id, perSecond, count);
      if (waitMs > 0) throw tooManyItems(waitMs, perSecond);
    },
    take({ organization_id: id, quotas }, quota) {
      const key = `${quota} ${id}`;
      const count = underWay.get(key) ?? 0;
      const most = quotas[quota];
      if (count >= most) {
        const { words } = quotaLimits[quota];
        throw new Refusal(
          'RATE_LIMITED',
          `This organization already has ${count} ${words} at once, the most it may have; try again when one has ended.`,
          { quota, at_once: most, retry_after: 1 },
        );
      }
      underWay.set(key, count + 1);
      return once(() => {
        const left = (underWay.get(key) ?? 1) - 1;
        if (left === 0) underWay.delete(key);
        else underWay.set(key, left);
      });
    },
  };
}

/** Merchants leave half of the room for open commands to the warehouse. */
export function openRoomOf({ merchant_id: merchant, quotas: { open_commands: most } }: Principal): {
  openMax: number;
  openShare: number;
} {
  return { openMax: most, openShare: merchant ? Math.ceil(most / 2) : most };
}

/** Releases only once, however often it is called. */
export function once(giveBack: () => void): () => void {
  let isGiven = false;
  return () => {
    if (isGiven) return;
    isGiven = true;
    giveBack();
  };
}

function tooManyItems(waitMs: number, perSecond: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new Refusal(
    'RATE_LIMITED',
    `The items of this organization's batches count like requests, ${perSecond} a second; try again in ${seconds} s.`,
    { quota: 'requests_per_second', retry_after: seconds },
  );
}

/** 429 with the seconds to wait, in the sentence and in Retry-After. */
export function rateLimited(waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new Refusal('RATE_LIMITED', `Too many requests; try again in ${seconds} s.`, {
    retry_after: seconds,
  });
}
