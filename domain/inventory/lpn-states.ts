/**
 * States of a license plate. A pallet or carton that a pick takes whole becomes picked; the load it is on then loads,
 * unloads and ships it. Taking part of its goods leaves the license plate active; taking the last of them consumes it.
 */
import { stateMachine, statesBefore, statesOf, type ActionIn, type StateIn } from '../state-machine.ts';

export const lpnStates = stateMachine(
  'license plate',
  ['planned', 'active'],
  [
    ['place', ['planned', 'active'], 'active'],
    ['pick', ['active'], 'picked'],
    // Its shipment was cancelled: it stays where it was put, and its goods are free for others.
    ['unpick', ['picked', 'loaded'], 'active'],
    ['load', ['picked'], 'loaded'],
    ['unload', ['loaded'], 'picked'],
    // Shipped without being picked whole: the last of its goods left straight from it.
    ['ship', ['active', 'picked', 'loaded'], 'shipped'],
    // To another warehouse with everything on it, which is in transit until it is counted in there.
    ['send', ['active', 'picked', 'loaded'], 'planned'],
    ['consume', ['active', 'picked'], 'consumed'],
  ],
  // No caller asks for these: they follow from what is done with the goods.
  ['place', 'pick', 'unpick', 'load', 'unload', 'ship', 'send', 'consume'],
);

export type LpnAction = ActionIn<typeof lpnStates>;
export type LpnStatus = StateIn<typeof lpnStates>;
export const lpnStatuses = statesOf(lpnStates);

/** The states an action can be taken from. */
export function lpnStatesBefore(action: LpnAction): readonly LpnStatus[] {
  return statesBefore(lpnStates, action);
}

/**
 * States in which a license plate is in the warehouse and can be moved, opened and nested. In the others it is on a
 * truck, gone or empty.
 */
export const statesOnFloor: readonly LpnStatus[] = ['planned', 'active', 'picked'];

/** Goods can be put on it. */
export const receivingStates = statesBefore(lpnStates, 'place');
/** It stands in the warehouse with goods on it. */
export const loadedOnFloorStates: readonly LpnStatus[] = statesBefore(lpnStates, 'consume');
