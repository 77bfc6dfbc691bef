/** Holds each line of a carrier's invoice against its label. Matched again, it says what is so now. */
import { changeCarrierInvoice, lockCarrierInvoice } from '../../db/transport/carrier-invoices.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { carrierInvoiceStates } from '../../domain/transport/carrier-invoice-states.ts';
import { carrierInvoiceEvent } from '../../domain/transport/events.ts';
import type { carrierInvoiceCommands } from '../../queues/transport/carrier-invoices.ts';
import type { Handler } from '../engine/handler.ts';
import { judgeCarrierInvoice } from './judge-carrier-invoice.ts';

export const matchCarrierInvoice: Handler<typeof carrierInvoiceCommands.matchCarrierInvoice> = async (
  { tx, emit },
  { invoice_id: id },
) => {
  const invoice = await lockCarrierInvoice(tx, id);
  const state = nextState(carrierInvoiceStates, invoice.state, 'match');
  if (invoice.standing_bill_id !== null) {
    const message =
      'The invoice is billed: delete the draft of its bill, or void the bill, to match it again.';
    throw new Refusal('CONFLICT', message, { bill_id: invoice.standing_bill_id });
  }
  await judgeCarrierInvoice(tx, invoice);
  const anew = { dispute_reason: null, bill_id: null, is_even: false, billed_at: null };
  await changeCarrierInvoice(tx, id, { state, ...anew });
  emit(carrierInvoiceEvent(id, state, invoice.state));
  return { id };
};
