/**
 * Who can read the outcome of an operation: whoever requested it, and holders of a permission that such operations
 * require.
 */
import type { CommandRow } from '../../db/engine/commands.read.ts';
import type { Principal } from '../../db/tenancy/tokens.read.ts';
import type { Permission } from '../../domain/permissions.ts';
import type { Endpoint } from './endpoint.ts';

export type MayReadResult = (principal: Principal, operation: CommandRow) => boolean;

/**
 * The rule, derived from the endpoints of a surface. Operations that no endpoint requests (steps the platform takes by
 * itself) can be read by no token; only their state can be followed.
 */
export function operationAccess(endpoints: readonly Endpoint[]): MayReadResult {
  const permissionsOf = new Map<string, Set<Permission>>();
  const grant = (command: string, permissions: readonly Permission[]): void => {
    const granted = permissionsOf.get(command) ?? new Set();
    for (const permission of permissions) granted.add(permission);
    permissionsOf.set(command, granted);
  };
  for (const endpoint of endpoints) {
    if (endpoint.kind === 'command' || endpoint.kind === 'batch') {
      const { permission } = endpoint;
      if (typeof permission === 'string') grant(endpoint.command.name, [permission]);
      else if (!('open' in permission)) grant(endpoint.command.name, permission);
    } else if (endpoint.kind === 'actions') {
      for (const { command, permission } of Object.values(endpoint.actions))
        grant(command.name, [permission]);
      if (endpoint.edit) grant(endpoint.edit.command.name, [endpoint.edit.permission]);
    }
  }
  return (principal, { name, actor }) => {
    if (actor['token_id'] === principal.token_id) return true;
    const granted = permissionsOf.get(name);
    return principal.permissions.some((permission) => granted?.has(permission));
  };
}
