/** Deletes a draft with its lines. An invoice's charges can then be billed again. */
import { lockDraft, removeDraft } from '../../db/documents/drafts.write.ts';
import type { DocumentType } from '../../domain/documents/document-states.ts';
import type { billCommands } from '../../queues/documents/bills.ts';
import type { invoiceCommands } from '../../queues/documents/invoices.ts';
import type { Handler, Work } from '../engine/handler.ts';

export const deleteInvoice: Handler<typeof invoiceCommands.deleteInvoice> = async (work, input) => {
  const id = await deleteDraft(work, 'invoice', input.invoice_id);
  work.emit({ type: 'invoice.deleted', subject_type: 'invoice', subject_id: id });
  return { id, deleted: true };
};

export const deleteBill: Handler<typeof billCommands.deleteBill> = async (work, input) => {
  const id = await deleteDraft(work, 'bill', input.bill_id);
  work.emit({ type: 'bill.deleted', subject_type: 'bill', subject_id: id });
  return { id, deleted: true };
};

async function deleteDraft({ tx }: Work, type: DocumentType, draftId: string): Promise<string> {
  const { id } = await lockDraft(tx, type, draftId, 'delete');
  await removeDraft(tx, type, id);
  return id;
}
