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
      'Stock with most metres walked for it goes to the nearest empty place that takes all of it; each move says how many picks and metres speak for it and which nearer places were passed over. Locations need x_m and y_m. A move of kind reslot is carried out like any planned move, and cancelled when it is not wanted. Where no empty place is nearer, swaps says what should change places: nothing of it is planned.',
    permission: 'wms.moves.plan',
    command: commands.planSlotting,
    returns: commands.planSlotting.result,
  }),
];
