/** The handlers of transfers. What moves a shipment is in fulfillment. */
import type { transferCommands } from '../../queues/transfers/transfers.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { createTransfer } from '../fulfillment/create-transfer.ts';
import { cancelTransfer } from '../fulfillment/cancel-transfer.ts';
import { releaseTransfer } from '../fulfillment/release-transfer.ts';
import { shipTransfer } from '../fulfillment/ship-transfer.ts';
import { closeTransfer } from './close-transfer.ts';

export const transfersHandlers: HandlersOf<typeof transferCommands> = {
  createTransfer,
  releaseTransfer,
  shipTransfer,
  cancelTransfer,
  closeTransfer,
};
