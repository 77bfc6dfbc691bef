/** Velocity classes and slotting plans. */
import { slottingCommands as commands } from '../../../queues/moves/slotting.ts';
import { command, type Endpoint } from '../../http/endpoint.ts';

export const slottingEndpoints: readonly Endpoint[] = [
  command({
    path: '/api/wms/velocity',
    summary: 'Class items by how often they are picked',
    description:
      'By the pick entries of the ledger in one warehouse: those with most picks, up to a_percent of all, are A, the next B, the rest C, with what lies there and was not picked. Putaway prefers places of the same velocity.',
    permission: 'wms.moves.plan',
    command: commands.classifyVelocity,
    returns: commands.classifyVelocity.result,
  }),
  command({
    path: '/api/wms/slotting-plans',
    summary: 'Plan moves of what is picked most to nearer places',
    description:
      'Stock with most metres walked for it goes to the nearest empty place that takes all of it; each move says how many picks and metres speak for it and which nearer places were passed over. Locations need x_m and y_m. A move of kind reslot is carried out like any planned move, and cancelled when it is not wanted. Where no empty place is nearer, swaps says what should change places: nothing of it is planned before /api/wms/slotting-swaps.',
    permission: 'wms.moves.plan',
    command: commands.planSlotting,
    returns: commands.planSlotting.result,
  }),
  command({
    path: '/api/wms/slotting-swaps',
    summary: 'Plan that the goods of two places change places',
    description:
      'Three moves of kind reslot over an empty place, each waiting for the one before (waits_for_move_id: work is given in this order, 409 MOVE_WAITS). They go whole, each to a place where nothing lies; one that is cancelled, or finds nothing, ends those that are left. 409 SWAP_REFUSED with the reason where they cannot be planned.',
    permission: 'wms.moves.plan',
    command: commands.planSwap,
    returns: commands.planSwap.result,
  }),
];
