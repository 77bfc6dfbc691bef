/**
 * Ends a carrier's invoice that was taken in wrongly: its number is free for the right one, what was charged for its lines
 * is taken back by the next billing run, and it asks for no label any more. Does nothing when repeated.
 */
import { changeCarrierInvoice, lockCarrierInvoice } from '../../db/transport/carrier-invoices.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import {
  assertUnbilled,
  carrierInvoiceStates,
  unbilled,
} from '../../domain/transport/carrier-invoice-states.ts';
import { carrierInvoiceEvent } from '../../domain/transport/events.ts';
import type { carrierInvoiceCommands } from '../../queues/transport/carrier-invoices.ts';
import type { Handler } from '../engine/handler.ts';

export const cancelCarrierInvoice: Handler<typeof carrierInvoiceCommands.cancelCarrierInvoice> = async (
  { tx, emit },
  { invoice_id: id, reason },
) => {
  const invoice = await lockCarrierInvoice(tx, id);
  if (invoice.state === 'cancelled') return { id };
  const state = nextState(carrierInvoiceStates, invoice.state, 'cancel');
  assertUnbilled(invoice.standing_bill_id, 'cancel it');
  await changeCarrierInvoice(tx, id, { state, ...unbilled, cancel_reason: reason });
  emit(carrierInvoiceEvent(id, state, invoice.state));
  return { id };
};
