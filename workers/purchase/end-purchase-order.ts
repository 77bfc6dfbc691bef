/**
 * What closing and cancelling a purchase order share. Its receipts are locked first, the order in which counting takes
 * its locks, so the two cannot deadlock.
 */
import {
  closeEmptyReceipts,
  lockOrderReceipts,
  orderReceiptIds,
} from '../../db/purchase/order-receipts.write.ts';
import { readLines } from '../../db/purchase/order-progress.read.ts';
import {
  lockPurchaseOrder,
  setPurchaseOrderStage,
  type LockedPurchaseOrder,
} from '../../db/purchase/orders.write.ts';
import { atLeastZero, decimal, zero, type Decimal } from '../../domain/decimal.ts';
import { purchaseOrderStates } from '../../domain/purchase/order-states.ts';
import { purchaseOrderEvent } from '../../domain/purchase/events.ts';
import { receiptEvent } from '../../domain/receiving/events.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { Work } from '../engine/handler.ts';

const ended = { close: 'closed', cancel: 'cancelled' } as const;

/** What was ordered and not received, by item in base units. */
async function missingGoods(tx: Work['tx'], id: string): Promise<Map<string, Decimal>> {
  const missing = new Map<string, Decimal>();
  for (const { item_id: item, ordered_base, received_base } of await readLines(tx, [id])) {
    const open = atLeastZero(decimal(ordered_base).minus(decimal(received_base)));
    missing.set(item, (missing.get(item) ?? zero).plus(open));
  }
  return missing;
}

/** Ends an order and its uncounted receipts. When repeated, returns undefined and changes nothing. */
export async function endPurchaseOrder(
  { tx, organizationId, emit }: Work,
  id: string,
  action: 'close' | 'cancel',
  reason: string | null,
): Promise<LockedPurchaseOrder | undefined> {
  await lockOrderReceipts(tx, id);
  const order = await lockPurchaseOrder(tx, id);
  if (order.stage === ended[action]) return undefined;
  nextState(purchaseOrderStates, order.stage, action);
  if (action === 'cancel' && (order.status === 'received' || order.status === 'partially_received')) {
    const message = `Goods of ${order.po_no} were received: close it instead of cancelling it.`;
    throw new Refusal('GOODS_RECEIVED', message, { status: order.status });
  }
  // What a vendor did not deliver is short; what the buyer called off is not.
  const missing = action === 'close' ? await missingGoods(tx, id) : new Map<string, Decimal>();
  const closed = await closeEmptyReceipts(tx, orderReceiptIds(organizationId, id), missing);
  for (const { previous, discrepancies, ...receipt } of closed) {
    emit(receiptEvent(receipt, 'received', { status: 'received', previous_status: previous }));
    emit(receiptEvent(receipt, 'closed', { status: 'closed', previous_status: 'received', discrepancies }));
  }
  await setPurchaseOrderStage(tx, id, ended[action], reason);
  const states = { status: ended[action], previous_status: order.status };
  emit(purchaseOrderEvent(order, ended[action], { ...states, reason, receipts_closed: closed.length }));
  return order;
}
