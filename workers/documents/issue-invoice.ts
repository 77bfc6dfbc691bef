/** Issues drafts: assigns their numbers, posts their journal entries and freezes them. */
import { issueInvoices } from '../../db/documents/issue-invoice.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { invoiceCommands } from '../../queues/documents/invoices.ts';
import type { HandlerOfMany } from '../engine/handler.ts';

export const issueInvoice: HandlerOfMany<typeof invoiceCommands.issueInvoice> = async (tx, asked) => {
  const drafts = asked.map(({ work, input }) => ({ id: input.invoice_id, by: work.actor.name }));
  const answers = await issueInvoices(tx, drafts);
  return answers.map((answer, index) => {
    if (answer instanceof Refusal) return answer;
    const { id, invoice_no, status } = answer;
    const data = { status, previous_status: 'draft', invoice_no } as const;
    asked[index]!.work.emit({ type: 'invoice.issued', subject_type: 'invoice', subject_id: id, data });
    return { id };
  });
};
