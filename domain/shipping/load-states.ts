/** States of a load: the shipments that leave on one trailer. Skipped steps are taken on the way to shipped. */
import { stateMachine } from '../state-machine.ts';

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

export const loadStatuses = ['planned', 'loading', 'loaded', 'shipped', 'cancelled'] as const;
export type LoadStatus = (typeof loadStatuses)[number];

export const freightTerms = ['prepaid', 'collect', 'third_party'] as const;
export const handlingUnitTypes = ['pallet', 'carton', 'crate', 'drum', 'loose'] as const;
