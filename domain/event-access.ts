/** Who may follow which events: the same permissions that open the records the events are about. */
import { declarationOf, eventCatalogue } from './domain-event.ts';
import type { Permission } from './tenancy/permissions.ts';

/** Any one of these lets somebody follow the stream; what they see of it is decided event by event. */
export const eventViewPermissions: readonly Permission[] = [
  ...new Set(Object.values(eventCatalogue).flatMap(({ seenWith }) => seenWith)),
];

/** Whether someone with these permissions may see an event of this type; one that no table names is nobody's. */
export function maySeeEvent(type: string, granted: readonly string[]): boolean {
  return declarationOf(type)?.seenWith.some((permission) => granted.includes(permission)) ?? false;
}

/** Whether a type is wanted: named as it is, or by its kind (`sales_order.*`). No list wants everything. */
export function isWanted(type: string, wanted: readonly string[] | undefined): boolean {
  if (!wanted) return true;
  return wanted.some((pattern) =>
    pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
  );
}
