/** Changes a draft bill. */
import { checkOriginalBill } from '../../db/documents/credit-notes.write.ts';
import { assertVendorBillNew, replaceBillLines } from '../../db/documents/bills.write.ts';
import { changeDocument, lockDraft, type LockedBill } from '../../db/documents/drafts.write.ts';
import { assertOrderBilled, orderBilled } from '../../db/purchase/billed-order.read.ts';
import { readAccountingSettings } from '../../db/journal/books.read.ts';
import { exchangeRate } from '../../domain/money/exchange-rate.ts';
import { invalid } from '../../domain/refusal.ts';
import type { billCommands } from '../../queues/documents/bills.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { Handler } from '../engine/handler.ts';
import { assertFirstFreightBill, isFreightOfTransport } from './freight-bill.ts';

export const updateBill: Handler<typeof billCommands.updateBill> = async ({ tx, emit }, input) => {
  const { bill_id: billId, version, lines, exchange_rate: rate, ...changes } = input;
  const draft = await lockDraft(tx, 'bill', billId, 'edit', version);
  const { id, kind, vendor_id: vendorId, carrier_id: carrierId, currency } = draft;
  if (isFreightOfTransport(draft)) assertStaysFreight(draft, changes);
  else await assertFirstFreightBill(tx, { ...draft, ...changes });
  if ((changes.due_date ?? draft.due_date) < (changes.bill_date ?? draft.bill_date)) {
    throw invalid('due_date', 'range', 'due_date must not be before bill_date');
  }
  if (changes.bill_date !== undefined)
    await checkOriginalBill(tx, { ...draft, bill_date: changes.bill_date });
  const vendorBillNo = changes.vendor_bill_no ?? null;
  await assertVendorBillNew(tx, { id, vendorId, carrierId, kind, vendorBillNo });
  const books = await readAccountingSettings(tx);
  const { purchase_order_id: order = draft.purchase_order_id } = changes;
  if (changes.purchase_order_id !== undefined && !lines) await assertOrderBilled(tx, id, order);
  await changeDocument(tx, 'bill', id, {
    ...changes,
    purchase_order_id: lines ? await orderBilled(tx, order, lines) : order,
    exchange_rate:
      rate === undefined ? undefined : exchangeRate(currency, books.baseCurrency, rate).toFixed(),
  });
  if (lines) {
    await replaceBillLines(tx, { ...draft, bill_type: changes.bill_type ?? draft.bill_type }, lines);
  }
  emit({ type: 'bill.changed', subject_type: 'bill', subject_id: id, data: { status: 'draft' } });
  return { id };
};

/** As long as a transport has a freight bill it is not billed again, so that bill does not become another. */
function assertStaysFreight(
  draft: LockedBill,
  changes: Partial<InputOf<typeof billCommands.updateBill>>,
): void {
  for (const field of ['bill_type', 'tms_order_id'] as const) {
    if (changes[field] === undefined || changes[field] === draft[field]) continue;
    const message = `${field} of the freight bill of a transport order cannot be changed; delete the draft instead`;
    throw invalid(field, 'not_allowed', message);
  }
}
