/** What planned moves are for. A kind is a word here, in the CHECK of its table, and a planner. */
export const plannedMoveKinds = ['putaway', 'replenish', 'reslot', 'consolidate'] as const;
export type PlannedMoveKind = (typeof plannedMoveKinds)[number];

/** Stock a person may be sent to carry; allocated stock goes only with its license plate. */
export const movableStatuses = ['available', 'hold', 'damaged'] as const;
export type MovableStatus = (typeof movableStatuses)[number];
