/**
 * The idempotency keys of a batch. An item's own key is found again in whatever batch it arrives. The request's key is
 * claimed for the batch as a whole, so that another batch under it runs nothing, and for each place without a key of its
 * own, so that the same batch, sent again, runs what was left and replays the rest.
 */
import type { IdempotencyClaim } from '../../../queues/engine/accepted-command.ts';
import { readClaim } from '../idempotency.ts';

export interface BatchScope {
  principal: string;
  method: string;
  path: string;
}

export interface BatchClaims {
  whole: IdempotencyClaim;
  ofPlace(index: number): IdempotencyClaim;
}

/** The claims of a request with a key; the body, which may be megabytes, is read for its fingerprint once. */
export function claimsOfBatch(
  header: string | string[] | undefined,
  scope: BatchScope & { body: unknown },
): BatchClaims | undefined {
  const { method, path } = scope;
  const whole = readClaim(header, { ...scope, route: `${path} as a whole` });
  return whole && { whole, ofPlace: (index) => ({ ...whole, route: `${method} ${path} ${index}` }) };
}

/** The claim on an item's own key. */
export function claimOfItem(key: string, scope: BatchScope, body: unknown): IdempotencyClaim {
  return readClaim(key, { ...scope, route: scope.path, body })!;
}
