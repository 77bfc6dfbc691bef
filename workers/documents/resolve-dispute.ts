/** Ends a dispute; its history stays in the events. */
import { changeDocument, lockForChange } from '../../db/documents/drafts.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { invoiceCommands } from '../../queues/documents/invoices.ts';
import type { Handler } from '../engine/handler.ts';

export const resolveDispute: Handler<typeof invoiceCommands.resolveDispute> = async ({ tx, emit }, input) => {
  const { id, status, disputed } = await lockForChange(tx, 'invoice', input.invoice_id);
  if (!disputed) {
    throw new Refusal('ILLEGAL_TRANSITION', 'The invoice is not disputed.', {
      from: status,
      action: 'resolve',
      disputed,
    });
  }
  await changeDocument(tx, 'invoice', id, { disputed: false, dispute_reason: null });
  const data = { status, ...(input.note ? { note: input.note } : {}) };
  emit({ type: 'invoice.dispute_resolved', subject_type: 'invoice', subject_id: id, data });
  return { id };
};
