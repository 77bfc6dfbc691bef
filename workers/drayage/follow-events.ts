/** A drayage order follows the events of its container: its status, forwards only, and its dates. */
import { listTripEvents } from '../../db/drayage/orders.read.ts';
import { setDrayageStatus, setTripDates, type LockedDrayageOrder } from '../../db/drayage/orders.write.ts';
import { datesOf, standing, stepOf, type ContainerEvent } from '../../domain/drayage/container-events.ts';
import { drayageEvent } from '../../domain/drayage/events.ts';
import { drayageOrderStates, type DrayageStatus } from '../../domain/drayage/drayage-states.ts';
import { allowedFrom, nextState } from '../../domain/state-machine.ts';
import type { Work } from '../engine/handler.ts';

/** Follows one event. A late event never moves the order backwards. Returns the order's status. */
export async function followEvent(
  { tx, emit }: Work,
  order: LockedDrayageOrder,
  event: Pick<ContainerEvent, 'code' | 'classifier'>,
): Promise<DrayageStatus> {
  const step = stepOf(event);
  if (!step || !allowedFrom(drayageOrderStates, order.status, step)) return order.status;
  const status = nextState(drayageOrderStates, order.status, step);
  await setDrayageStatus(tx, order.id, status);
  emit(drayageEvent(order, status, { status, previous_status: order.status }));
  return status;
}

/** Sets when the container was picked up and delivered. */
export async function followDates({ tx }: Work, orderId: string): Promise<void> {
  const dates = datesOf(await listTripEvents(tx, orderId));
  await setTripDates(tx, orderId, dates);
}

/** Follows everything that happened before the order was made. */
export async function catchUp(work: Work, order: LockedDrayageOrder): Promise<void> {
  const events = await listTripEvents(work.tx, order.id);
  let { status } = order;
  for (const event of standing(events)) status = await followEvent(work, { ...order, status }, event);
  await followDates(work, order.id);
}
