/** Nobody hands on what they do not have: by a token, by a member's roles, by a flow, by a subscription. */
import { Refusal } from '../refusal.ts';
import type { Permission } from '../permissions.ts';

/** Refuses 403 FORBIDDEN, naming the permissions that would be handed on and are not held. */
export function assertHeld(
  actor: { permissions: readonly string[] },
  handedOn: readonly Permission[],
  sentence: string,
): void {
  const missing = [...new Set(handedOn)].filter((permission) => !actor.permissions.includes(permission));
  if (missing.length > 0)
    throw new Refusal('FORBIDDEN', `${sentence}: ${missing.join(', ')}.`, { permission: missing });
}

/** Refuses 403 FORBIDDEN, naming the latest end, what would go on after the access it is made with has expired. */
export function assertOutlived(
  makerEnds: Date | null,
  expiresAt: Date | null,
  thing: 'A token' | 'An enrollment key',
): void {
  if (!makerEnds || (expiresAt && expiresAt <= makerEnds)) return;
  throw new Refusal(
    'FORBIDDEN',
    `${thing} cannot outlive its maker: give it an expires_at no later than this.`,
    { path: 'expires_at', latest: makerEnds.toISOString() },
  );
}
