/** Marks an invoice as disputed: a flag separate from the status; nothing is posted. */
import { changeDocument, lockForChange } from '../../db/documents/drafts.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { invoiceCommands } from '../../queues/documents/invoices.ts';
import type { Handler } from '../engine/handler.ts';

export const disputeInvoice: Handler<typeof invoiceCommands.disputeInvoice> = async ({ tx, emit }, input) => {
  const { id, status, disputed } = await lockForChange(tx, 'invoice', input.invoice_id);
  if ((status !== 'open' && status !== 'partially_paid') || disputed) {
    const why = disputed ? 'disputed already' : status;
    throw new Refusal('ILLEGAL_TRANSITION', `An invoice that is ${why} cannot be disputed.`, {
      from: status,
      action: 'dispute',
      disputed,
    });
  }
  await changeDocument(tx, 'invoice', id, { disputed: true, dispute_reason: input.reason });
  emit({
    type: 'invoice.disputed',
    subject_type: 'invoice',
    subject_id: id,
    data: { status, reason: input.reason },
  });
  return { id };
};
