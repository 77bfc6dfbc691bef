/** Holds each line of a carrier's invoice against its label. Matched again, it says what is so now. */
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
import { judgeCarrierInvoice } from './judge-carrier-invoice.ts';

export const matchCarrierInvoice: Handler<typeof carrierInvoiceCommands.matchCarrierInvoice> = async (
  { tx, emit },
  { invoice_id: id },
) => {
  const invoice = await lockCarrierInvoice(tx, id);
  const state = nextState(carrierInvoiceStates, invoice.state, 'match');
  assertUnbilled(invoice.standing_bill_id, 'match it again');
  // First: as it is judged now, so it is when it is billed.
  await changeCarrierInvoice(tx, id, { state, ...unbilled });
  await judgeCarrierInvoice(tx, invoice);
  emit(carrierInvoiceEvent(id, state, invoice.state));
  return { id };
};
