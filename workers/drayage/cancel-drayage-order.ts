/** Cancels an order whose container was not picked up. Does nothing when repeated. */
import { lockDrayageOrder, setDrayageStatus } from '../../db/drayage/orders.write.ts';
import { drayageEvent } from '../../domain/drayage/events.ts';
import { drayageOrderStates } from '../../domain/drayage/drayage-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { drayageCommands } from '../../queues/drayage/drayage.ts';
import type { Handler } from '../engine/handler.ts';

export const cancelDrayageOrder: Handler<typeof drayageCommands.cancelDrayageOrder> = async (
  { tx, emit },
  { order_id: id },
) => {
  const order = await lockDrayageOrder(tx, id);
  if (order.status === 'cancelled') return { id };
  const status = nextState(drayageOrderStates, order.status, 'cancel');
  await setDrayageStatus(tx, id, status);
  emit(drayageEvent(order, 'cancelled', { status, previous_status: order.status }));
  return { id };
};
