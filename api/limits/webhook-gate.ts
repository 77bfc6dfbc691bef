/**
 * What the webhooks of one organization's stores may use of this process. They carry no token, so anybody can send
 * one: only those that are an organization's own, by their signature or because its store signs nothing, count against
 * its rate. What arrives before that is known is limited by bytes alone.
 */
import { Refusal } from '../../domain/refusal.ts';
import { once } from './held.ts';
import { rateLimited } from './quotas.ts';
import { RateBuckets } from './rate-buckets.ts';

export interface WebhookSender {
  organization_id: string;
  webhooks_per_second: number;
}

export interface WebhookGate {
  /**
   * Before the body is read: refuses 429 RATE_LIMITED when none of those that may have sent it has room for another.
   */
  assertRoom(senders: readonly WebhookSender[]): void;
  /** Counts one more webhook of an organization. Refuses 429 RATE_LIMITED beyond its rate. */
  count(sender: WebhookSender): void;
  /**
   * Reserves room for a body on its way to an organization, and returns the function that releases it. Refuses 429
   * RATE_LIMITED.
   */
  takeBytes(organizationId: string, bytes: number): () => void;
}

// A storefront's order has a few kilobytes: those always pass, whoever holds the rest with bodies that never end.
const bytesCounted = 64 * 1024;
const bytesOfOne = 32 * 1024 * 1024;
const bytesOfAll = 256 * 1024 * 1024;
const nothing = (): void => {};

export function createWebhookGate(): WebhookGate {
  const buckets = new RateBuckets();
  const held = new Map<string, number>();
  let heldByAll = 0;

  return {
    assertRoom(senders) {
      const waits = senders.map((one) => buckets.waitMs(one.organization_id, one.webhooks_per_second));
      const waitMs = Math.min(...waits);
      if (waitMs > 0) throw rateLimited(waitMs);
    },
    count({ organization_id: id, webhooks_per_second: perSecond }) {
      const waitMs = buckets.take(id, perSecond);
      if (waitMs > 0) throw rateLimited(waitMs);
    },
    takeBytes(id, bytes) {
      if (bytes < bytesCounted) return nothing;
      const ofOne = held.get(id) ?? 0;
      if (ofOne + bytes > bytesOfOne || heldByAll + bytes > bytesOfAll)
        throw new Refusal(
          'RATE_LIMITED',
          'The webhooks on their way hold about as many bytes as they may at once; try again when one has ended.',
          { retry_after: 1 },
        );
      held.set(id, ofOne + bytes);
      heldByAll += bytes;
      return once(() => {
        const left = (held.get(id) ?? bytes) - bytes;
        if (left === 0) held.delete(id);
        else held.set(id, left);
        heldByAll -= bytes;
      });
    },
  };
}
