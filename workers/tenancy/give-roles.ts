/**
 * Who may give a member which roles. A member signs in with all that its roles grant, so a role is handed on like a
 * token's permissions.
 */
import { Refusal } from '../../domain/refusal.ts';
import { assertHeld } from '../../domain/tenancy/delegation.ts';
import { rolePermissions } from '../../domain/permissions.ts';

/** Refuses 403 FORBIDDEN roles that grant more than before and more than the actor holds. */
export function assertMayGive(
  actor: { permissions: readonly string[]; merchant_id: string | null },
  roles: readonly string[],
  rolesBefore: readonly string[],
): void {
  const before = rolePermissions(rolesBefore);
  const added = rolePermissions(roles).filter((permission) => !before.includes(permission));
  // A member who signs in acts for the operator, whoever's tokens it holds.
  if (actor.merchant_id !== null && added.length > 0)
    throw new Refusal('FORBIDDEN', "A merchant's token cannot give a member roles.");
  assertHeld(actor, added, 'A member cannot be given roles that grant what you lack');
}
