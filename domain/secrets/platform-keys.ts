/**
 * All of the platform's keys are derived from one secret (PLATFORM_SECRET) by HKDF with a label for each purpose, so
 * one leaked key reveals nothing about the others. While the secret is being rotated two are valid: the current one
 * seals, both open.
 */
import { createHash, hkdfSync } from 'node:crypto';

export interface PlatformSecrets {
  current: string;
  /** The previous secret; what was sealed with it still opens. */
  previous?: string | undefined;
}

/**
 * What keys are made for. The label is part of every derived key: changing one makes everything sealed with it
 * unreadable.
 */
export type KeyPurpose = 'ops session' | 'hub token' | 'credentials';

export interface PlatformKey {
  /** Identifies the key in what it sealed, and reveals nothing about it. */
  id: string;
  /** 32 bytes. */
  bytes: Buffer;
}

/** The keys of one purpose: the current one first, then the previous one. */
export type KeyRing = readonly [PlatformKey, ...PlatformKey[]];

/** The keys for a purpose; the same in every process of an installation. */
export function keyRing(secrets: PlatformSecrets, purpose: KeyPurpose): KeyRing {
  const { current, previous } = secrets;
  const older = previous === undefined || previous === current ? [] : [keyOf(previous, purpose)];
  return [keyOf(current, purpose), ...older];
}

/** The password of a database role. Postgres keeps only one, so it always comes from the current secret. */
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
