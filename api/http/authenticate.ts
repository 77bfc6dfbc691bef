/** Who is asking: the bearer token, the organization header, and limits on guessing. */
import type { IncomingHttpHeaders } from 'node:http';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Principal } from '../../db/tenancy/tokens.read.ts';
import { Refusal } from '../../domain/refusals.ts';
import type { Permission } from '../../domain/tenancy/permissions.ts';
import type { Access } from './endpoint.ts';
import { rateLimited } from '../limits/quotas.ts';

export interface Identification {
  /** Who an access token of ours is. */
  findToken(token: string): Promise<Principal | undefined>;
  /** Who the bearer of a provider's signed token is, in the organization named; undefined without a provider. */
  findSigned?:
    ((token: string, organizationId: string | undefined) => Promise<Principal | undefined>) | undefined;
  /** The active member of a session. */
  findMember(organizationId: string, memberId: string): Promise<Principal | undefined>;
}

export interface Authenticator {
  /** The principal behind a request. Refuses 401 UNAUTHENTICATED, 429 RATE_LIMITED to a guesser. */
  authenticate(headers: IncomingHttpHeaders, ip: string): Promise<Principal>;
  /** The member behind a session of the ops pages; undefined once no longer active. */
  member(organizationId: string, memberId: string): Promise<Principal | undefined>;
  /** Drops a token from the cache at once: it was revoked here. */
  forget(): void;
}

// A token is 256 random bits; the limit is there so that guessing costs us nothing, not because it could succeed.
const wrongTokensPerMinute = 600;
// A revocation made through another process is seen within this time; through this process at once.
const cacheMs = 500;
const cachedTokensMax = 10_000;
// A JWT, which is signed and not looked up: three parts, the first an object.
const signedForm = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

export function createAuthenticator(identification: Identification): Authenticator {
  const guesses = new RateLimiterMemory({ points: wrongTokensPerMinute, duration: 60 });
  let cache = new Map<string, { principal: Principal; until: number }>();
  // Tokens that were wrong a moment ago: sent again they are no new guess and cost no look-up.
  let wrong = new Map<string, number>();
  // Tokens that were right a while ago: whose address is full of guesses is not shut out with the guesser.
  let trusted = new Set<string>();

  const lookUp = async (
    key: string,
    find: () => Promise<Principal | undefined>,
  ): Promise<Principal | undefined> => {
    const cached = cache.get(key);
    if (cached && cached.until > Date.now()) return stillValid(cached.principal);
    const principal = await find();
    if (cache.size >= cachedTokensMax) cache = new Map();
    if (principal) cache.set(key, { principal, until: Date.now() + cacheMs });
    else cache.delete(key);
    return principal;
  };

  /** What a bearer is looked up as, and by whom: who signed in may be somebody in one organization and nobody in another. */
  const lookUpOf = (
    token: string,
    headers: IncomingHttpHeaders,
  ): { key: string; find: () => Promise<Principal | undefined> } => {
    const { findSigned, findToken } = identification;
    if (!findSigned || !signedForm.test(token)) return { key: token, find: () => findToken(token) };
    const organizationId = String(headers['x-organization-id'] ?? '').toLowerCase() || undefined;
    return { key: `${organizationId ?? ''} ${token}`, find: () => findSigned(token, organizationId) };
  };

  return {
    async authenticate(headers, ip) {
      const token = /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(headers.authorization ?? '')?.[1];
      if (!token)
        throw new Refusal('UNAUTHENTICATED', 'Send the header Authorization: Bearer <ACCESS_TOKEN>.');
      const { key, find } = lookUpOf(token, headers);
      if ((wrong.get(key) ?? 0) > Date.now()) throw unknownToken();
      if (!trusted.has(token)) {
        // Past the limit a wrong token costs no look-up, and a right one that was never seen waits as well.
        const standing = await guesses.get(ip);
        if (standing && standing.remainingPoints <= 0) throw rateLimited(standing.msBeforeNext);
      }
      const principal = await lookUp(key, find);
      if (principal) {
        if (trusted.size >= cachedTokensMax) trusted = new Set();
        trusted.add(token);
        return principal;
      }
      trusted.delete(token);
      if (wrong.size >= cachedTokensMax) wrong = new Map();
      wrong.set(key, Date.now() + cacheMs);
      await guesses.consume(ip).catch((result: RateLimiterRes) => {
        throw rateLimited(result.msBeforeNext);
      });
      throw unknownToken();
    },
    member: (organizationId, memberId) =>
      lookUp(`member ${organizationId} ${memberId}`, () =>
        identification.findMember(organizationId, memberId),
      ),
    forget: () => {
      cache = new Map();
      wrong = new Map();
    },
  };
}

function unknownToken(): Refusal {
  return new Refusal('UNAUTHENTICATED', 'The access token is unknown, expired or revoked.');
}

function stillValid(principal: Principal): Principal | undefined {
  return principal.expires_at && principal.expires_at.getTime() <= Date.now() ? undefined : principal;
}

/** Tenant API: the header x-organization-id names the token's own organization. v1: it may be left out. */
export function checkOrganization(
  principal: Principal,
  header: string | undefined,
  surface: 'tenant' | 'v1',
): void {
  if (!header) {
    if (surface === 'v1') return;
    throw new Refusal(
      'ORGANIZATION_REQUIRED',
      "Send the header x-organization-id with the organization's id.",
    );
  }
  if (header.toLowerCase() !== principal.organization_id) {
    throw new Refusal('FORBIDDEN', 'The token belongs to another organization than x-organization-id names.');
  }
}

/** Refuses 403 FORBIDDEN with the permission that is missing. */
export function authorize(principal: Principal, access: Access): void {
  if (typeof access === 'object' && 'open' in access) return;
  const anyOf: readonly Permission[] = typeof access === 'string' ? [access] : access;
  if (anyOf.some((permission) => principal.permissions.includes(permission))) return;
  // The actions of one path may ask for the same.
  const missing = [...new Set(anyOf)];
  const permission = missing.length === 1 ? missing[0] : missing;
  throw new Refusal('FORBIDDEN', `This needs the permission ${missing.join(' or ')}.`, { permission });
}
