/** Closes a delivered order. Does nothing when repeated. */
import { lockTransport, moveTransport } from '../../db/transport/orders.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { transportStates } from '../../domain/transport/transport-states.ts';
import type { transportCommands } from '../../queues/transport/transport.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const completeTransport: Handler<typeof transportCommands.completeTransport> = async (
  work,
  { order_id: id },
) => {
  assertOperator(work);
  const order = await lockTransport(work.tx, id);
  if (order.status === 'completed') return { id };
  await moveTransport(work, order, nextState(transportStates, order.status, 'complete'));
  return { id };
};
