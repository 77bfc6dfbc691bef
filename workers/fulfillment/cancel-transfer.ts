/** Cancels a transfer before it is shipped: its shipment gives its stock back, and its receipt is closed. */
import { withdrawShipment } from '../../db/fulfillment/shipment-steps.write.ts';
import { cancelTransfer as cancelIt } from '../../db/transfers/cancel-transfer.write.ts';
import type { transferCommands } from '../../queues/transfers/transfers.ts';
import type { Handler } from '../engine/handler.ts';
import { lockTransferWithShipment } from './shipment-of-document.ts';

export const cancelTransfer: Handler<typeof transferCommands.cancelTransfer> = async (
  work,
  { transfer_id: id, reason = null },
) => {
  const { document: transfer, shipment } = await lockTransferWithShipment(work.tx, id);
  await cancelIt(work, transfer.id, reason);
  if (shipment) await withdrawShipment(work, shipment);
  return { id: transfer.id };
};
