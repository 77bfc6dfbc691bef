/**
 * Everything secret the platform makes is derived from one secret of its own (PLATFORM_SECRET) by HKDF, under a label
 * for each purpose: what one key gives away tells nothing of the others. While a secret is being replaced two are
 * valid: the present one makes, both open.
 */
import { createHash, hkdfSync } from 'node:crypto';

export interface PlatformSecrets {
  current: string;
  /** The secret before this one; what was made with it still opens. */
  previous?: string | undefined;
}

/** What keys are made for. A label is part of every derived key: changing one makes all it made worthless. */
export type KeyPurpose = 'ops session' | 'hub token' | 'credentials';

export interface PlatformKey {
  /** Names the key in what it sealed, and tells nothing of it. */
  id: string;
  /** 32 bytes. */
  bytes: Buffer;
}

/** The keys of one purpose: the present one first, then the one before it. */
export type KeyRing = readonly [PlatformKey, ...PlatformKey[]];

/** The keys of a purpose, in every process of an installation the same. */
export function keyRing(secrets: PlatformSecrets, purpose: KeyPurpose): KeyRing {
  const { current, previous } = secrets;
  const older = previous === undefined || previous === current ? [] : [keyOf(previous, purpose)];
  return [keyOf(current, purpose), ...older];
}

/** The password of one of the database's roles: Postgres keeps one, so it is always the present secret's. */
export function rolePassword(secrets: PlatformSecrets, roleName: string): string {
  return derive(secrets.current, `database role ${roleName}`).toString('base64url');
}

function keyOf(secret: string, purpose: KeyPurpose): PlatformKey {
  const bytes = derive(secret, purpose);
  const id = createHash('sha256').update('key id').update(bytes).digest('base64url').slice(0, 8);
  return { id, bytes };
}

function derive(secret: string, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'warehouse platform', label, 32));
}
