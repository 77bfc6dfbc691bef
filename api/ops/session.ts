/** The ops cookie: the access token sealed with AES-256-GCM, so a stolen log or cache shows nothing and no table is needed. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export const sessionSecondsMax = 8 * 3600;

/** Seals a token until the session's end. */
export function sealSession(key: Buffer, token: string, nowMs = Date.now()): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const text = JSON.stringify({ token, until: nowMs + sessionSecondsMax * 1000 });
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The token of a live session; undefined when altered, foreign or over. */
export function openSession(key: Buffer, cookie: string, nowMs = Date.now()): string | undefined {
  const bytes = Buffer.from(cookie, 'base64url');
  if (bytes.length < 29) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    const { token, until } = JSON.parse(text) as { token: string; until: number };
    return until > nowMs ? token : undefined;
  } catch {
    return undefined;
  }
}
