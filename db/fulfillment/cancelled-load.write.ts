/** Ends the transport order of a load that is cancelled: it could never be delivered, and in transit not be cancelled. */
import { nextState } from '../../domain/state-machine.ts';
import { transportStates } from '../../domain/transport/transport-states.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { freightBillOf } from '../transport/freight.read.ts';
import { lockTransport, moveTransport, transportOfLoad } from '../transport/orders.write.ts';
import { endTender, lockLiveTender } from '../transport/tenders.write.ts';

/**
 * Cancels the open transport order of a locked load that has not shipped, and withdraws its tender. A freight bill stays,
 * and is named: whoever hears of it decides what becomes of that.
 */
export async function cancelTransportOf(
  work: StockPosting,
  { id, load_no: no }: { id: string; load_no: string },
): Promise<void> {
  const { tx } = work;
  const booked = await transportOfLoad(tx, id);
  if (!booked) return;
  const order = await lockTransport(tx, booked.id);
  // Cancelled by somebody else between reading and locking.
  if (order.status === 'cancelled') return;
  const to = nextState(transportStates, order.status, 'load_cancelled');
  const reason = `The load ${no} was cancelled.`;
  const tender = await lockLiveTender(tx, order.id);
  if (tender) await endTender(tx, tender, 'withdraw', reason);
  const bill = await freightBillOf(tx, order.id);
  await moveTransport(work, order, to, { cancel_reason: reason }, to, bill && { bill_id: bill.id });
}
