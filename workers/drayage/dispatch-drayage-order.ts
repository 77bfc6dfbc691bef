/** Sends a driver for a container, or another carrier's driver instead. Does nothing when repeated. */
import { lockDrayageOrder, setDrayageStatus } from '../../db/drayage/orders.write.ts';
import { assertReference } from '../../db/records.read.ts';
import { drayageEvent } from '../../domain/drayage/events.ts';
import { drayageOrderStates } from '../../domain/drayage/drayage-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { drayageCommands } from '../../queues/drayage/drayage.ts';
import type { Handler } from '../engine/handler.ts';

export const dispatchDrayageOrder: Handler<typeof drayageCommands.dispatchDrayageOrder> = async (
  { tx, emit },
  { order_id: id, carrier_id: carrierId = null },
) => {
  const order = await lockDrayageOrder(tx, id);
  const isSame = carrierId === null || carrierId === order.carrier_id;
  if (order.status === 'dispatched' && isSame) return { id };
  const status = nextState(drayageOrderStates, order.status, 'dispatch');
  if (carrierId) await assertReference(tx, 'carriers', carrierId, 'carrier_id');
  await setDrayageStatus(tx, id, status, { carrierId });
  emit(drayageEvent(order, 'dispatched', { status, previous_status: order.status }));
  return { id };
};
