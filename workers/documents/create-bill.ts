/** Creates a draft bill or vendor credit. */
import { createDraftBill } from '../../db/documents/bills.write.ts';
import { checkOriginalBill } from '../../db/documents/credit-notes.write.ts';
import { orderBilled } from '../../db/purchase/billed-order.read.ts';
import { invalid } from '../../domain/refusal.ts';
import type { billCommands } from '../../queues/documents/bills.ts';
import type { Handler } from '../engine/handler.ts';
import { assertFirstFreightBill } from './freight-bill.ts';

export const createBill: Handler<typeof billCommands.createBill> = async (
  { tx, organizationId, actor, emit },
  input,
) => {
  const { vendor_id: vendorId = null, carrier_id: carrierId = null } = input;
  if ((vendorId === null) === (carrierId === null)) {
    throw invalid('vendor_id', 'one_party', 'exactly one of vendor_id and carrier_id is required');
  }
  await checkOriginalBill(tx, input);
  await assertFirstFreightBill(tx, input);
  const { id } = await createDraftBill(tx, {
    organizationId,
    createdBy: actor.name,
    kind: input.kind ?? 'bill',
    billType: input.bill_type ?? 'general',
    vendorId,
    carrierId,
    vendorBillNo: input.vendor_bill_no ?? null,
    tmsOrderId: input.tms_order_id ?? null,
    loadId: input.load_id ?? null,
    purchaseOrderId: await orderBilled(tx, input.purchase_order_id ?? null, input.lines),
    originalBillId: input.original_bill_id ?? null,
    currency: input.currency,
    exchangeRate: input.exchange_rate,
    billDate: input.bill_date,
    dueDate: input.due_date,
    expectedTotal: input.expected_total ?? null,
    notes: input.notes ?? '',
    lines: input.lines,
  });
  emit({ type: 'bill.created', subject_type: 'bill', subject_id: id, data: { status: 'draft' } });
  return { id };
};
