/** Who may follow which events: it takes the same permissions as opening the records the events are about. */
import { declarationOf, eventCatalogue } from './domain-event.ts';
import { assertHeld } from './tenancy/delegation.ts';
import type { Permission } from './permissions.ts';

/** Any one of these lets a caller open the stream; what they see in it is decided event by event. */
export const eventViewPermissions: readonly Permission[] = [
  ...new Set(Object.values(eventCatalogue).flatMap(({ seenWith }) => seenWith)),
];

/** Whether a caller with these permissions may see events of this type. An undeclared type is shown to nobody. */
export function maySeeEvent(type: string, granted: readonly string[]): boolean {
  return declarationOf(type)?.seenWith.some((permission) => granted.includes(permission)) ?? false;
}

/** The types that a caller with these permissions may see, of all there are; undefined: every one. */
export function typesSeenWith(granted: readonly string[]): string[] | undefined {
  const types = Object.keys(eventCatalogue);
  const seen = types.filter((type) => maySeeEvent(type, granted));
  return seen.length === types.length ? undefined : seen;
}

/**
 * Whether a subscriber asked for this type: by its full name, by its kind (`sales_order.*`) or with everything (`*`).
 * Without a list it gets everything.
 */
export function isWanted(type: string, wanted: readonly string[] | undefined): boolean {
  if (!wanted) return true;
  return wanted.some((pattern) => pattern === '*' || isNamed(type, pattern));
}

function isNamed(type: string, pattern: string): boolean {
  return pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}

/** Whether there are events of this name or kind: who follows a misspelled one would wait for ever. */
export function namesEvents(pattern: string): boolean {
  return Object.keys(eventCatalogue).some((type) => isWanted(type, [pattern]));
}

/**
 * Whoever chooses what an endpoint is sent, or where to, reads it: refuses 403 FORBIDDEN events the actor could not read
 * here.
 */
export function assertMaySee(actor: { permissions: readonly string[] }, patterns: readonly string[]): void {
  const missing = permissionsOfSubscription(patterns, actor.permissions);
  assertHeld(actor, missing, 'An endpoint cannot be sent events that you may not see');
}

/** The permissions it takes to see all that a subscription (`*`, `sales_order.*`, `sales_order.released`) would be sent. */
function permissionsOfSubscription(patterns: readonly string[], granted: readonly string[]): Permission[] {
  return Object.entries(eventCatalogue)
    .filter(([type]) => isWanted(type, patterns) && !maySeeEvent(type, granted))
    .map(([, { seenWith }]) => seenWith[0]!);
}
