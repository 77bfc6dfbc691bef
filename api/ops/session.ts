/** The ops cookie: the access token, sealed, so a stolen log or cache shows nothing and no table is needed. */
import type { KeyRing } from '../../domain/secrets/platform-keys.ts';
import { open, seal } from '../../domain/secrets/seal.ts';

export const sessionSecondsMax = 8 * 3600;
const place = 'ops session';

/** Seals a token until the session's end. */
export function sealSession(keys: KeyRing, token: string, nowMs = Date.now()): string {
  return seal(keys, JSON.stringify({ token, until: nowMs + sessionSecondsMax * 1000 }), place);
}

/** The token of a live session; undefined when altered, foreign or over. */
export function openSession(keys: KeyRing, cookie: string, nowMs = Date.now()): string | undefined {
  const text = open(keys, cookie, place);
  if (text === undefined) return undefined;
  const { token, until } = JSON.parse(text) as { token: string; until: number };
  return until > nowMs ? token : undefined;
}
