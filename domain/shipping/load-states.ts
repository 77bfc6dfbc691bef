/** States of a load: the shipments that leave on one trailer. Skipped steps are taken along the way to shipped. */
import { stateMachine, statesOf, type StateIn } from '../state-machine.ts';

export const loadStates = stateMachine(
  'load',
  ['planned'],
  [
    ['edit', ['planned'], 'planned'],
    ['edit', ['loading'], 'loading'],
    ['edit', ['loaded'], 'loaded'],
    ['add_shipments', ['planned'], 'planned'],
    ['add_shipments', ['loading'], 'loading'],
    ['remove_shipments', ['planned'], 'planned'],
    ['remove_shipments', ['loading'], 'loading'],
    ['start_loading', ['planned'], 'loading'],
    ['finish_loading', ['planned', 'loading'], 'loaded'],
    ['unload', ['loaded'], 'loading'],
    ['ship', ['planned', 'loading', 'loaded'], 'shipped'],
    ['cancel', ['planned', 'loading', 'loaded'], 'cancelled'],
  ],
);

export type LoadStatus = StateIn<typeof loadStates>;
export const loadStatuses = statesOf(loadStates);

export const freightTerms = ['prepaid', 'collect', 'third_party'] as const;
/** National Motor Freight Classification classes. */
export const freightClasses = [
  '50',
  '55',
  '60',
  '65',
  '70',
  '77.5',
  '85',
  '92.5',
  '100',
  '110',
  '125',
  '150',
  '175',
  '200',
  '250',
  '300',
  '400',
  '500',
] as const;
export const handlingUnitTypes = ['pallet', 'carton', 'crate', 'drum', 'loose'] as const;
