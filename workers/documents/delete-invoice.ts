/** Deletes a draft with its lines and charge links, so that its charges can be billed again. */
import { lockDraft } from '../../db/documents/invoice-locks.write.ts';
import { removeInvoice } from '../../db/documents/invoices.write.ts';
import type { invoiceCommands } from '../../queues/documents/invoices.ts';
import type { Handler } from '../engine/handler.ts';

export const deleteInvoice: Handler<typeof invoiceCommands.deleteInvoice> = async (
  { tx, organizationId, emit },
  input,
) => {
  const { id } = await lockDraft(tx, organizationId, input.invoice_id, { action: 'delete' });
  await removeInvoice(tx, organizationId, id);
  emit({ type: 'invoice.deleted', subject_type: 'invoice', subject_id: id });
  return { id, deleted: true };
};
