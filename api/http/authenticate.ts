/** Who is calling: the bearer token, the organization header, and limits on guessing tokens. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Principal } from '../../db/tenancy/tokens.read.ts';
import { organizationNamed } from '../../domain/tenancy/named-secret.ts';
import { Refusal } from '../../domain/refusal.ts';
import { OrganizationAway } from '../../domain/tenancy/organization-away.ts';
import type { Permission } from '../../domain/permissions.ts';
import type { Access } from './endpoint.ts';
import { countedAddress } from '../limits/client-address.ts';
import { limitingFailures } from '../limits/failed-attempts.ts';
import { rateLimited } from '../limits/quotas.ts';

export interface Identification {
  /** The principal of one of our own access tokens. */
  findToken(token: string): Promise<Principal | undefined>;
  /** The principal of a provider-signed token in the named organization; undefined without a provider. */
  findSigned?:
    | ((token: string, organizationId: string | undefined) => Promise<Principal | undefined>)
    | undefined;
  /** Whether an organization was here and has been moved to another cell: of such, no token may be left. */
  hasMoved(organizationId: string): Promise<boolean>;
  /** The active member of a session. */
  findMember(organizationId: string, memberId: string): Promise<Principal | undefined>;
}

export interface Authenticator {
  /**
   * The principal behind a request. Refuses 401 UNAUTHENTICATED, 421 ORGANIZATION_MOVED, 503 ORGANIZATION_MOVING, and 429
   * RATE_LIMITED to an address that is guessing.
   */
  authenticate(headers: IncomingHttpHeaders, ip: string): Promise<Principal>;
  /** The member behind a session of the ops pages; undefined if they are no longer active. */
  member(organizationId: string, memberId: string): Promise<Principal | undefined>;
  /** Drops a token from the cache at once, because it was revoked here. */
  forget(): void;
}

// A token is 256 random bits; the limit exists so that guessing costs us nothing, not because it could succeed.
const wrongTokensPerMinute = 600;
/**
 * A revocation through another process takes effect within this time; through this process, at once. A move waits this long
 * for what was found before (server/cells/move-organization.ts).
 */
export const cacheMs = 500;
const cachedTokensMax = 10_000;
// A JWT, which is verified by its signature instead of looked up: three parts, the first an object.
const signedForm = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Find = () => Promise<Principal | undefined>;

/** Principals found of late, and the look-ups under way. */
function createLookUps() {
  let cache = new Map<string, { principal: Principal; until: number }>();
  // A token that many requests carry at once is looked up by one of them.
  let finding = new Map<string, { found: Promise<Principal | undefined>; until: number }>();

  const lookUp = async (key: string, find: Find): Promise<Principal | undefined> => {
    const cached = cache.get(key);
    if (cached && cached.until > Date.now()) return stillValid(cached.principal);
    const known = finding.get(key);
    if (known && known.until > Date.now()) return known.found;
    // From when it is asked: an answer that is long in coming is not kept for longer.
    const asked = { found: find().then(here), until: Date.now() + cacheMs };
    finding.set(key, asked);
    try {
      const principal = await asked.found;
      // What was asked before a revocation is not kept after it.
      if (finding.get(key) !== asked) return principal;
      if (cache.size >= cachedTokensMax) cache = new Map();
      if (principal) cache.set(key, { principal, until: asked.until });
      else cache.delete(key);
      return principal;
    } finally {
      if (finding.get(key) === asked) finding.delete(key);
    }
  };

  const forget = (): void => {
    cache = new Map();
    finding = new Map();
  };
  return { lookUp, forget };
}

