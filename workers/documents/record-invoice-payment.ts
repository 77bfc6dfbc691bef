/** Records a payment, a write-off or an applied credit on an invoice, or reverses one of its payments. */
import { recordPayment } from '../../db/documents/payments.write.ts';
import { reversePayment } from '../../db/documents/payment-reversals.write.ts';
import { readPayment } from '../../domain/documents/payment-request.ts';
import type { paymentCommands } from '../../queues/documents/payments.ts';
import type { Handler } from '../engine/handler.ts';

export const recordInvoicePayment: Handler<typeof paymentCommands.recordInvoicePayment> = async (
  { tx, organizationId, actor, emit },
  input,
) => {
  const { invoice_id: documentId, credit_invoice_id: creditId, ...request } = input;
  const context = { organizationId, postedBy: actor.name };
  const payment = readPayment(request, creditId);
  const { paymentId, documents } =
    payment.kind === 'reversal'
      ? await reversePayment(tx, context, 'invoice', { ...payment, documentId })
      : await recordPayment(tx, context, 'invoice', { ...payment, documentId });
  const type = payment.kind === 'reversal' ? 'invoice.payment_reversed' : 'invoice.payment_recorded';
  for (const { id, status, previous } of documents) {
    emit({
      type,
      subject_type: 'invoice',
      subject_id: id,
      data: { status, previous_status: previous, payment_id: paymentId },
    });
  }
  return { id: documentId, payment_id: paymentId };
};
