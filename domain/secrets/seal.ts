/**
 * Secrets at rest: AES-256-GCM with the key's id, bound to the place where the secret is stored, so that a sealed value
 * copied to another row, column or organization cannot be opened there.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from './platform-keys.ts';

const ivBytes = 12;
const tagBytes = 16;

/** Seals a text for one place (`channel_connections.credentials <organization> <id>`) with the current key. */
export function seal(keys: KeyRing, text: string, place: string): string {
  const [{ id, bytes }] = keys;
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', bytes, iv).setAAD(Buffer.from(`${id} ${place}`));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${id}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/**
 * Opens a text sealed for this place; undefined when it was altered, belongs to another place, or its key is no longer
 * kept.
 */
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