export function createAuthenticator(identification: Identification): Authenticator {
  // Beyond the limit, a wrong token costs no look-up; a valid one that was never seen has to wait as well.
  // So is one that names an organization which has moved: whoever guesses may name any.
  const unknownThere = new WeakSet<Refusal>();
  const limitingGuesses = limitingFailures({
    perMinute: wrongTokensPerMinute,
    isCounted: (fault) =>
      fault instanceof Refusal && (fault.code === 'UNAUTHENTICATED' || unknownThere.has(fault)),
    refuse: rateLimited,
  });
  const { lookUp, forget } = createLookUps();
  // Recently wrong tokens: sending one again is not a new guess and costs no look-up.
  let wrong = new Map<string, number>();
  // Recently valid tokens: their users are not locked out by somebody guessing from the same address.
  let trusted = new Set<string>();

  /**
   * What a bearer token is looked up as, and by whom: a person who signed in can be a member of one organization and
   * not of another.
   */
  const lookUpOf = (
    token: string,
    headers: IncomingHttpHeaders,
  ): { key: string; find: () => Promise<Principal | undefined> } => {
    const { findSigned, findToken } = identification;
    const organizationId = String(headers['x-organization-id'] ?? '').toLowerCase() || undefined;
    if (!findSigned || !signedForm.test(token)) {
      const named = organizationNamed(token) ?? organizationId;
      return {
        key: shortKey(token),
        find: async () => (await findToken(token)) ?? (named ? refuseMoved(named) : undefined),
      };
    }
    return {
      key: shortKey(`${organizationId ?? ''} ${token}`),
      find: () => findSigned(token, organizationId),
    };
  };

  /** Refuses 421 ORGANIZATION_MOVED, without saying where to: whoever comes has proved nothing. */
  const refuseMoved = async (organizationId: string): Promise<undefined> => {
    if (!idForm.test(organizationId) || !(await identification.hasMoved(organizationId))) return;
    const away = new OrganizationAway(organizationId, undefined);
    unknownThere.add(away);
    throw away;
  };

  const identified = async (key: string, find: () => Promise<Principal | undefined>): Promise<Principal> => {
    const principal = await lookUp(key, find);
    if (principal) {
      if (trusted.size >= cachedTokensMax) trusted = new Set();
      trusted.add(key);
      return principal;
    }
    trusted.delete(key);
    if (wrong.size >= cachedTokensMax) wrong = new Map();
    wrong.set(key, Date.now() + cacheMs);
    throw unknownToken();
  };

  return {
    async authenticate(headers, ip) {
      const token = /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(headers.authorization ?? '')?.[1];
      if (!token)
        throw new Refusal('UNAUTHENTICATED', 'Send the header Authorization: Bearer <ACCESS_TOKEN>.');
      const { key, find } = lookUpOf(token, headers);
      if ((wrong.get(key) ?? 0) > Date.now()) throw unknownToken();
      const identify = (): Promise<Principal> => identified(key, find);
      return trusted.has(key) ? identify() : limitingGuesses(countedAddress(ip), identify);
    },
    member: (organizationId, memberId) =>
      lookUp(`member ${organizationId} ${memberId}`, () =>
        identification.findMember(organizationId, memberId),
      ),
    forget: () => {
      forget();
      wrong = new Map();
    },
  };
}

// Thousands of keys are remembered, and a header may have kilobytes.
const keyLengthMax = 120;

function shortKey(key: string): string {
  return key.length <= keyLengthMax ? key : createHash('sha256').update(key).digest('base64url');
}

function unknownToken(): Refusal {
  return new Refusal('UNAUTHENTICATED', 'The access token is unknown, expired or revoked.');
}

/** Refuses 421 ORGANIZATION_MOVED, and 503 ORGANIZATION_MOVING between the two places. */
function here(principal: Principal | undefined): Principal | undefined {
  if (principal?.moved_to) throw new OrganizationAway(principal.organization_id, principal.moved_to);
  if (principal?.is_leaving) throw new OrganizationAway(principal.organization_id, null);
  return principal;
}

function stillValid(principal: Principal): Principal | undefined {
  return principal.expires_at && principal.expires_at.getTime() <= Date.now() ? undefined : principal;
}

/** Tenant API: the header x-organization-id must name the token's own organization. v1: it can be omitted. */
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
    throw new Refusal(
      'FORBIDDEN',
      'x-organization-id names another organization than the one the token belongs to.',
    );
  }
}

/** Refuses 403 FORBIDDEN, naming the missing permission. */
export function authorize(principal: Principal, access: Access): void {
  if (typeof access === 'object' && 'open' in access) return;
  const anyOf: readonly Permission[] = typeof access === 'string' ? [access] : access;
  if (anyOf.some((permission) => principal.permissions.includes(permission))) return;
  // Several actions of one path can require the same permission.
  const missing = [...new Set(anyOf)];
  const permission = missing.length === 1 ? missing[0] : missing;
  throw new Refusal('FORBIDDEN', `This needs the permission ${missing.join(' or ')}.`, { permission });
}
