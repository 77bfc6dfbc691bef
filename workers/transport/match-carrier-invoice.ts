/** Holds each line of a carrier's invoice against its label. Matched again, it says what is so now. */
import { invoiceToleranceOf } from '../../db/parcels/accounts.read.ts';
import {
  changeCarrierInvoice,
  lockCarrierInvoice,
  readInvoicedLines,
  writeVerdicts,
} from '../../db/transport/carrier-invoices.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { auditInvoice } from '../../domain/transport/audit-invoice.ts';
import { carrierInvoiceStates } from '../../domain/transport/carrier-invoice-states.ts';
import { carrierInvoiceEvent } from '../../domain/transport/events.ts';
import type { carrierInvoiceCommands } from '../../queues/transport/carrier-invoices.ts';
import type { Handler } from '../engine/handler.ts';

export const matchCarrierInvoice: Handler<typeof carrierInvoiceCommands.matchCarrierInvoice> = async (
  { tx, emit },
  { invoice_id: id },
) => {
  const invoice = await lockCarrierInvoice(tx, id);
  const state = nextState(carrierInvoiceStates, invoice.state, 'match');
  const tolerance = await invoiceToleranceOf(tx, invoice.account_id);
  const judged = auditInvoice(await readInvoicedLines(tx, id), { currency: invoice.currency, tolerance });
  await writeVerdicts(tx, judged);
  await changeCarrierInvoice(tx, id, { state, dispute_reason: null });
  emit(carrierInvoiceEvent(id, state, invoice.state));
  return { id };
};
