/**
 * By what a carrier's webhook proves who sends it, as each vendor publishes it:
 *
 * - generic, our own contract: `x-carrier-hmac-sha256`, base64 of HMAC-SHA256 over the raw bytes, with the webhook_secret.
 * - easypost: `x-hmac-signature`, its own writing of the same.
 * - karrio signs nothing: it sends the secret it made for the webhook along (`x-event-id`).
 * - shipengine has no secret of ours: it signs the moment and the bytes with its RSA key, one for all its customers, and
 *   publishes the public ones. They prove that ShipEngine sends it; what it tells is looked for among the account's own labels.
 */
import { createHash, createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import type { Adapter } from './carriers.ts';

/** What can be compared with: the account's secret, and the keys its far side publishes. */
interface ProvenBy {
  adapter: Adapter;
  secret: string | undefined;
  keys: readonly SigningKey[];
}

/** A public RSA key, as a JSON Web Key Set has it. */
export interface SigningKey {
  kid: string;
  n: string;
  e: string;
}

/** Whose keys are published, and are fetched from time to time. */
export const hasPublishedKeys = (adapter: Adapter): boolean => adapter === 'shipengine';

// ShipEngine's advice: clocks differ, and what is older may be sent again by somebody who has heard it.
const skewMsMax = 5 * 60_000;

/** Undefined when the sender has proved who it is; else a sentence. Nothing is parsed before. */
export function unprovenBecause(
  { adapter, secret, keys }: ProvenBy,
  raw: Buffer,
  headerOf: (name: string) => string,
): string | undefined {
  if (adapter === 'shipengine') return unsignedBecause(keys, raw, headerOf);
  if (secret === undefined)
    return "The account's credentials have no webhook_secret, so nothing can be signed with it.";
  return isProven(adapter, secret, raw, headerOf) ? undefined : 'The signature is not one of these bytes.';
}

const easypostPrefix = 'hmac-sha256-hex=';

function isProven(
  adapter: Adapter,
  secret: string,
  raw: Buffer,
  headerOf: (name: string) => string,
): boolean {
  if (adapter === 'karrio') return isSame(digestOf(headerOf('x-event-id')), digestOf(secret));
  const hmac = (key: string): Buffer => createHmac('sha256', key).update(raw).digest();
  if (adapter !== 'easypost')
    return isSame(Buffer.from(headerOf('x-carrier-hmac-sha256'), 'base64'), hmac(secret));
  const given = headerOf('x-hmac-signature');
  if (!given.startsWith(easypostPrefix)) return false;
  return isSame(Buffer.from(given.slice(easypostPrefix.length), 'hex'), hmac(secret.normalize('NFKD')));
}

// Of one length, so that how long the secret is cannot be told by the time.
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

const unsigned = 'The signature is not one of these bytes and their moment.';

function unsignedBecause(
  keys: readonly SigningKey[],
  raw: Buffer,
  headerOf: (name: string) => string,
): string | undefined {
  const [kid, signature, moment] = ['rsa-sha256-key-id', 'rsa-sha256-signature', 'timestamp'].map((name) =>
    headerOf(`x-shipengine-${name}`),
  ) as [string, string, string];
  if (!kid || !signature || !moment) return 'It is not signed.';
  const key = keys.find((one) => one.kid === kid);
  if (!key) return 'It is signed with a key that its sender does not publish, or has published just now.';
  if (!isSignature(key, `${moment}.`, raw, signature)) return unsigned;
  const ms = Date.parse(moment);
  return Math.abs(Date.now() - ms) <= skewMsMax ? undefined : 'It was signed more than five minutes ago.';
}

function isSignature({ n, e }: SigningKey, before: string, raw: Buffer, signature: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' });
    const signed = Buffer.concat([Buffer.from(before), raw]);
    return verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64'));
  } catch {
    // What is no key proves nothing.
    return false;
  }
}

const keysMax = 20;
const base64url = /^[\w-]+$/;
// 2048 bits are 342 characters; a key that is shorter can be made by others, one of 8192 bits takes 1366.
const [modulusMin, modulusMax, exponentMax] = [342, 1_366, 10];

/** The RSA keys of a JSON Web Key Set, as somebody else answered it. */
export function signingKeysIn(said: unknown): SigningKey[] {
  const listed = (said as { keys?: unknown } | null | undefined)?.keys;
  if (!Array.isArray(listed)) return [];
  return listed.slice(0, keysMax).flatMap((one: unknown): SigningKey[] => {
    const { kty, kid, n, e, use } = (one ?? {}) as Record<string, unknown>;
    if (kty !== 'RSA' || (use !== undefined && use !== 'sig')) return [];
    if (typeof kid !== 'string' || kid === '' || kid.length > 200) return [];
    if (typeof n !== 'string' || !base64url.test(n) || n.length < modulusMin || n.length > modulusMax)
      return [];
    if (typeof e !== 'string' || !base64url.test(e) || e.length > exponentMax) return [];
    return [{ kid, n, e }];
  });
}
