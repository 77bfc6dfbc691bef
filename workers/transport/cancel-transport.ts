/**
 * Cancels an order that is not in transit; its tender is withdrawn and its load is free for another order, which would be
 * billed to the same merchants: an order with a freight bill is not cancelled. Does nothing when repeated.
 */
import { assertNotBilled } from '../../db/transport/freight.read.ts';
import { lockTransport, moveTransport } from '../../db/transport/orders.write.ts';
import { endTender, lockLiveTender } from '../../db/transport/tenders.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { transportStates } from '../../domain/transport/transport-states.ts';
import type { transportCommands } from '../../queues/transport/transport.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const cancelTransport: Handler<typeof transportCommands.cancelTransport> = async (
  work,
  { order_id: id, reason = null },
) => {
  const { tx } = work;
  assertOperator(work);
  const order = await lockTransport(tx, id);
  if (order.status === 'cancelled') return { id };
  const to = nextState(transportStates, order.status, 'cancel');
  await assertNotBilled(tx, order);
  const tender = await lockLiveTender(tx, id);
  if (tender) await endTender(tx, tender, 'withdraw', reason);
  await moveTransport(work, order, to, { cancel_reason: reason });
  return { id };
};
