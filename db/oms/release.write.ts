/** Hands an order to its warehouses: stock is taken, shipments are made at commit, the soft promise becomes hard. */
import { orderEvent } from '../../domain/oms/events.ts';
import type { OrderStatus, ShipMode } from '../../domain/oms/order-states.ts';
import type { PlanPart } from '../../domain/oms/split-plan.ts';
import type { ShipmentWork } from '../wms/shipment-work.ts';
import { createShipment } from '../wms/shipments.write.ts';
import type { AllocationStrategy } from './allocatable.ts';
import { takeStock } from './allocation.write.ts';
import type { LockedOrder } from './order-lock.write.ts';
import { moveOrder } from './orders.write.ts';
import { dropReservations } from './promises.write.ts';

/**
 * One shipment per part, `split` on each when there are several. The order and the promises of its items are locked.
 * Refuses 409 INSUFFICIENT_STOCK.
 */
export async function releaseToWarehouses(
  work: ShipmentWork,
  order: LockedOrder,
  to: OrderStatus,
  {
    parts,
    shipMode,
    strategy,
  }: { parts: readonly PlanPart[]; shipMode: ShipMode; strategy: AllocationStrategy },
): Promise<void> {
  const { tx, organizationId } = work;
  await dropReservations(tx, organizationId, order.id);
  const only = parts.length === 1 ? parts[0]!.warehouse_id : order.warehouse_id;
  await moveOrder(tx, organizationId, order, to, { ship_mode: shipMode, warehouse_id: only });
  const shipments: { id: string; shipment_no: string }[] = [];
  work.tell(
    orderEvent(
      order,
      'released',
      { status: to, previous_status: order.status },
      { ship_mode: shipMode, shipments },
    ),
  );
  for (const part of parts) {
    const pieces = await takeStock(tx, {
      organizationId,
      warehouseId: part.warehouse_id,
      strategy,
      lines: part.lines,
    });
    const { order_id, merchant_id, carrier_code, service_code, ship_to, required_ship_date } = {
      ...order,
      order_id: order.id,
    };
    const made = await createShipment(
      work,
      {
        order_id,
        merchant_id,
        warehouse_id: part.warehouse_id,
        ship_mode: shipMode,
        carrier_code,
        service_code,
        ship_to,
        required_ship_date,
        split: parts.length > 1,
      },
      pieces,
    );
    shipments.push(made);
  }
}
