/** Lots on hold in all places: recalls, and their end. */
import { lotHoldCommands } from '../../../queues/inventory/lot-holds.ts';
import { command, type Endpoint } from '../../http/endpoint.ts';

export const lotHoldEndpoints: readonly Endpoint[] = [
  command({
    path: '/api/wms/lots/hold',
    summary: 'Put a lot on hold in all places, and name the shipments it left with',
    description:
      "What is available moves to hold. Allocated stock stays with its shipments, which `allocated` names: none of it is picked for a customer or leaves with one (`LOT_ON_HOLD`). Freed or received later, it is available and not allocatable (`lot_on_hold`) until the lot is released. Asking again takes over the kind and the reason, and puts on hold what became available since; a merchant leaves the operator's as it is. A lot that has expired at a warehouse that has some of it is put on hold by itself, as `expired`.",
    permission: 'wms.inventory.move',
    command: lotHoldCommands.holdLot,
    returns: lotHoldCommands.holdLot.result,
  }),
  command({
    path: '/api/wms/lots/release',
    summary: 'End the hold of a lot in all places',
    description:
      'Returned units that wait for their disposition stay on hold, as does stock that was on hold for another reason. A lot that is not on hold answers hold_id null. What the operator put on hold a merchant does not release (403).',
    permission: 'wms.inventory.move',
    command: lotHoldCommands.releaseLot,
    returns: lotHoldCommands.releaseLot.result,
  }),
];
