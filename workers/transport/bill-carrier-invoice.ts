/**
 * Drafts the bill, or the vendor credit, of what of a carrier's invoice is ours; what comes to nothing is done without
 * either. What its labels cost beyond their price is charged to their merchants by the billing run from then on, line by
 * line (`label.adjusted`).
 */
import { createDraftBill, type NewBill } from '../../db/documents/bills.write.ts';
import {
  changeCarrierInvoice,
  countOurLabels,
  lockCarrierInvoice,
  sumOurs,
  type OursOf,
} from '../../db/transport/carrier-invoices.write.ts';
import { decimal, sum, zero, type Decimal } from '../../domain/decimal.ts';
import { groupBy } from '../../domain/group-by.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { carrierInvoiceStates } from '../../domain/transport/carrier-invoice-states.ts';
import { carrierInvoiceEvent } from '../../domain/transport/events.ts';
import type { carrierInvoiceCommands } from '../../queues/transport/carrier-invoices.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';
import { judgeCarrierInvoice } from './judge-carrier-invoice.ts';

export const billCarrierInvoice: Handler<typeof carrierInvoiceCommands.billCarrierInvoice> = async (
  work,
  { invoice_id: id, exchange_rate: exchangeRate },
) => {
  const { tx, organizationId, actor, emit } = work;
  assertOperator(work);
  const invoice = await lockCarrierInvoice(tx, id);
  if (invoice.state === 'billed') return { id };
  const state = nextState(carrierInvoiceStates, invoice.state, 'bill');
  // A label may have been taken back since: who bills it has seen something else.
  const changed = await judgeCarrierInvoice(tx, invoice);
  if (changed > 0)
    throw new Refusal('CONFLICT', 'Its labels have changed since it was matched: match it again.', {
      lines: changed,
    });
  const ours = await sumOurs(tx, id);
  const total = (what: 'amount' | 'tax' | 'expected'): Decimal => sum(ours.map((one) => decimal(one[what])));
  if (ours.length === 0)
    throw new Refusal('CONFLICT', 'Nothing of the invoice is ours to pay: dispute it with the carrier.', {
      amount: 0,
    });
  const tax = total('tax');
  const asked = total('amount').plus(tax);
  if (asked.eq(zero)) {
    await changeCarrierInvoice(tx, id, { state, is_even: true });
    emit(carrierInvoiceEvent(id, state, invoice.state));
    return { id };
  }
  const sign = asked.lt(zero) ? '-1' : '1';
  const told = (one: Decimal): string => one.times(sign).toFixed();
  const labels = await countOurLabels(tx, id);
  const bill = await createDraftBill(tx, {
    organizationId,
    createdBy: actor.name,
    kind: asked.lt(zero) ? 'vendor_credit' : 'bill',
    billType: 'freight',
    vendorId: null,
    carrierId: invoice.carrier_id,
    vendorBillNo: invoice.invoice_no,
    currency: invoice.currency,
    exchangeRate,
    billDate: invoice.invoice_date,
    expectedTotal: told(total('expected').plus(tax)),
    lines: linesOf(ours, `Labels of ${invoice.invoice_no}: ${labels} parcels`, told),
  });
  await changeCarrierInvoice(tx, id, { state, bill_id: bill.id });
  emit({ type: 'bill.created', subject_type: 'bill', subject_id: bill.id, data: { status: 'draft' } });
  emit(carrierInvoiceEvent(id, state, invoice.state, bill.id));
  return { id };
};

/**
 * One for each way it is taxed. A split says whose cost it is, which the tax is not; nothing is rebilled by it: merchants are
 * charged for labels, and for the differences.
 */
function linesOf(
  ours: readonly OursOf[],
  description: string,
  told: (one: Decimal) => string,
): NewBill['lines'] {
  const ways = groupBy(ours, ({ tax_code: code, tax_rate: rate }) => `${code}\n${rate ?? ''}`);
  return [...ways.values()].map((parts) => {
    const [{ tax_code, tax_rate }] = parts as [OursOf, ...OursOf[]];
    const of = (what: 'amount' | 'tax'): string => told(sum(parts.map((one) => decimal(one[what]))));
    const splits = parts.map(({ merchant_id, amount }) => ({ merchant_id, amount: told(decimal(amount)) }));
    return { description, amount: of('amount'), tax: of('tax'), tax_code, tax_rate, splits };
  });
}
