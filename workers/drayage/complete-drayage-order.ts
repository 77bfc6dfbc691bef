/**
 * Completes a drayage order from any open state: the container has arrived, and its goods are counted on one receipt.
 * The lines come from the container's ASN; without one the receipt is blind. Refuses 409 ORDER_NOT_RELEASED when the ASN
 * is of an order that is still a draft. If its goods are already being counted
 * because it came through the yard's gate first, that receipt becomes the order's. Thanks to the order's lock and its
 * single receipt, a second completion gives the same answer as the first.
 */
import { receiptBeingCounted } from '../../db/drayage/arrived-receipt.read.ts';
import {
  lockDrayageOrder,
  setDrayageStatus,
  type LockedDrayageOrder,
} from '../../db/drayage/orders.write.ts';
import {
  assertOrderReleased,
  lockAsnOfContainer,
  markArrived,
  receiptLinesOf,
} from '../../db/purchase/asn-arrival.write.ts';
import { linkAsnReceipt, type LockedAsn } from '../../db/purchase/asns.write.ts';
import { closeReplacedReceipts, makeAnnouncedReceipt } from '../../db/purchase/order-receipts.write.ts';
import { drayageEvent } from '../../domain/drayage/events.ts';
import { drayageOrderStates } from '../../domain/drayage/drayage-states.ts';
import { receiptEvent } from '../../domain/receiving/events.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { drayageCommands } from '../../queues/drayage/drayage.ts';
import type { Handler, Work } from '../engine/handler.ts';

export const completeDrayageOrder: Handler<typeof drayageCommands.completeDrayageOrder> = async (
  work,
  { order_id: id },
) => {
  const { tx, emit } = work;
  const order = await lockDrayageOrder(tx, id);
  if (order.receipt_id) return { id, receipt_id: order.receipt_id };
  const status = nextState(drayageOrderStates, order.status, 'complete');
  const counted = await receiptBeingCounted(tx, order);
  const asn = counted ? undefined : await lockAsnOfContainer(tx, order.merchant_id, order.container_no);
  const receiptId = counted?.receipt_id ?? (await makeReceipt(work, order, asn));
  await setDrayageStatus(tx, id, status, { receiptId });
  const states = { status, previous_status: order.status };
  emit(
    drayageEvent(order, 'completed', {
      ...states,
      receipt_id: receiptId,
      asn_id: counted?.asn_id ?? asn?.id ?? null,
    }),
  );
  return { id, receipt_id: receiptId };
};

async function makeReceipt(
  work: Work,
  order: LockedDrayageOrder,
  asn: LockedAsn | undefined,
): Promise<string> {
  const { tx, emit } = work;
  if (asn) await assertOrderReleased(tx, asn);
  const lines = asn ? await receiptLinesOf(tx, asn.id) : [];
  const receipt = await makeAnnouncedReceipt(tx, {
    receipt_no: await work.takeNumber('RCPT'),
    source_type: 'drayage',
    source_id: order.id,
    merchant_id: order.merchant_id,
    warehouse_id: order.warehouse_id,
    vendor_id: asn?.vendor_id ?? null,
    container_no: order.container_no,
    seal_no: order.seal_no ?? asn?.seal_no ?? null,
    expected_date: null,
    lines,
  });
  const made = { status: receipt.status, previous_status: null, lines: lines.length };
  emit(receiptEvent(receipt, 'created', { ...made, source_type: 'drayage' }));
  if (!asn) return receipt.id;
  for (const { previous, discrepancies, ...replaced } of await closeReplacedReceipts(tx, asn)) {
    emit(receiptEvent(replaced, 'received', { status: 'received', previous_status: previous }));
    emit(receiptEvent(replaced, 'closed', { status: 'closed', previous_status: 'received', discrepancies }));
  }
  for (const event of await markArrived(tx, asn)) emit(event);
  await linkAsnReceipt(tx, asn.id, receipt.id);
  return receipt.id;
}
