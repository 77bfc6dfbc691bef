/** Deletes a draft. Its lines and charge links go with it, so its charges are billable again. */
import { lockDraft } from '../../db/accounting/invoice-locks.write.ts';
import type { invoiceCommands } from '../../queues/accounting/invoices.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof invoiceCommands.deleteInvoice> = async (
  { tx, organizationId, tell },
  input,
) => {
  const { id } = await lockDraft(tx, organizationId, input.invoice_id, { action: 'delete' });
  await tx('invoices').where({ organization_id: organizationId, id }).delete();
  tell({ type: 'invoice.deleted', subject_type: 'invoice', subject_id: id });
  return { id, deleted: true };
};
