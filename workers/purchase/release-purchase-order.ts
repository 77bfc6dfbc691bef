/**
 * Releases the remainder of a purchase order as one receipt. The order's lock makes ten releases at once take turns:
 * the first finds a remainder, the others find it on the first one's receipt and change nothing.
 */
import { makeAnnouncedReceipt } from '../../db/purchase/order-receipts.write.ts';
import { linkArrivedAsns } from '../../db/purchase/asns.write.ts';
import { lockPurchaseOrder, setPurchaseOrderStage } from '../../db/purchase/orders.write.ts';
import { decimal } from '../../domain/decimal.ts';
import { needsApproval, purchaseOrderStates } from '../../domain/purchase/order-states.ts';
import { purchaseOrderEvent } from '../../domain/purchase/events.ts';
import { goodsLeft } from '../../domain/purchase/remainders.ts';
import { receiptEvent } from '../../domain/receiving/events.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { purchaseOrderCommands } from '../../queues/purchase/orders.ts';
import type { Handler } from '../engine/handler.ts';

export const releasePurchaseOrder: Handler<typeof purchaseOrderCommands.releasePurchaseOrder> = async (
  work,
  { order_id: id },
) => {
  const { tx, emit } = work;
  const order = await lockPurchaseOrder(tx, id);
  nextState(purchaseOrderStates, order.stage, 'release');
  const status = order.stage === 'draft' ? 'released' : order.status;
  if (order.stage === 'draft' && needsApproval(order)) {
    const message = `${order.po_no} needs approval: its total exceeds what may be ordered without one.`;
    throw new Refusal('APPROVAL_REQUIRED', message, { total: order.total, currency: order.currency });
  }
  const left = order.lines.flatMap((line) => {
    const { ordered_base, received_base, expected_base } = line;
    const base = decimal(ordered_base).minus(decimal(received_base)).minus(decimal(expected_base));
    return goodsLeft(line, base) ?? [];
  });
  if (order.stage === 'draft') await setPurchaseOrderStage(tx, id, 'released');
  if (left.length === 0) return { id, receipt_id: null };

  const receipt = await makeAnnouncedReceipt(tx, {
    receipt_no: await work.takeNumber('RCPT'),
    source_type: 'purchase',
    source_id: id,
    merchant_id: order.merchant_id,
    warehouse_id: order.warehouse_id,
    vendor_id: order.vendor_id,
    container_no: null,
    seal_no: null,
    expected_date: order.expected_date,
    lines: left,
  });
  await linkArrivedAsns(tx, id, receipt.id);
  const made = { status: receipt.status, previous_status: null, lines: left.length };
  emit(receiptEvent(receipt, 'created', { ...made, source_type: 'purchase' }));
  const states = { status, previous_status: order.status };
  emit(purchaseOrderEvent(order, 'released', { ...states, receipt_id: receipt.id, lines: left.length }));
  return { id, receipt_id: receipt.id };
};
