/** States of a pick job: one person's walk with a cart, over tasks of several shipments. */
import { stateMachine, statesBefore, statesOf, type StateIn } from '../state-machine.ts';

/**
 * How a job is picked: one shipment; several at once, sorted to theirs at a wall afterwards; several, each into its own
 * position of the cart; or several, handed from zone to zone.
 */
export const pickMethods = ['single', 'batch', 'cluster', 'zone'] as const;
export type PickMethod = (typeof pickMethods)[number];

export const pickJobStates = stateMachine(
  'pick job',
  ['open'],
  [
    ['take', ['open'], 'open'],
    ['pick', ['open', 'in_progress'], 'in_progress'],
    ['start', ['open'], 'in_progress'],
    ['pass_on', ['open', 'in_progress'], 'open'],
    ['finish', ['open', 'in_progress'], 'done'],
    ['abandon', ['open', 'in_progress'], 'abandoned'],
  ],
  // No caller asks for these: the first pick starts a job and the last one finishes it.
  ['start', 'finish'],
  { in_progress: 'started_at', done: 'finished_at', abandoned: 'finished_at' },
);

export type PickJobStatus = StateIn<typeof pickJobStates>;
export const pickJobStatuses = statesOf(pickJobStates);
/** Somebody walks it, or is to. */
export const liveJobStates = statesBefore(pickJobStates, 'finish');

/** Of every other method each shipment has a position, whose code is scanned with what is put there. */
export const hasPositions = (method: PickMethod): boolean => method !== 'single';

/** What a position is called on its label: the wall, the cart or the job, and its number. */
export function positionCode(
  { put_wall: wall, cart, job_no: no }: { put_wall: string | null; cart: string | null; job_no: string },
  position: number,
): string {
  return `${wall ?? cart ?? no}-${String(position).padStart(2, '0')}`;
}
