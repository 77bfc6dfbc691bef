/** Hands an order to its warehouses: stock is taken, shipments are made at commit, the soft promise becomes hard. */
import { orderEvent } from '../../domain/orders/events.ts';
import type { OrderStatus } from '../../domain/orders/order-states.ts';
import type { ShipMode } from '../../domain/catalog/ship-modes.ts';
import type { PlanPart } from '../../domain/orders/split-plan.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { commitShipment } from './commit-shipment.write.ts';
import type { AllocationStrategy } from '../inventory/allocatable.ts';
import { allocateStock, type AllocationPiece } from '../inventory/allocation.write.ts';
import type { LockedOrder } from '../orders/order-lock.write.ts';
import { moveOrder } from '../orders/orders.write.ts';
import { dropReservations } from '../inventory/commitments.write.ts';

/**
 * One shipment per part, `split` on each when there are several. The order and the promises of its items are locked.
 * Refuses 409 INSUFFICIENT_STOCK.
 */
export async function releaseToWarehouses(
  work: StockPosting,
  order: LockedOrder,
  to: OrderStatus,
  {
    parts,
    shipMode,
    strategy,
  }: { parts: readonly PlanPart[]; shipMode: ShipMode; strategy: AllocationStrategy },
): Promise<void> {
  const { tx, organizationId } = work;
  const taken: TakenPart[] = [];
  for (const { warehouse_id: warehouseId, lines } of parts) {
    const pieces = await allocateStock(tx, { organizationId, warehouseId, strategy, lines });
    taken.push({ warehouse_id: warehouseId, pieces });
  }
  await releaseTaken(work, order, to, shipMode, taken);
}

/** Stock a warehouse gives to an order, taken in this transaction (`allocateStock`). */
export interface TakenPart {
  warehouse_id: string;
  pieces: readonly AllocationPiece[];
}

/** The release itself, over stock that is taken. Answers the shipments made. */
export async function releaseTaken(
  work: StockPosting,
  order: LockedOrder,
  to: OrderStatus,
  shipMode: ShipMode,
  parts: readonly TakenPart[],
): Promise<MadeShipment[]> {
  const { tx, organizationId } = work;
  const only = parts.length === 1 ? parts[0]!.warehouse_id : order.warehouse_id;
  await Promise.all([
    dropReservations(tx, organizationId, order.id),
    moveOrder(tx, organizationId, order, to, { ship_mode: shipMode, warehouse_id: only }),
  ]);
  const shipments: MadeShipment[] = [];
  work.emit(
    orderEvent(
      order,
      'released',
      { status: to, previous_status: order.status },
      { ship_mode: shipMode, shipments },
    ),
  );
  for (const part of parts) shipments.push(await sendTaken(work, order, shipMode, part, parts.length > 1));
  return shipments;
}

export interface MadeShipment {
  id: string;
  shipment_no: string;
}

/** A shipment of an order over stock that is taken, at commit. */
export function sendTaken(
  work: StockPosting,
  order: LockedOrder,
  shipMode: ShipMode,
  { warehouse_id, pieces }: TakenPart,
  split: boolean,
): Promise<MadeShipment> {
  const { id, merchant_id, carrier_code, service_code, ship_to, required_ship_date } = order;
  const shipment = {
    order_id: id,
    merchant_id,
    warehouse_id,
    ship_mode: shipMode,
    carrier_code,
    service_code,
    ship_to,
    required_ship_date,
    split,
  };
  return commitShipment(work, shipment, pieces);
}
