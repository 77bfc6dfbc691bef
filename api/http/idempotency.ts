/**
 * Idempotency-Key on every write: quoted or bare, 1 to 255 characters, scoped to organization, principal and route. The
 * fingerprint covers method, path and body (regardless of field order), so the same key with a different request is
 * refused.
 */
import { createHash } from 'node:crypto';
import { Refusal } from '../../domain/refusal.ts';
import type { EarlierUse } from '../../queues/engine/gateway.ts';
import type { IdempotencyClaim } from '../../queues/engine/accepted-command.ts';
import { invalid } from '../../domain/refusal.ts';

/** The syntax of a key. */
export const keyPattern = /^[\x20-\x7e]{1,255}$/;

/** The claim a request makes, or nothing if it carries no key. Refuses 400 for a malformed key. */
export function readClaim(
  header: string | string[] | undefined,
  scope: { principal: string; method: string; route: string; path: string; body: unknown },
): IdempotencyClaim | undefined {
  if (header === undefined) return undefined;
  const value = Array.isArray(header) ? header.join(',') : header;
  const key = /^"(.*)"$/.exec(value)?.[1] ?? value;
  if (!keyPattern.test(key)) {
    throw invalid('Idempotency-Key', 'format', 'Idempotency-Key must be 1 to 255 printable ASCII characters');
  }
  const { principal, method, route, path, body } = scope;
  const fingerprint = createHash('sha256')
    .update(`${method} ${path}\n${JSON.stringify(body, inKeyOrder)}`)
    .digest('hex');
  return { principal, route: `${method} ${route}`, key, fingerprint };
}

// An object's fields have no order: a client that builds the body again from a map sends the same request.
function inKeyOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Refuses with 422 IDEMPOTENCY_KEY_REUSED if the earlier request under this key was a different one. */
export function assertSameRequest(use: EarlierUse, claim: IdempotencyClaim): void {
  if (use.fingerprint !== claim.fingerprint) throw keyReused();
}

export function keyReused(): Refusal {
  return new Refusal(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used before with a different request; use a new key.',
  );
}
