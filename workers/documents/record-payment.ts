/** Records a payment, a write-off or an applied credit on an invoice or a bill, or reverses one of its payments. */
import { recordPayment } from '../../db/documents/payments.write.ts';
import { reversePayment } from '../../db/documents/payment-reversals.write.ts';
import { assertPayable } from '../../db/purchase/bill-match.write.ts';
import type { DocumentType } from '../../domain/documents/document-states.ts';
import type { PaymentMethod } from '../../domain/documents/payment-methods.ts';
import { readPayment, type ReadPayment } from '../../domain/documents/payment-request.ts';
import type { paymentCommands } from '../../queues/documents/payments.ts';
import type { Handler, Work } from '../engine/handler.ts';

type Payment = ReadPayment<PaymentMethod>;

export const recordInvoicePayment: Handler<typeof paymentCommands.recordInvoicePayment> = async (
  work,
  input,
) => {
  const { invoice_id: id, credit_invoice_id: creditId, ...request } = input;
  const { payment_id, told } = await record(work, 'invoice', id, readPayment(request, creditId));
  for (const { word, ...one } of told) {
    work.emit({ type: `invoice.${word}`, subject_type: 'invoice', ...one });
  }
  return { id, payment_id };
};

export const recordBillPayment: Handler<typeof paymentCommands.recordBillPayment> = async (work, input) => {
  const { bill_id: id, credit_bill_id: creditId, ...request } = input;
  const payment = readPayment(request, creditId);
  if (payment.kind !== 'reversal') await assertPayable(work.tx, work.organizationId, id);
  const { payment_id, told } = await record(work, 'bill', id, payment);
  for (const { word, ...one } of told) work.emit({ type: `bill.${word}`, subject_type: 'bill', ...one });
  return { id, payment_id };
};

async function record(
  { tx, organizationId, actor }: Work,
  type: DocumentType,
  documentId: string,
  payment: Payment,
) {
  const context = { organizationId, postedBy: actor.name };
  const isReversal = payment.kind === 'reversal';
  const { paymentId, documents } = isReversal
    ? await reversePayment(tx, context, type, { ...payment, documentId })
    : await recordPayment(tx, context, type, { ...payment, documentId });
  const word = isReversal ? ('payment_reversed' as const) : ('payment_recorded' as const);
  const told = documents.map(({ id, status, previous }) => ({
    word,
    subject_id: id,
    data: { status, previous_status: previous, payment_id: paymentId },
  }));
  return { payment_id: paymentId, told };
}
