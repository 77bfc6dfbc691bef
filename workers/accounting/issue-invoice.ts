/** Issues a draft: number, journal entry, frozen. */
import { issueInvoices } from '../../db/accounting/issue.write.ts';
import type { invoiceCommands } from '../../queues/accounting/invoices.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof invoiceCommands.issueInvoice> = async (
  { tx, organizationId, actor, tell },
  input,
) => {
  const issued = await issueInvoices(tx, { organizationId, ids: [input.invoice_id], issuedBy: actor.name });
  const { id, invoice_no, status } = issued[0]!;
  const data = { status, previous_status: 'draft', invoice_no };
  tell({ type: 'invoice.issued', subject_type: 'invoice', subject_id: id, data });
  return { id };
};
