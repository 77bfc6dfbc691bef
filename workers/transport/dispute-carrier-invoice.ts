/** Keeps a carrier's invoice from being billed until it is matched again. Does nothing when repeated. */
import { changeCarrierInvoice, lockCarrierInvoice } from '../../db/transport/carrier-invoices.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { carrierInvoiceStates } from '../../domain/transport/carrier-invoice-states.ts';
import { carrierInvoiceEvent } from '../../domain/transport/events.ts';
import type { carrierInvoiceCommands } from '../../queues/transport/carrier-invoices.ts';
import type { Handler } from '../engine/handler.ts';

export const disputeCarrierInvoice: Handler<typeof carrierInvoiceCommands.disputeCarrierInvoice> = async (
  { tx, emit },
  { invoice_id: id, reason },
) => {
  const invoice = await lockCarrierInvoice(tx, id);
  if (invoice.state === 'disputed') return { id };
  const state = nextState(carrierInvoiceStates, invoice.state, 'dispute');
  await changeCarrierInvoice(tx, id, { state, dispute_reason: reason });
  emit(carrierInvoiceEvent(id, state, invoice.state));
  return { id };
};
