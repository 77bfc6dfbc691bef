/** Voids an issued invoice or an approved bill. An invoice's charges are released by the database. */
import { readAccountingSettings } from '../../db/journal/books.read.ts';
import { lockDocument, voidDocument } from '../../db/documents/open-items.write.ts';
import { documentMachines, type DocumentType } from '../../domain/documents/document-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { billCommands } from '../../queues/documents/bills.ts';
import type { invoiceCommands } from '../../queues/documents/invoices.ts';
import type { Handler, Work } from '../engine/handler.ts';

export const voidInvoice: Handler<typeof invoiceCommands.voidInvoice> = async (work, input) => {
  const { id, data } = await voidOne(work, 'invoice', input.invoice_id, input);
  work.emit({ type: 'invoice.voided', subject_type: 'invoice', subject_id: id, data });
  return { id };
};

export const voidBill: Handler<typeof billCommands.voidBill> = async (work, input) => {
  const { id, data } = await voidOne(work, 'bill', input.bill_id, input);
  work.emit({ type: 'bill.voided', subject_type: 'bill', subject_id: id, data });
  return { id };
};

async function voidOne(
  { tx, organizationId, actor }: Work,
  type: DocumentType,
  documentId: string,
  { reason, void_date }: { reason: string; void_date?: string | undefined },
) {
  const document = await lockDocument(tx, organizationId, type, documentId);
  const { id, date, status: previous } = document;
  const status = nextState(documentMachines[type], previous, 'void');
  const { today } = await readAccountingSettings(tx, organizationId);
  const voidDate = void_date ?? (today > date ? today : date);
  await voidDocument(tx, { organizationId, postedBy: actor.name }, document, { voidDate, reason });
  return { id, data: { status, previous_status: previous } };
}
