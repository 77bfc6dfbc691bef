/**
 * States of a license plate. A pallet or carton that a pick takes as a whole is picked; the load it stands on loads it,
 * unloads it and ships it. What is taken off a plate leaves it active; the last piece consumes it.
 */
import { stateMachine, statesBefore, statesOf, type ActionIn, type StateIn } from '../state-machine.ts';

export const lpnStates = stateMachine(
  'license plate',
  ['planned', 'active'],
  [
    ['place', ['planned', 'active'], 'active'],
    ['pick', ['active'], 'picked'],
    // Its shipment was cancelled: it stands where it was put, for whoever wants its goods.
    ['unpick', ['picked', 'loaded'], 'active'],
    ['load', ['picked'], 'loaded'],
    ['unload', ['loaded'], 'picked'],
    // Shipped without being picked as a whole: its last goods left straight from it.
    ['ship', ['active', 'picked', 'loaded'], 'shipped'],
    ['consume', ['active', 'picked'], 'consumed'],
  ],
  // Nobody asks for these of a license plate: they follow from what is done with its goods.
  ['place', 'pick', 'unpick', 'load', 'unload', 'ship', 'consume'],
);

export type LpnAction = ActionIn<typeof lpnStates>;
export type LpnStatus = StateIn<typeof lpnStates>;
export const lpnStatuses = statesOf(lpnStates);

/** The states an action is taken from. */
export function lpnStatesBefore(action: LpnAction): readonly LpnStatus[] {
  return statesBefore(lpnStates, action);
}

/** A license plate that stands in the warehouse and may be moved, opened and stacked; the others are on a truck, gone or empty. */
export const statesOnFloor: readonly LpnStatus[] = ['planned', 'active', 'picked'];
