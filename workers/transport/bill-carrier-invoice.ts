/**
 * Drafts the bill of what of a carrier's invoice is ours. What its labels cost beyond their price is charged to their
 * merchants by the billing run from then on, line by line (`label.adjusted`).
 */
import { createDraftBill } from '../../db/documents/bills.write.ts';
import {
  changeCarrierInvoice,
  lockCarrierInvoice,
  sumOurs,
} from '../../db/transport/carrier-invoices.write.ts';
import { decimal, zero } from '../../domain/decimal.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { carrierInvoiceStates } from '../../domain/transport/carrier-invoice-states.ts';
import { carrierInvoiceEvent } from '../../domain/transport/events.ts';
import type { carrierInvoiceCommands } from '../../queues/transport/carrier-invoices.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const billCarrierInvoice: Handler<typeof carrierInvoiceCommands.billCarrierInvoice> = async (
  work,
  { invoice_id: id, exchange_rate: exchangeRate },
) => {
  const { tx, organizationId, actor, emit } = work;
  assertOperator(work);
  const invoice = await lockCarrierInvoice(tx, id);
  if (invoice.state === 'billed') return { id };
  const state = nextState(carrierInvoiceStates, invoice.state, 'bill');
  const { amount, expected, labels } = await sumOurs(tx, id);
  if (decimal(amount).lte(zero))
    throw new Refusal('CONFLICT', 'Nothing of the invoice is ours to pay: dispute it with the carrier.', {
      amount: Number(amount),
    });
  const bill = await createDraftBill(tx, {
    organizationId,
    createdBy: actor.name,
    billType: 'freight',
    vendorId: null,
    carrierId: invoice.carrier_id,
    vendorBillNo: invoice.invoice_no,
    currency: invoice.currency,
    exchangeRate,
    billDate: invoice.invoice_date,
    expectedTotal: expected,
    lines: [{ description: `Labels of ${invoice.invoice_no}: ${labels} parcels`, amount }],
  });
  await changeCarrierInvoice(tx, id, { state, bill_id: bill.id });
  emit({ type: 'bill.created', subject_type: 'bill', subject_id: bill.id, data: { status: 'draft' } });
  emit(carrierInvoiceEvent(id, state, invoice.state, bill.id));
  return { id };
};
