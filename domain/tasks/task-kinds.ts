/** Kinds of warehouse tasks with tables of their own, and how their states map to the unified task list. */
import { plannedMoveKinds, type PlannedMoveKind } from '../moves/move-kinds.ts';
import type { PlannedMoveStatus } from '../moves/planned-move-states.ts';
import type { Permission } from '../permissions.ts';
import type { CountState } from '../counting/count-states.ts';
import type { PickTaskStatus } from '../picking/pick-task-states.ts';
import type { TaskStatus } from '../receiving/receiving-task-states.ts';

export type TaskKind = 'count' | 'pick' | 'put_back' | PlannedMoveKind;

export const taskKinds = [
  'count',
  'pick',
  'put_back',
  ...plannedMoveKinds,
] as const satisfies readonly TaskKind[];

interface KindStatuses extends Record<PlannedMoveKind, Record<PlannedMoveStatus, TaskStatus>> {
  count: Record<CountState, TaskStatus>;
  pick: Record<PickTaskStatus, TaskStatus>;
  put_back: Record<'open' | 'done', TaskStatus>;
}

const ofMoves: Record<PlannedMoveStatus, TaskStatus> = {
  open: 'pending',
  assigned: 'pending',
  in_progress: 'in_progress',
  done: 'completed',
  cancelled: 'cancelled',
};

/** What every kind of planned move has alike. */
const eachKindOfMove = <T>(value: T): Record<PlannedMoveKind, T> =>
  Object.fromEntries(plannedMoveKinds.map((kind) => [kind, value])) as Record<PlannedMoveKind, T>;

/** A task that is claimed but not started is still pending; a count in review is still in progress. */
export const taskStatusOf: KindStatuses = {
  count: {
    pending: 'pending',
    in_progress: 'in_progress',
    review: 'in_progress',
    completed: 'completed',
    cancelled: 'cancelled',
  },
  pick: {
    open: 'pending',
    assigned: 'pending',
    in_progress: 'in_progress',
    done: 'completed',
    short: 'completed',
    cancelled: 'cancelled',
  },
  put_back: { open: 'pending', done: 'completed' },
  ...eachKindOfMove(ofMoves),
};

/** The same permissions that open each kind's own list. */
const viewers: Record<TaskKind, readonly Permission[]> = {
  count: ['wms.cycle_count.view'],
  pick: ['wms.picking.view', 'wms.outbound.view'],
  put_back: ['wms.outbound.view'],
  ...eachKindOfMove<readonly Permission[]>(['wms.putaway.view']),
};

export function visibleKinds(granted: readonly string[]): TaskKind[] {
  return taskKinds.filter((kind) => viewers[kind].some((permission) => granted.includes(permission)));
}

/** The states of a kind that map to this status; all of them when none is given. */
export function statesReadAs(kind: TaskKind, status: TaskStatus | undefined): string[] {
  const entries = Object.entries(taskStatusOf[kind]);
  return entries.filter(([, read]) => status === undefined || read === status).map(([state]) => state);
}
