/**
 * Records a container event on its current trip, a correction on the trip of the event it replaces. The order's lock
 * makes events take turns, so the clocks are computed from all of them. While the container's order is cancelled its events
 * are kept there, for the order that the trip is planned with again.
 */
import {
  findReportedEarlier,
  insertContainerEvent,
  recomputeClocks,
} from '../../db/drayage/container-events.write.ts';
import { findContainerEvent } from '../../db/drayage/orders.read.ts';
import {
  findTrips,
  lockDrayageOrder,
  tripWithEventsOf,
  type LockedDrayageOrder,
} from '../../db/drayage/orders.write.ts';
import { newId } from '../../domain/new-id.ts';
import { normalContainerNo } from '../../domain/catalog/container-no.ts';
import { containerCodes } from '../../domain/drayage/container-events.ts';
import { containerEvent } from '../../domain/drayage/events.ts';
import { invalid, notFound, unknownReference } from '../../domain/refusal.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { drayageCommands } from '../../queues/drayage/drayage.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { followDates, followEvent } from './follow-events.ts';

// Trackers' clocks may run a little fast.
const aheadMsMax = 5 * 60_000;

/** Why a merchant's token neither sets a last free day nor corrects an event: its merchant is charged by the clocks. */
const clocksAreTheOperators =
  'Last free days and corrections of container events are the operator’s: its merchant is charged by them.';

type Input = InputOf<typeof drayageCommands.recordContainerEvent>;

export const recordContainerEvent: Handler<typeof drayageCommands.recordContainerEvent> = async (
  work,
  input,
) => {
  const { tx, actor, emit } = work;
  // It is about nothing but that day, and would stay in the history without one for good.
  if (input.code === 'last_free_day_set' && !input.last_free_day) {
    throw invalid('last_free_day', 'required', 'last_free_day is required when code is last_free_day_set');
  }
  const corrects = input.corrects_event_id ?? null;
  if (corrects || input.last_free_day) assertOperator(work, clocksAreTheOperators);
  const order = await (corrects ? tripCorrected(work, input, corrects) : tripOf(work, input));
  const event = {
    id: newId(),
    code: input.code,
    dcsa_code: input.dcsa_code ?? containerCodes[input.code].dcsa,
    classifier: input.classifier ?? 'actual',
    occurred_at: input.occurred_at,
    location: input.location ?? null,
    source: input.source ?? 'manual',
    external_id: input.external_id ?? null,
    last_free_day: input.last_free_day ?? null,
    corrects_event_id: corrects,
    recorded_by: actor.name,
  };
  if (event.classifier === 'actual' && Date.parse(event.occurred_at) > Date.now() + aheadMsMax) {
    const sentence = 'occurred_at must not be in the future: what is still to come is estimated or planned';
    throw invalid('occurred_at', 'future', sentence);
  }
  const earlier = await findReportedEarlier(tx, order, event);
  if (earlier) return { id: earlier, existing: true };
  const stored = await insertContainerEvent(tx, order, event);
  if (stored.existing) return stored;
  const clocks = await recomputeClocks(tx, order, stored.id);
  const { code, classifier, occurred_at, location } = event;
  emit(
    containerEvent(order, code, {
      event_id: stored.id,
      classifier,
      occurred_at,
      location,
      corrects_event_id: corrects,
      clocks,
    }),
  );
  await followEvent(work, order, event);
  await followDates(work, order.id);
  return stored;
};

/** The trip of the event that a correction replaces, locked. Refuses 400 for an event of another container. */
async function tripCorrected(
  { tx }: Work,
  { container_no: given, merchant_id: merchantId }: Input,
  eventId: string,
): Promise<LockedDrayageOrder> {
  const corrected = await findContainerEvent(tx, eventId);
  const trip = corrected && (await tripWithEventsOf(tx, corrected.order_id));
  const order = trip && (await lockDrayageOrder(tx, trip));
  if (
    !order ||
    order.container_no !== normalContainerNo(given) ||
    (merchantId && merchantId !== order.merchant_id)
  )
    throw unknownReference('corrects_event_id', 'event of that container');
  return order;
}

/** The trip an event concerns, locked. Refuses 404, and 400 when the container carries goods of several merchants. */
async function tripOf(
  { tx }: Work,
  { container_no: given, merchant_id: merchantId = null }: Input,
): Promise<LockedDrayageOrder> {
  const trips = await findTrips(tx, normalContainerNo(given), merchantId);
  if (trips.length === 0) throw notFound('container');
  if (trips.length > 1)
    throw invalid(
      'merchant_id',
      'ambiguous',
      'merchant_id is required: several merchants have that container',
    );
  const order = await lockDrayageOrder(tx, trips[0]!.id);
  if (order.status !== 'cancelled') return order;
  // Whoever planned the trip again meanwhile held the lock.
  const [again] = await findTrips(tx, order.container_no, order.merchant_id);
  return again && again.id !== order.id ? lockDrayageOrder(tx, again.id) : order;
}
