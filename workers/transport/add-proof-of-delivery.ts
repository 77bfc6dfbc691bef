/** Stores files that prove a delivery, which also delivers an order in transit. The same files again change nothing. */
import {
  deliverTransport,
  lockForDelivery,
  type LockedTransport,
} from '../../db/fulfillment/transport-delivery.write.ts';
import { insertPodFiles, insertTrackingEvent } from '../../db/transport/tracking.write.ts';
import { invalid } from '../../domain/refusal.ts';
import { transportEvent } from '../../domain/transport/events.ts';
import { assertProvable } from '../../domain/transport/pod-files.ts';
import type { transportCommands } from '../../queues/transport/transport.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

// Carriers' clocks may run a little fast.
const fastMsMax = 5 * 60_000;

export const addProofOfDelivery: Handler<typeof transportCommands.addProofOfDelivery> = async (
  work,
  { order_id: id, files, signed_by: signedBy, delivered_at: given },
) => {
  const { tx, actor } = work;
  assertOperator(work);
  const deliveredAt = given ? new Date(given) : work.acceptedAt;
  if (given && deliveredAt.getTime() > Date.now())
    throw invalid('delivered_at', 'future', 'delivered_at must not be in the future');
  const locked = await lockForDelivery(tx, id);
  const { order } = locked;
  assertProvable(order.status);
  if (given && order.status === 'in_transit') assertAfterPickup(locked, deliveredAt);
  const { ids, added } = await insertPodFiles(tx, id, actor.name, files);
  if (order.status === 'in_transit') {
    await insertTrackingEvent(tx, {
      order_id: id,
      code: 'delivered',
      occurred_at: deliveredAt,
      source: 'pod',
      note: signedBy ? `Signed by ${signedBy}.` : '',
      moved_to: 'delivered',
    });
    await deliverTransport(work, locked, { deliveredAt, signedBy });
  }
  if (added > 0) work.emit(transportEvent(order, 'pod_added', order.status, { file_ids: ids }));
  return { id, file_ids: ids };
};

/** Goods are delivered after they left. Refuses 400 with the moment of the last step that was reported. */
function assertAfterPickup({ order, shipments }: LockedTransport, deliveredAt: Date): void {
  const moments = [order.tracked_at, ...shipments.map((one) => one.shipped_at)];
  const left = Math.max(...moments.map((moment) => moment?.getTime() ?? 0));
  if (deliveredAt.getTime() >= left - fastMsMax) return;
  const words = `delivered_at must not be before ${new Date(left).toISOString()}, when the goods were on their way`;
  throw invalid('delivered_at', 'before_pickup', words);
}
