/** Authenticates a hub: enrollment by key, a signed challenge for a token, the token on every call. */
import { createHash } from 'node:crypto';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../../db/database.ts';
import {
  findHubIdentity,
  findLiveEnrollmentKey,
  type EnrollmentKeyIdentity,
  type HubIdentity,
} from '../../db/printing/hubs.read.ts';
import { isElsewhere } from '../../db/tenancy/editions.read.ts';
import { Refusal } from '../../domain/refusal.ts';
import { organizationNamed } from '../../domain/tenancy/named-secret.ts';
import { OrganizationAway } from '../../domain/tenancy/organization-away.ts';
import { statusOf } from '../../domain/refusals.ts';
import type { Gateway } from '../../queues/engine/gateway.ts';
import { hubCommands } from '../../queues/printing/hubs.ts';
import { uuidPattern } from '../../domain/uuid-pattern.ts';
import type { Infer } from '../../queues/schema.ts';
import { countedAddress } from '../limits/client-address.ts';
import { limitingFailures } from '../limits/failed-attempts.ts';
import { rateLimited } from '../limits/quotas.ts';
import { runCommand } from './hub-actions.ts';
import type { enrollMessage, tokenMessage } from './hub-messages.ts';
import { isHubKey, isSignedChallenge, type HubSeal } from './hub-token.ts';

interface Asking {
  ip: string;
  request_id: string;
}

export interface HubGate {
  enroll(message: Infer<typeof enrollMessage>, asking: Asking): Promise<{ hub_id: string; is_new: boolean }>;
  /** `named`, here and below: whose hub the request says it is. A proxy may have led it to the wrong cell. */
  challenge(hubId: string, named: string, asking: Asking): Promise<string>;
  token(
    message: Infer<typeof tokenMessage>,
    named: string,
    asking: Asking,
  ): Promise<{ token: string; expires_at: string }>;
  /**
   * The hub behind `Authorization: Bearer`. Refuses 401, 403 HUB_REVOKED, 404 HUB_NOT_FOUND, 421 ORGANIZATION_MOVED,
   * 503 ORGANIZATION_MOVING, and 429 to an address that is guessing.
   */
  authenticate(authorization: string | undefined, asking: Asking): Promise<HubIdentity>;
}

// Keys and signatures cannot be guessed; the limit keeps the attempts from costing us anything.
const failuresPerMinute = 120;
// Whoever is told so had a key: the hubs that work behind the same address are not to be shut out with the new ones.
const noGuesses: ReadonlySet<string> = new Set(['RATE_LIMITED', 'TOO_MANY_HUBS']);
// With one key: each is a command, also of a hub that is enrolled already.
const enrollmentsPerMinute = 60;

/**
 * The refusal of what is not known here, or where to go if the organization it names may live in another cell: a hub that is
 * not found has to be bound again, and a key that is invalid made anew. `isOnlyCell`: there is no other.
 */
type RefusalOf = (named: string, unknown: Refusal) => Promise<Refusal>;

const refusingUnknown =
  (database: Database, isOnlyCell: boolean): RefusalOf =>
  async (named, unknown) =>
    !isOnlyCell && uuidPattern.test(named) && (await isElsewhere(database, named))
      ? new OrganizationAway(named, undefined)
      : unknown;

/** Finds a hub that may work here; `named` is whose it says it is. */
function hubFinder(database: Database, refusalOf: RefusalOf) {
  // Only whoever holds a hub's token is told where it has gone.
  return async (hubId: string, named: string, isProved = false): Promise<HubIdentity> => {
    const hub = await findHubIdentity(database, hubId);
    if (!hub)
      throw await refusalOf(named, new Refusal('HUB_NOT_FOUND', 'There is no such hub; bind it again.'));
    if (hub.moved_to) throw new OrganizationAway(hub.organization_id, isProved ? hub.moved_to : undefined);
    if (hub.is_leaving) throw new OrganizationAway(hub.organization_id, null);
    if (hub.revoked_at)
      throw new Refusal('HUB_REVOKED', 'This hub is revoked; bind it again with a new enrollment key.');
    return hub;
  };
}

