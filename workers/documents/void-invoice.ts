/** Voids an issued invoice or credit note. The status change makes the database release its charges. */
import { readAccountingSettings } from '../../db/journal/books.read.ts';
import { lockDocument, voidDocument } from '../../db/documents/open-items.write.ts';
import { invoiceStates } from '../../domain/documents/document-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { invoiceCommands } from '../../queues/documents/invoices.ts';
import type { Handler } from '../engine/handler.ts';

export const voidInvoice: Handler<typeof invoiceCommands.voidInvoice> = async (
  { tx, organizationId, actor, emit },
  input,
) => {
  const invoice = await lockDocument(tx, organizationId, 'invoice', input.invoice_id);
  const status = nextState(invoiceStates, invoice.status, 'void');
  const { today } = await readAccountingSettings(tx, organizationId);
  const { reason, void_date: voidDate = today > invoice.date ? today : invoice.date } = input;
  await voidDocument(tx, { organizationId, postedBy: actor.name }, invoice, { voidDate, reason });
  const data = { status, previous_status: invoice.status };
  emit({ type: 'invoice.voided', subject_type: 'invoice', subject_id: invoice.id, data });
  return { id: invoice.id };
};
