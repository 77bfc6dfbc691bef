/**
 * What one organization may use of this process: requests per second, and requests at once. Counted for all of its
 * tokens together, so that more tokens do not buy more; those of its merchants together may use half of each. Synchronous and without allocation on the hot path.
 */
import type { Principal } from '../../db/tenancy/tokens.read.ts';
import { Refusal } from '../../domain/refusal.ts';
import { quotaLimits, type ConcurrencyQuota } from '../../domain/tenancy/quotas.ts';
import { Held, once } from './held.ts';
import { burstSeconds, RateBuckets } from './rate-buckets.ts';

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
  takeBytes(principal: OfOne, bytes: number): () => void;
}

// For one organization's bodies, while they arrive and are worked on: each of a thousand concurrent requests may bring
// one.
const bodyBytesAtOnce = 256 * 1024 * 1024;
// For the bodies of all organizations: large ones wait for their turn to be parsed.
const bodyBytesOfAll = 4 * bodyBytesAtOnce;
// Smaller bodies are not worth counting: a thousand of them are no burden.
const bodyBytesCounted = 64 * 1024;
const nothing = (): void => {};

type OfOne = Pick<Principal, 'organization_id'> & Partial<Pick<Principal, 'merchant_id'>>;

/** Merchants together may use half of what their organization may, so that none of them stops the warehouse. */
const halfOf = (most: number): number => Math.ceil(most / 2);
const shareOf = ({ merchant_id: merchant }: Pick<Principal, 'merchant_id'>, most: number): number =>
  merchant ? halfOf(most) : most;
const merchantsOf = "this organization's merchants";

/** Requests or items a second, of an organization and apart from that of its merchants together. */
class SharedRate {
  readonly #all = new RateBuckets();
  readonly #merchants = new RateBuckets();

  /** The milliseconds until there is room; takes nothing. */
  waitMs({
    organization_id: id,
    merchant_id: merchant,
    quotas: { requests_per_second: perSecond },
  }: Principal) {
    const waitMs = this.#all.waitMs(id, perSecond);
    return merchant ? Math.max(waitMs, this.#merchants.waitMs(id, halfOf(perSecond))) : waitMs;
  }

  /** Takes from both or from neither: what one refuses does not use up the other. */
  take(principal: Principal, count = 1): number {
    const { organization_id: id, merchant_id: merchant, quotas } = principal;
    const waitMs = this.waitMs(principal);
    if (waitMs > 0) return waitMs;
    if (merchant) this.#merchants.take(id, halfOf(quotas.requests_per_second), count);
    return this.#all.take(id, quotas.requests_per_second, count);
  }

  /** Of a merchant's token, the merchants' share: as much of it as the organization has left. */
  left({
    organization_id: id,
    merchant_id: merchant,
    quotas: { requests_per_second: perSecond },
  }: Principal) {
    const all = this.#all.left(id, perSecond);
    if (!merchant) return all;
    const own = this.#merchants.left(id, halfOf(perSecond));
    return { ...own, left: Math.min(own.left, all.left), fullIn: Math.max(own.fullIn, all.fullIn) };
  }
}

/** Under which names an organization's are held, the one that counts first, and how many that may be. */
function roomOf({ organization_id: id, merchant_id: merchant }: OfOne, what: string, most: number) {
  const all = { name: `${what} ${id}`, most, whose: 'this organization' };
  if (!merchant) return [all];
  const own = { name: `${what} of merchants ${id}`, most: halfOf(most), whose: merchantsOf };
  return [own, all];
}

export function createQuotaGate(): QuotaGate {
  const requests = new SharedRate();
  const items = new SharedRate();
  const underWay = new Held();
  const bodies = new Held();
  let bytesOfAll = 0;

  return {
    takeBytes(principal, bytes) {
      if (bytes < bodyBytesCounted) return nothing;
      const rooms = roomOf(principal, 'bytes', bodyBytesAtOnce);
      const full = rooms.find(({ name, most }) => bodies.of(name) + bytes > most);
      if (full)
        throw new Refusal(
          'RATE_LIMITED',
          `The requests of ${full.whose} on their way bring ${bodies.of(full.name)} bytes, about as many as they may at once; try again when one has ended.`,
          { bytes_at_once: full.most, retry_after: 1 },
        );
      if (bytesOfAll + bytes > bodyBytesOfAll)
        throw new Refusal(
          'UNAVAILABLE',
          'This process holds about as many bytes of bodies as it may at once; try again shortly.',
        );
      const giveBack = bodies.take(
        rooms.map(({ name }) => name),
        bytes,
      );
      bytesOfAll += bytes;
      return once(() => {
        bytesOfAll -= bytes;
        giveBack();
      });
    },
    countRequest(principal) {
      const waitMs = requests.take(principal);
      if (waitMs > 0) throw rateLimited(waitMs);
    },
    rateHeaders(principal) {
      const { most, left, fullIn } = requests.left(principal);
      return {
        'RateLimit-Policy': `"requests";q=${most};w=${burstSeconds}`,
        RateLimit: `"requests";r=${left};t=${fullIn}`,
      };
    },
    assertItemRoom(principal) {
      const waitMs = items.waitMs(principal);
      if (waitMs > 0) throw tooManyItems(waitMs, principal);
    },
    countItems(principal, count) {
      const waitMs = items.take(principal, count);
      if (waitMs > 0) throw tooManyItems(waitMs, principal);
    },
    take(principal, quota) {
      const rooms = roomOf(principal, quota, principal.quotas[quota]);
      const full = rooms.find(({ name, most }) => underWay.of(name) >= most);
      if (full) {
        const { words } = quotaLimits[quota];
        throw new Refusal(
          'RATE_LIMITED',
          `There are ${underWay.of(full.name)} ${words} of ${full.whose} at once already, the most there may be; try again when one has ended.`,
          { quota, at_once: full.most, retry_after: 1 },
        );
      }
      return underWay.take(rooms.map(({ name }) => name));
    },
  };
}

/** Merchants leave half of the room for open commands to the warehouse. */
export function openRoomOf(principal: Principal): { openMax: number; openShare: number } {
  const { open_commands: most } = principal.quotas;
  return { openMax: most, openShare: shareOf(principal, most) };
}

function tooManyItems(waitMs: number, principal: Principal): Refusal {
  const perSecond = shareOf(principal, principal.quotas.requests_per_second);
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new Refusal(
    'RATE_LIMITED',
    `The items in the batches of ${principal.merchant_id ? merchantsOf : 'this organization'} count like requests, ${perSecond} a second; try again in ${seconds} s.`,
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
