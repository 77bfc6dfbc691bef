/**
 * Challenges and tokens of hubs, sealed with a key all API processes share: any of them can verify what another one
 * issued, and nothing is stored except the challenges already used. While the platform's secret is being replaced, what
 * the previous key sealed still opens.
 */
import { createHmac, createPublicKey, randomBytes, timingSafeEqual, verify } from 'node:crypto';
import { publicName } from '../../domain/tenancy/named-secret.ts';
import type { KeyRing, PlatformKey } from '../../domain/secrets/platform-keys.ts';

const challengeMs = 2 * 60_000;
const tokenMs = 15 * 60_000;

// For proxies alone; whose hub it is, the sealed part says.
const namesOrganization = /^wph_[a-z2-7]{26}_/;

interface Sealed {
  hub_id: string;
  until: number;
  nonce: string;
}

type Purpose = 'challenge' | 'token';

export interface HubSeal {
  challenge(hubId: string): string;
  token(hub: { id: string; organization_id: string }): { token: string; expires_at: string };
  /** The hub a valid challenge or token was issued for; undefined if it was altered, is not ours or has expired. */
  open(purpose: Purpose, text: string): string | undefined;
}

export function createHubSeal(keys: KeyRing): HubSeal {
  const mac = ({ bytes }: PlatformKey, purpose: Purpose, body: string): Buffer =>
    createHmac('sha256', bytes).update(`${purpose}.${body}`).digest();
  const seal = (purpose: Purpose, hubId: string, until: number): string => {
    const sealed: Sealed = { hub_id: hubId, until, nonce: randomBytes(16).toString('base64url') };
    const body = Buffer.from(JSON.stringify(sealed)).toString('base64url');
    return `${body}.${mac(keys[0], purpose, body).toString('base64url')}`;
  };
  return {
    challenge: (hubId) => seal('challenge', hubId, Date.now() + challengeMs),
    token: ({ id, organization_id: organizationId }) => {
      const until = Date.now() + tokenMs;
      const token = `wph_${publicName(organizationId)}_${seal('token', id, until)}`;
      return { token, expires_at: new Date(until).toISOString() };
    },
    open: (purpose, text) => {
      const [body = '', given = ''] = text.replace(namesOrganization, '').split('.');
      const actual = Buffer.from(given, 'base64url');
      const isOurs = keys.some((key) => {
        const expected = mac(key, purpose, body);
        return actual.length === expected.length && timingSafeEqual(actual, expected);
      });
      if (!isOurs) return undefined;
      const sealed = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Sealed;
      return sealed.until > Date.now() ? sealed.hub_id : undefined;
    },
  };
}

/** Whether the text is the base64 of the SPKI DER of an Ed25519 key. */
export function isHubKey(publicKey: string): boolean {
  try {
    return keyOf(publicKey).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

/** The signature defined in docs/hub.md, over the three lines of which the first names the purpose. */
export function isSignedChallenge(
  publicKey: string,
  hubId: string,
  challenge: string,
  signature: string,
): boolean {
  const text = `wms-hub-token-v1\n${hubId}\n${challenge}`;
  return verify(null, Buffer.from(text), keyOf(publicKey), Buffer.from(signature, 'base64'));
}

function keyOf(publicKey: string): ReturnType<typeof createPublicKey> {
  return createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
}
