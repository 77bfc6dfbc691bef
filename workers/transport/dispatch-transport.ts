/**
 * Dispatches the accepted carrier. Refuses 409 TENDER_NOT_ACCEPTED while it has not answered. Does nothing when
 * repeated.
 */
import { lockTransport, moveTransport } from '../../db/transport/orders.write.ts';
import { lockLiveTender } from '../../db/transport/tenders.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { transportStates } from '../../domain/transport/transport-states.ts';
import type { transportCommands } from '../../queues/transport/transport.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const dispatchTransport: Handler<typeof transportCommands.dispatchTransport> = async (
  work,
  { order_id: id },
) => {
  const { tx } = work;
  assertOperator(work);
  const order = await lockTransport(tx, id);
  if (order.status === 'dispatched') return { id };
  const to = nextState(transportStates, order.status, 'dispatch');
  const tender = await lockLiveTender(tx, id);
  if (tender?.status !== 'accepted')
    throw new Refusal('TENDER_NOT_ACCEPTED', 'The carrier has not accepted the offer yet.', { order_id: id });
  await moveTransport(work, order, to);
  return { id };
};
