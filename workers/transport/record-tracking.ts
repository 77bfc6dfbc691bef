/**
 * Records a tracking event of an order. The status follows by occurred_at and never goes back; a carrier that reports
 * progress has accepted its tender. `delivered` also delivers the load's shipments. A report seen before changes
 * nothing.
 */
import { deliverTransport, lockForDelivery } from '../../db/fulfillment/transport-delivery.write.ts';
import { lockTransport, moveTransport, type TransportOrder } from '../../db/transport/orders.write.ts';
import { endTender, lockLiveTender } from '../../db/transport/tenders.write.ts';
import { findReported, insertTrackingEvent } from '../../db/transport/tracking.write.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { stepOfEvent } from '../../domain/transport/tracking.ts';
import { transportEvent } from '../../domain/transport/events.ts';
import { transportStates, type TransportStatus } from '../../domain/transport/transport-states.ts';
import type { transportCommands } from '../../queues/transport/transport.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler, Work } from '../engine/handler.ts';

// Carriers' clocks may run a little fast.
const aheadMsMax = 5 * 60_000;
const notOnItsWay: readonly TransportStatus[] = ['planned', 'cancelled'];

export const recordTracking: Handler<typeof transportCommands.recordTracking> = async (work, input) => {
  const { tx } = work;
  const { order_id: id, code, source = 'manual', external_id: externalId, signed_by: signedBy } = input;
  assertOperator(work);
  const occurredAt = new Date(input.occurred_at);
  if (occurredAt.getTime() > Date.now() + aheadMsMax)
    throw invalid('occurred_at', 'future', 'occurred_at must not be in the future');
  const locked =
    code === 'delivered'
      ? await lockForDelivery(tx, id)
      : { order: await lockTransport(tx, id), load: undefined, shipments: [] };
  const { order } = locked;
  const seen = await findReported(tx, { order_id: id, source, external_id: externalId });
  if (seen) return { id, event_id: seen, existing: true };
  if (notOnItsWay.includes(order.status))
    throw new Refusal('CONFLICT', `A transport order that is ${order.status} takes no tracking events.`, {
      status: order.status,
    });

  const step = stepOfEvent(order, { code, occurred_at: occurredAt });
  const moved = step ? nextState(transportStates, order.status, step) : null;
  const eventId = await insertTrackingEvent(tx, {
    order_id: id,
    code,
    occurred_at: occurredAt,
    location: input.location,
    note: input.note,
    source,
    external_id: externalId,
    moved_to: moved,
  });
  if (step) await acceptByDoing(work, order);
  if (step === 'deliver') {
    // A report from a clock ahead of ours happened now at the latest.
    const deliveredAt = new Date(Math.min(occurredAt.getTime(), Date.now()));
    await deliverTransport(work, locked, { deliveredAt, signedBy });
  } else if (moved) {
    const happenedAt = new Date(Math.min(occurredAt.getTime(), Date.now()));
    await moveTransport(work, order, moved, { tracked_at: occurredAt, [`${moved}_at`]: happenedAt });
  } else work.emit(transportEvent(order, 'tracked', order.status, { code, occurred_at: input.occurred_at }));
  return { id, event_id: eventId, existing: false };
};

async function acceptByDoing({ tx }: Work, order: TransportOrder): Promise<void> {
  const tender = await lockLiveTender(tx, order.id);
  if (tender?.status === 'offered') await endTender(tx, tender, 'accept');
}
