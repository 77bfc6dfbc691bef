/** Ships a transfer: its shipment takes the step, and takes the transfer along. Does nothing when repeated. */
import { advanceToShipped, assertLeftSo } from '../../db/fulfillment/shipment-steps.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { transferStates } from '../../domain/transfers/transfer-states.ts';
import type { transferCommands } from '../../queues/transfers/transfers.ts';
import type { Handler } from '../engine/handler.ts';
import { listWhatLeft } from './list-what-left.ts';
import { lockTransferWithShipment } from './shipment-of-document.ts';

export const shipTransfer: Handler<typeof transferCommands.shipTransfer> = async (
  work,
  { transfer_id: id, ...facts },
) => {
  const { document: transfer, shipment } = await lockTransferWithShipment(work.tx, id);
  if (transfer.status === 'in_transit') {
    await assertLeftSo(work.tx, shipment!, facts);
    return { id: transfer.id };
  }
  nextState(transferStates, transfer.status, 'ship');
  await advanceToShipped(work, shipment!, facts);
  await listWhatLeft(work.tx, [{ work, shipment_id: shipment!.id }]);
  return { id: transfer.id };
};
