/** Work that was given to somebody who does not come back to it: a handheld that is lost, a person who went home. */

/** Longer than any break, shorter than a shift: whoever is on a break finds their work as they left it. */
export const idleHours = 4;

/** What is kept in a table of its own; a put-back is kept for half an hour only, and a walk is given up by hand. */
export const idleKinds = ['receive', 'count', 'pick', 'move'] as const;
export type IdleKind = (typeof idleKinds)[number];
