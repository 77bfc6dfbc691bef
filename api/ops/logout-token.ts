/**
 * The claims of a logout token (OpenID Connect Back-Channel Logout 1.0, 2.4 and 2.6), once its signature, issuer,
 * audience and age are known to be right.
 */
import { errors, type JWTPayload } from 'jose';
import { invalid, type Refusal } from '../../domain/refusal.ts';
import type { ProviderLogout } from '../../domain/tenancy/sign-in.ts';

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
// Text that a column keeps; a subject has 255 characters at most.
const storable = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

/** Refuses 400 with what the token lacks, or has and must not have. */
export function logoutOf(issuer: string, claims: JWTPayload): ProviderLogout {
  const { events, jti, sub, sid, nonce, iat } = claims;
  const event = isObject(events) ? events[logoutEvent] : undefined;
  if (!isObject(event)) throw wrongLogout(`has no claim events with ${logoutEvent}`);
  // Its absence is what tells the token from a sign-in's.
  if (nonce !== undefined) throw wrongLogout('has a nonce, which a logout token must not have');
  if (sub === undefined && sid === undefined) throw wrongLogout('has neither sub nor sid');
  return { issuer, jti: text('jti', jti), subject: orNull('sub', sub), sid: orNull('sid', sid), iat: iat! };
}

/** What is wrong with a token that could not be verified; never any of its text. */
export function complaintOf(fault: unknown): string {
  if (fault instanceof errors.JWTExpired) return 'has expired';
  if (fault instanceof errors.JWTClaimValidationFailed)
    return `has no claim ${fault.claim} as it must be for this client`;
  if (
    fault instanceof errors.JOSEAlgNotAllowed ||
    fault instanceof errors.JWKSNoMatchingKey ||
    fault instanceof errors.JWSSignatureVerificationFailed
  )
    return 'is not signed with a key and an algorithm of the provider';
  return 'is not a signed JWT';
}

/** 400 VALIDATION_FAILED, of the field `logout_token`. */
export function wrongLogout(complaint: string): Refusal {
  return invalid('logout_token', 'logout_token_invalid', `The logout token ${complaint}.`);
}

function orNull(claim: string, value: unknown): string | null {
  return value === undefined ? null : text(claim, value);
}

function text(claim: string, value: unknown): string {
  if (typeof value === 'string' && storable.test(value)) return value;
  throw wrongLogout(`has a claim ${claim} that is not a text of 1 to 255 characters`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
