/** The handlers of transport orders. */
import type { transportCommands } from '../../queues/transport/transport.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { addProofOfDelivery } from './add-proof-of-delivery.ts';
import { answerTender } from './answer-tender.ts';
import { assignCarrier } from './assign-carrier.ts';
import { billFreight } from './bill-freight.ts';
import { cancelTransport } from './cancel-transport.ts';
import { completeTransport } from './complete-transport.ts';
import { createTransport } from './create-transport.ts';
import { dispatchTransport } from './dispatch-transport.ts';
import { expireTender } from './expire-tender.ts';
import { recordTracking } from './record-tracking.ts';

export const transportHandlers: HandlersOf<typeof transportCommands> = {
  createTransport,
  assignCarrier,
  answerTender,
  expireTender,
  dispatchTransport,
  recordTracking,
  addProofOfDelivery,
  completeTransport,
  cancelTransport,
  billFreight,
};
