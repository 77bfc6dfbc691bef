/** Issues a draft: assigns its number, posts its journal entry and freezes it. */
import { issueInvoices } from '../../db/documents/issue-invoice.write.ts';
import type { invoiceCommands } from '../../queues/documents/invoices.ts';
import type { Handler } from '../engine/handler.ts';

export const issueInvoice: Handler<typeof invoiceCommands.issueInvoice> = async (
  { tx, organizationId, actor, emit },
  input,
) => {
  const issued = await issueInvoices(tx, { organizationId, ids: [input.invoice_id], issuedBy: actor.name });
  const { id, invoice_no, status } = issued[0]!;
  const data = { status, previous_status: 'draft', invoice_no } as const;
  emit({ type: 'invoice.issued', subject_type: 'invoice', subject_id: id, data });
  return { id };
};
