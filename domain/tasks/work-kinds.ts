/** Work a person on the floor can be given, whatever table it comes from. */
import { plannedMoveKinds } from '../moves/move-kinds.ts';
import type { Permission } from '../permissions.ts';
import { taskKinds } from './task-kinds.ts';

export const workKinds = ['receive', ...taskKinds] as const;
export type WorkKind = (typeof workKinds)[number];

/** Of work that has no priority of its own. */
export const usualPriority = 100;

/** What opens each kind's own endpoints opens it here. */
const workedWith = (kind: WorkKind): Permission => {
  if (kind === 'receive') return 'wms.inbound.receive';
  if (kind === 'count') return 'wms.cycle_count.work';
  return isMove(kind) ? 'wms.moves.work' : 'wms.picking.work';
};

/** Any of these lets a person ask for work; they are given the kinds it opens. */
export const workPermissions: readonly Permission[] = [...new Set(workKinds.map(workedWith))];

/** Those of these kinds that this person may work, and the permission the first of the others needs. */
export function workableKinds(
  granted: readonly string[],
  kinds: readonly WorkKind[],
): { kinds: WorkKind[]; missing: Permission | undefined } {
  const isOpen = (kind: WorkKind) => granted.includes(workedWith(kind));
  const closed = kinds.find((kind) => !isOpen(kind));
  return { kinds: kinds.filter(isOpen), missing: closed && workedWith(closed) };
}

export function isMove(kind: WorkKind): kind is (typeof plannedMoveKinds)[number] {
  return (plannedMoveKinds as readonly string[]).includes(kind);
}

export interface Finish {
  path: string;
  action: string;
  /** What is sent with it as it is. */
  fields?: { pick_task_id: string; qty: number };
}

/** The request that says the work is done, once everything was scanned. */
export function finishOf(kind: WorkKind, id: string): Finish {
  if (kind === 'receive') return { path: `/api/wms/tasks/${id}`, action: 'complete' };
  if (kind === 'count') return { path: `/api/wms/count-tasks/${id}`, action: 'complete' };
  if (kind === 'pick') return { path: `/api/wms/pick-tasks/${id}`, action: 'confirm' };
  if (kind === 'put_back') return { path: `/api/wms/put-back-tasks/${id}`, action: 'complete' };
  return { path: `/api/wms/moves/${id}`, action: 'confirm' };
}
