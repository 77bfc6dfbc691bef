/** The handlers of transport orders. */
import type { carrierInvoiceCommands } from '../../queues/transport/carrier-invoices.ts';
import type { transportCommands } from '../../queues/transport/transport.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { addProofOfDelivery } from './add-proof-of-delivery.ts';
import { answerTender } from './answer-tender.ts';
import { assignCarrier } from './assign-carrier.ts';
import { billCarrierInvoice } from './bill-carrier-invoice.ts';
import { billFreight } from './bill-freight.ts';
import { cancelCarrierInvoice } from './cancel-carrier-invoice.ts';
import { cancelTransport } from './cancel-transport.ts';
import { completeTransport } from './complete-transport.ts';
import { createTransport } from './create-transport.ts';
import { dispatchTransport } from './dispatch-transport.ts';
import { disputeCarrierInvoice } from './dispute-carrier-invoice.ts';
import { expireTender } from './expire-tender.ts';
import { importCarrierInvoice } from './import-carrier-invoice.ts';
import { matchCarrierInvoice } from './match-carrier-invoice.ts';
import { recordTracking } from './record-tracking.ts';

export const transportHandlers: HandlersOf<typeof transportCommands & typeof carrierInvoiceCommands> = {
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
  importCarrierInvoice,
  matchCarrierInvoice,
  billCarrierInvoice,
  disputeCarrierInvoice,
  cancelCarrierInvoice,
};
