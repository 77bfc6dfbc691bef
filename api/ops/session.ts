/**
 * The ops cookie: who is logged in, encrypted, so that a stolen log or cache reveals nothing and no table is needed.
 */
import type { KeyRing } from '../../domain/secrets/platform-keys.ts';
import { open, seal } from '../../domain/secrets/seal.ts';

export const sessionSecondsMax = 8 * 3600;
const place = 'ops session';

/** Who a session belongs to: the holder of this access token, or a member who signed in at the provider. */
export type SessionHolder = { token: string } | { organization_id: string; member_id: string };

/** Seals the holder until the session's end. */
export function sealSession(keys: KeyRing, holder: SessionHolder, nowMs = Date.now()): string {
  return seal(keys, JSON.stringify({ holder, until: nowMs + sessionSecondsMax * 1000 }), place);
}

/** The holder of a live session; undefined if it was altered, is not ours or has expired. */
export function openSession(keys: KeyRing, cookie: string, nowMs = Date.now()): SessionHolder | undefined {
  const text = open(keys, cookie, place);
  if (text === undefined) return undefined;
  const { holder, until } = JSON.parse(text) as { holder: SessionHolder; until: number };
  return until > nowMs ? holder : undefined;
}
