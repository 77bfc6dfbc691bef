/** A shipment is delivered with the last of its parcels, as their carriers tell it. */
import { lastDelivered } from '../../db/parcels/tracking.write.ts';
import { shipmentCommands } from '../../queues/shipping/shipments.ts';
import type { Work } from '../engine/handler.ts';

/** Delivers a shipment whose parcels have all come. The caller holds it locked. */
export async function deliverOnceAllCame(
  { tx, enqueue }: Pick<Work, 'tx' | 'enqueue'>,
  shipmentId: string,
): Promise<void> {
  const last = await lastDelivered(tx, shipmentId);
  if (!last) return;
  const { at, shipped_at: shippedAt } = last;
  // A carrier's clock may be ahead of ours, or its scan older than our last step.
  const isPossible = at >= shippedAt && at.getTime() <= Date.now();
  enqueue(shipmentCommands.deliverShipment, {
    shipment_id: shipmentId,
    ...(isPossible ? { delivered_at: at.toISOString() } : {}),
  });
}
