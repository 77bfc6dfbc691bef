/** Deletes a draft. Its lines and charge links go with it, so its charges are billable again. */
import { lockDraft } from '../../db/documents/invoice-locks.write.ts';
import type { invoiceCommands } from '../../queues/documents/invoices.ts';
import type { Handler } from '../handler.ts';
import { execute } from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';

export const deleteInvoice: Handler<typeof invoiceCommands.deleteInvoice> = async (
  { tx, organizationId, emit },
  input,
) => {
  const { id } = await lockDraft(tx, organizationId, input.invoice_id, { action: 'delete' });
  await execute(tx, sql`delete from invoices where organization_id = ${organizationId} and id = ${id}`);
  emit({ type: 'invoice.deleted', subject_type: 'invoice', subject_id: id });
  return { id, deleted: true };
};
