/**
 * Secrets at rest: AES-256-GCM with the id of its key, bound to the place it is kept in, so that a sealed value copied to
 * another row, column or organization does not open there.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from './platform-keys.ts';

const ivBytes = 12;
const tagBytes = 16;

/** Seals a text for one place (`channel_connections.credentials <organization> <id>`) with the present key. */
export function seal(keys: KeyRing, text: string, place: string): string {
  const [{ id, bytes }] = keys;
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', bytes, iv).setAAD(Buffer.from(`${id} ${place}`));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${id}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/** The text sealed for this place; undefined when altered, of another place, or of a key that is no longer kept. */
export function open(keys: KeyRing, sealed: string, place: string): string | undefined {
  const [id, body = ''] = sealed.split('.');
  const key = keys.find((candidate) => candidate.id === id);
  const packed = Buffer.from(body, 'base64url');
  if (!key || packed.length < ivBytes + tagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, packed.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(`${key.id} ${place}`))
    .setAuthTag(packed.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(packed.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
      'utf8',
    );
  } catch {
    return undefined;
  }
}

/** Whether it was sealed with a key before the present one, and should be sealed again when it is next written. */
export function isOfAnOldKey(keys: KeyRing, sealed: string): boolean {
  return !sealed.startsWith(`${keys[0].id}.`);
}
