/** Voids issued invoices or approved bills. An invoice's charges are released by the database. */
import { voidDocuments, type AskedVoid } from '../../db/documents/void-documents.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { billCommands } from '../../queues/documents/bills.ts';
import type { invoiceCommands } from '../../queues/documents/invoices.ts';
import type { Asked, HandlerOfMany } from '../engine/handler.ts';

type VoidInvoice = typeof invoiceCommands.voidInvoice;
type VoidBill = typeof billCommands.voidBill;

export const voidInvoice: HandlerOfMany<VoidInvoice> = async (tx, asked) => {
  const wanted = asked.map((one) => wordsOf(one, one.input.invoice_id));
  const answers = await voidDocuments(tx, 'invoice', wanted);
  return answers.map((answer, index) => {
    if (answer instanceof Refusal) return answer;
    const { id, status, previous } = answer;
    const data = { status, previous_status: previous };
    asked[index]!.work.emit({ type: 'invoice.voided', subject_type: 'invoice', subject_id: id, data });
    return { id };
  });
};

export const voidBill: HandlerOfMany<VoidBill> = async (tx, asked) => {
  const wanted = asked.map((one) => wordsOf(one, one.input.bill_id));
  const answers = await voidDocuments(tx, 'bill', wanted);
  return answers.map((answer, index) => {
    if (answer instanceof Refusal) return answer;
    const { id, status, previous } = answer;
    const data = { status, previous_status: previous };
    asked[index]!.work.emit({ type: 'bill.voided', subject_type: 'bill', subject_id: id, data });
    return { id };
  });
};

function wordsOf({ work, input }: Asked<VoidInvoice> | Asked<VoidBill>, id: string): AskedVoid {
  return { id, reason: input.reason, voidDate: input.void_date, by: work.actor.name };
}
