/**
 * Records payments, write-offs and applied credits on invoices or bills. A reversal goes alone: what it takes back may be
 * one of the payments before it.
 */
import { recordPayments } from '../../db/documents/payments.write.ts';
import { reversePayment } from '../../db/documents/payment-reversals.write.ts';
import type { Settlement } from '../../db/documents/payment-rows.write.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { paymentBlocks } from '../../db/purchase/bill-match.write.ts';
import type { DocumentType } from '../../domain/documents/document-states.ts';
import type { PaymentMethod } from '../../domain/documents/payment-methods.ts';
import { readPayment, type ReadPayment } from '../../domain/documents/payment-request.ts';
import { isGood, Refusal, refusalOr } from '../../domain/refusal.ts';
import type { paymentCommands } from '../../queues/documents/payments.ts';
import { untilAlone } from '../engine/each-of-group.ts';
import type { HandlerOfMany } from '../engine/handler.ts';

type Request = ReadPayment<PaymentMethod>;
type Payment = Request & { kind: 'payment' };

const isReversal = ({ input }: { input: { reverses_payment_id?: string | undefined } }): boolean =>
  input.reverses_payment_id !== undefined;

export const recordInvoicePayment: HandlerOfMany<typeof paymentCommands.recordInvoicePayment> = (tx, asked) =>
  untilAlone(asked, isReversal, async (together) => {
    const wanted = together.map(({ work, input: { invoice_id, credit_invoice_id, ...request } }) => ({
      by: work.actor.name,
      documentId: invoice_id,
      request: refusalOr(() => readPayment<PaymentMethod>(request, credit_invoice_id)),
    }));
    const answers = await settleAll(tx, 'invoice', wanted);
    return answers.map((answer, index) => {
      if (answer instanceof Refusal) return answer;
      const { work, input } = together[index]!;
      const type = `invoice.${wordOf(answer)}` as const;
      for (const told of toldBy(answer)) work.emit({ type, subject_type: 'invoice', ...told });
      return { id: input.invoice_id, payment_id: answer.paymentId };
    });
  });

export const recordBillPayment: HandlerOfMany<typeof paymentCommands.recordBillPayment> = (tx, asked) =>
  untilAlone(asked, isReversal, async (together) => {
    const paid = together.flatMap((one) => (isReversal(one) ? [] : one.input.bill_id));
    const blocks = await paymentBlocks(tx, paid);
    const wanted = together.map(({ work, input: { bill_id, credit_bill_id, ...request } }) => {
      const read = refusalOr(() => readPayment<PaymentMethod>(request, credit_bill_id));
      const block = blocks.get(bill_id.toLowerCase());
      return {
        by: work.actor.name,
        documentId: bill_id,
        request: block && !(read instanceof Refusal) ? block : read,
      };
    });
    const answers = await settleAll(tx, 'bill', wanted);
    return answers.map((answer, index) => {
      if (answer instanceof Refusal) return answer;
      const { work, input } = together[index]!;
      const type = `bill.${wordOf(answer)}` as const;
      for (const told of toldBy(answer)) work.emit({ type, subject_type: 'bill', ...told });
      return { id: input.bill_id, payment_id: answer.paymentId };
    });
  });

/** Records payments together, or the one reversal of a group. */
async function settleAll(
  tx: TenantTransaction,
  type: DocumentType,
  wanted: readonly { by: string; documentId: string; request: Request | Refusal }[],
): Promise<(Settlement | Refusal)[]> {
  const { by, documentId, request } = wanted[0]!;
  if (!(request instanceof Refusal) && request.kind === 'reversal')
    return [
      await reversePayment(tx, { organizationId: tx.organizationId, postedBy: by }, type, {
        ...request,
        documentId,
      }),
    ];
  const asked = wanted.map((one) => ({
    by: one.by,
    payment: isGood(one.request) ? { ...(one.request as Payment), documentId: one.documentId } : one.request,
  }));
  return recordPayments(tx, type, asked);
}

const wordOf = ({ payment }: Settlement) =>
  payment['reverses_payment_id'] === null ? ('payment_recorded' as const) : ('payment_reversed' as const);

const toldBy = ({ paymentId, documents }: Settlement) =>
  documents.map(({ id, status, previous }) => ({
    subject_id: id,
    data: { status, previous_status: previous, payment_id: paymentId },
  }));
