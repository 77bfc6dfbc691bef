/** Delivers a transport order: the shipments on its load are delivered with it, and their orders updated. */
import { Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { transportStates } from '../../domain/transport/transport-states.ts';
import type { TenantTransaction } from '../database.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { lockLoad, shipmentsOnLoad } from '../shipping/loads.write.ts';
import { lockShipments, type Shipment } from '../shipping/shipments.write.ts';
import {
  loadOfTransport,
  lockTransport,
  moveTransport,
  type TransportOrder,
} from '../transport/orders.write.ts';
import { deliverShipped } from './shipment-steps.write.ts';

export interface LockedTransport {
  order: TransportOrder;
  load: { load_no: string; status: string } | undefined;
  shipments: readonly Shipment[];
}

/** Locks what a delivery touches, in order: sales orders, shipments, load, transport order. Refuses 404. */
export async function lockForDelivery(tx: TenantTransaction, orderId: string): Promise<LockedTransport> {
  const loadId = await loadOfTransport(tx, orderId);
  if (!loadId) return { order: await lockTransport(tx, orderId), load: undefined, shipments: [] };
  const ids = await shipmentsOnLoad(tx, loadId);
  const shipments = await lockShipments(tx, ids);
  const load = await lockLoad(tx, loadId);
  return { order: await lockTransport(tx, orderId), load, shipments };
}

/**
 * Delivers a locked order and the shipments on its load. Refuses 409 LOAD_NOT_SHIPPED while its load has not left.
 * Where the carrier's clock is behind ours, the delivery is dated just after the shipment.
 */
export async function deliverTransport(
  work: StockPosting,
  { order, load, shipments }: LockedTransport,
  { deliveredAt, signedBy }: { deliveredAt: Date; signedBy?: string | undefined },
): Promise<TransportOrder> {
  const to = nextState(transportStates, order.status, 'deliver');
  if (load && load.status !== 'shipped') {
    throw new Refusal('LOAD_NOT_SHIPPED', `The load ${load.load_no} is ${load.status}: ship it first.`, {
      load_id: order.load_id,
      status: load.status,
    });
  }
  for (const shipment of shipments) {
    if (shipment.status !== 'shipped') continue;
    // Our timestamps have milliseconds, the database's microseconds: one millisecond later is certainly not before.
    const shippedBy = shipment.shipped_at!.getTime() + 1;
    const moment = new Date(Math.max(deliveredAt.getTime(), shippedBy));
    await deliverShipped(work, shipment, { delivered_at: moment.toISOString(), signed_by: signedBy });
  }
  return moveTransport(work, order, to, {
    delivered_at: deliveredAt,
    tracked_at: deliveredAt,
    ...(signedBy ? { signed_by: signedBy } : {}),
  });
}
