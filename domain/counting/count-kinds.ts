/** Why a count is made, and when its locations are locked. */
export const countKinds = ['manual', 'plan', 'zero', 'short_pick', 'random'] as const;
export type CountKind = (typeof countKinds)[number];

/** With the task, with its first scan, or never: then it counts beside the work. */
export const countLocks = ['creation', 'start', 'none'] as const;
export type CountLock = (typeof countLocks)[number];
