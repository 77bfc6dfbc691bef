/** Who may follow which events: it takes the same permissions as opening the records the events are about. */
import { declarationOf, eventCatalogue } from './domain-event.ts';
import type { Permission } from './tenancy/permissions.ts';

/** Any one of these lets a caller open the stream; what they see in it is decided event by event. */
export const eventViewPermissions: readonly Permission[] = [
  ...new Set(Object.values(eventCatalogue).flatMap(({ seenWith }) => seenWith)),
];

/** Whether a caller with these permissions may see events of this type. An undeclared type is shown to nobody. */
export function maySeeEvent(type: string, granted: readonly string[]): boolean {
  return declarationOf(type)?.seenWith.some((permission) => granted.includes(permission)) ?? false;
}

/**
 * Whether a subscriber asked for this type, by its full name or by its kind (`sales_order.*`). Without a list it gets
 * everything.
 */
export function isWanted(type: string, wanted: readonly string[] | undefined): boolean {
  if (!wanted) return true;
  return wanted.some((pattern) =>
    pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
  );
}

/** The permissions it takes to see all that a subscription (`*`, `sales_order.*`, `sales_order.released`) would be sent. */
export function permissionsOfSubscription(
  patterns: readonly string[],
  granted: readonly string[],
): Permission[] {
  const wanted = patterns.includes('*') ? undefined : patterns;
  return Object.entries(eventCatalogue)
    .filter(([type]) => isWanted(type, wanted) && !maySeeEvent(type, granted))
    .map(([, { seenWith }]) => seenWith[0]!);
}
