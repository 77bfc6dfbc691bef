/** Nobody hands on what they do not have: by a token, by a member's roles, by a flow, by a subscription. */
import { Refusal } from '../refusals.ts';
import type { Permission } from './permissions.ts';

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
