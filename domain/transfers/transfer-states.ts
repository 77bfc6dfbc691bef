/**
 * The life of a transfer between two warehouses: drafted, released (its shipment holds stock, its receipt waits), in
 * transit once shipped, received as its receipt is counted, closed when nothing of it is open any more.
 */
import { stateMachine, statesBefore, statesOf, type StateIn } from '../state-machine.ts';

export const transferStates = stateMachine(
  'transfer',
  ['draft'],
  [
    ['release', ['draft'], 'released'],
    ['ship', ['released'], 'in_transit'],
    ['cancel', ['draft', 'released'], 'cancelled'],
    ['receive', ['in_transit', 'partially_received'], 'partially_received'],
    ['complete', ['in_transit', 'partially_received'], 'received'],
    // What is missing is accounted for: written off, back at the source, or claimed. What was claimed is still in
    // transit, and is written off or comes back in the end.
    ['close', ['in_transit', 'partially_received', 'received', 'closed'], 'closed'],
  ],
  // The counts of its receipt and their completion take these.
  ['receive', 'complete'],
);

export type TransferStatus = StateIn<typeof transferStates>;
export const transferStatuses = statesOf(transferStates);

/** Its goods have left the source, and what is missing of them is not accounted for: they can be counted. */
export const underwayStates: readonly TransferStatus[] = statesBefore(transferStates, 'close').filter(
  (status) => status !== 'closed',
);

/** What becomes of goods that left and never arrived. */
export const missingOutcomes = ['write_off', 'back', 'claim'] as const;
export type MissingOutcome = (typeof missingOutcomes)[number];
