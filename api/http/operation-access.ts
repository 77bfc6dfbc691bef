/** Who may read what came of an operation: who asked for it, and who holds a permission its kind is asked for with. */
import type { CommandRow } from '../../db/tenancy/commands.read.ts';
import type { Principal } from '../../db/tenancy/tokens.read.ts';
import type { Permission } from '../../domain/tenancy/permissions.ts';
import type { Endpoint } from './endpoint.ts';

export type MayReadResult = (principal: Principal, operation: CommandRow) => boolean;

/**
 * The rule over the endpoints of a surface. What no endpoint asks for (steps the platform takes by itself) is read by no
 * token: its state is all there is to follow.
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
