/** Records a payment or an applied vendor credit on a bill, or reverses one of its payments. */
import { recordPayment } from '../../db/documents/payments.write.ts';
import { reversePayment } from '../../db/documents/payment-reversals.write.ts';
import { assertPayable } from '../../db/purchase/bill-match.write.ts';
import { readPayment } from '../../domain/documents/payment-request.ts';
import type { paymentCommands } from '../../queues/documents/payments.ts';
import type { Handler } from '../engine/handler.ts';

export const recordBillPayment: Handler<typeof paymentCommands.recordBillPayment> = async (
  { tx, organizationId, actor, emit },
  input,
) => {
  const { bill_id: documentId, credit_bill_id: creditId, ...request } = input;
  const context = { organizationId, postedBy: actor.name };
  const payment = readPayment(request, creditId);
  if (payment.kind !== 'reversal') await assertPayable(tx, organizationId, documentId);
  const { paymentId, documents } =
    payment.kind === 'reversal'
      ? await reversePayment(tx, context, 'bill', { ...payment, documentId })
      : await recordPayment(tx, context, 'bill', { ...payment, documentId });
  const type = payment.kind === 'reversal' ? 'bill.payment_reversed' : 'bill.payment_recorded';
  for (const { id, status, previous } of documents) {
    emit({
      type,
      subject_type: 'bill',
      subject_id: id,
      data: { status, previous_status: previous, payment_id: paymentId },
    });
  }
  return { id: documentId, payment_id: paymentId };
};
