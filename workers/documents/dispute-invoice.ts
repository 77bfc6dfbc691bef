/** Marks an invoice as disputed: a flag beside the state, nothing is posted. */
import { lockInvoice } from '../../db/documents/invoice-locks.write.ts';
import { Refusal } from '../../domain/refusals.ts';
import type { invoiceCommands } from '../../queues/documents/invoices.ts';
import type { Handler } from '../handler.ts';
import { execute } from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';

export const disputeInvoice: Handler<typeof invoiceCommands.disputeInvoice> = async (
  { tx, organizationId, emit },
  input,
) => {
  const { id, status, disputed } = await lockInvoice(tx, organizationId, input.invoice_id);
  if ((status !== 'open' && status !== 'partially_paid') || disputed) {
    const why = disputed ? 'disputed already' : status;
    throw new Refusal('ILLEGAL_TRANSITION', `An invoice that is ${why} cannot be disputed.`, {
      from: status,
      action: 'dispute',
      disputed,
    });
  }
  await execute(
    tx,
    sql`update invoices set disputed = true, dispute_reason = ${input.reason}, version = version + 1, updated_at = now()
      where organization_id = ${organizationId} and id = ${id}`,
  );
  emit({
    type: 'invoice.disputed',
    subject_type: 'invoice',
    subject_id: id,
    data: { status, reason: input.reason },
  });
  return { id };
};
