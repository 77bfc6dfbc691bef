/** Ends a dispute; what was disputed stays to be read in the events. */
import { lockInvoice } from '../../db/documents/invoice-locks.write.ts';
import { Refusal } from '../../domain/refusals.ts';
import type { invoiceCommands } from '../../queues/documents/invoices.ts';
import type { Handler } from '../handler.ts';

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
  await tx('invoices')
    .where({ organization_id: organizationId, id })
    .update({
      disputed: false,
      dispute_reason: null,
      version: tx.raw('version + 1'),
      updated_at: tx.fn.now(),
    });
  const data = { status, ...(input.note ? { note: input.note } : {}) };
  emit({ type: 'invoice.dispute_resolved', subject_type: 'invoice', subject_id: id, data });
  return { id };
};