/** Another organization's key is treated as unknown: the answer must not reveal whose it is. */
async function findOwnKey(
  database: Database,
  { anon_key: anonKey, organization_id: organizationId }: Infer<typeof enrollMessage>,
  refusalOf: RefusalOf,
): Promise<EnrollmentKeyIdentity> {
  const key = await findLiveEnrollmentKey(database, createHash('sha256').update(anonKey).digest());
  if (key && key.organization_id === organizationId.toLowerCase()) return key;
  throw await refusalOf(
    organizationId,
    new Refusal('ENROLLMENT_KEY_INVALID', 'The enrollment key is unknown, expired or revoked.'),
  );
}

export function createHubGate(
  database: Database,
  gateway: Gateway,
  seal: HubSeal,
  isOnlyCell: boolean,
): HubGate {
  const counted = limitingFailures({
    perMinute: failuresPerMinute,
    isCounted: (fault) => fault instanceof Refusal && statusOf(fault) < 500 && !noGuesses.has(fault.code),
    refuse: tooMany,
  });
  const countEnrollment = countingEnrollments();
  const refusalOf = refusingUnknown(database, isOnlyCell);
  const liveHub = hubFinder(database, refusalOf);

  return {
    enroll: (message, asking) =>
      counted(countedAddress(asking.ip), async () => {
        const { anon_key: _key, organization_id: _organization, ...words } = message;
        const key = await findOwnKey(database, message, refusalOf);
        await countEnrollment(key.id);
        if (!isHubKey(words.public_key)) {
          throw new Refusal(
            'VALIDATION_FAILED',
            'public_key must be the base64 of the SPKI DER of an Ed25519 key.',
          );
        }
        const caller = { hub: { organization_id: key.organization_id, name: words.name }, ...asking };
        return runCommand(gateway, caller, hubCommands.enrollHub, {
          ...words,
          warehouse_id: words.warehouse_id ?? null,
          enrollment_key_id: key.id,
        });
      }),
    challenge: (hubId, named, asking) =>
      counted(countedAddress(asking.ip), async () => seal.challenge((await liveHub(hubId, named)).id)),
    token: (message, named, asking) =>
      counted(countedAddress(asking.ip), async () => {
        const { challenge, signature } = message;
        const hubId = seal.open('challenge', challenge);
        if (!hubId || hubId !== message.hub_id.toLowerCase()) {
          throw new Refusal(
            'UNAUTHENTICATED',
            'The challenge is not one of ours, or its two minutes are over.',
          );
        }
        const hub = await liveHub(hubId, named);
        if (!isSignedChallenge(hub.public_key, message.hub_id, challenge, signature)) {
          throw new Refusal('UNAUTHENTICATED', "The signature is not the hub's.");
        }
        const spent = createHash('sha256').update(challenge).digest('hex');
        const caller = { hub, ...asking };
        const { is_first_use: isFirstUse } = await runCommand(gateway, caller, hubCommands.recordHubLogin, {
          hub_id: hubId,
          challenge_hash: spent,
        });
        if (!isFirstUse) throw new Refusal('UNAUTHENTICATED', 'The challenge was used before.');
        return seal.token(hub);
      }),
    authenticate: async (authorization, asking) => {
      const text = /^Bearer ([\w.-]{1,1024})$/i.exec(authorization ?? '')?.[1];
      const hubId = text && seal.open('token', text);
      // A token of ours is not a guess: somebody guessing from the same address must not lock out a warehouse's hubs.
      return counted(hubId ? `hub ${hubId}` : countedAddress(asking.ip), async () => {
        if (!hubId) throw new Refusal('UNAUTHENTICATED', 'The hub token is missing, altered or expired.');
        return liveHub(hubId, organizationNamed(text) ?? '', true);
      });
    },
  };
}

/** Refuses 429 RATE_LIMITED. */
function countingEnrollments(): (keyId: string) => Promise<void> {
  const enrollments = new RateLimiterMemory({ points: enrollmentsPerMinute, duration: 60 });
  return async (keyId) => {
    await enrollments.consume(keyId).catch(({ msBeforeNext }: RateLimiterRes) => {
      throw rateLimited(msBeforeNext);
    });
  };
}

function tooMany(waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new Refusal('RATE_LIMITED', `Too many failed attempts; try again in ${seconds} s.`, {
    retry_after: seconds,
  });
}
