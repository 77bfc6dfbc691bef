/** Ends a dispute; its history stays in the events. */
import { lockInvoice } from '../../db/documents/invoice-locks.write.ts';
import { changeInvoice } from '../../db/documents/invoices.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { invoiceCommands } from '../../queues/documents/invoices.ts';
import type { Handler } from '../engine/handler.ts';

export const resolveDispute: Handler<typeof invoiceCommands.resolveDispute> = async (
  { tx, organizationId, emit },
  input,
) => {
  const { id, status, disputed } = await lockInvoice(tx, organizationId, input.invoice_id);
  if (!disputed) {
    throw new Refusal('ILLEGAL_TRANSITION', 'The invoice is not disputed.', {
      from: status,
      action: 'resolve',
      disputed,
    });
  }
  await changeInvoice(tx, organizationId, id, { disputed: false, dispute_reason: null });
  const data = { status, ...(input.note ? { note: input.note } : {}) };
  emit({ type: 'invoice.dispute_resolved', subject_type: 'invoice', subject_id: id, data });
  return { id };
};
