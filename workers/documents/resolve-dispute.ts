/** Ends a dispute; what was disputed stays to be read in the events. */
import { lockInvoice } from '../../db/documents/invoice-locks.write.ts';
import { Refusal } from '../../domain/refusals.ts';
import type { invoiceCommands } from '../../queues/documents/invoices.ts';
import type { Handler } from '../handler.ts';
import { execute } from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';

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
  await execute(
    tx,
    sql`update invoices set disputed = false, dispute_reason = null, version = version + 1, updated_at = now()
      where organization_id = ${organizationId} and id = ${id}`,
  );
  const data = { status, ...(input.note ? { note: input.note } : {}) };
  emit({ type: 'invoice.dispute_resolved', subject_type: 'invoice', subject_id: id, data });
  return { id };
};
