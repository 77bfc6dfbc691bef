/**
 * Releases orders to their warehouses: stock is allocated, shipments are created at commit, and soft promises become
 * hard allocations.
 */
import { groupBy } from '../../domain/group-by.ts';
import type { DemandLine } from '../../domain/inventory/coverage.ts';
import { orderEvent } from '../../domain/orders/events.ts';
import type { OrderStatus } from '../../domain/orders/order-states.ts';
import type { ShipMode } from '../../domain/catalog/ship-modes.ts';
import type { PlanPart } from '../../domain/orders/split-plan.ts';
import type { TenantTransaction } from '../database.ts';
import { together } from '../sql-errors.ts';
import type { StockPosting } from '../inventory/posting.ts';
import {
  commitShipment,
  commitShipments,
  type MadeShipment,
  type NewShipment,
} from './commit-shipment.write.ts';
import type { AllocationStrategy } from '../inventory/allocatable.ts';
import type { AllocationPiece } from '../inventory/allocatable.ts';
import { allocateStock } from '../inventory/allocation.write.ts';
import type { LockedOrder } from '../orders/order-lock.write.ts';
import { moveOrders } from '../orders/orders-together.write.ts';
import { dropReservations } from '../inventory/commitments.write.ts';

/** One order of a group on its way to its warehouses; no order is in a group twice. */
export interface Release {
  work: StockPosting;
  order: LockedOrder;
  to: OrderStatus;
  shipMode: ShipMode;
  /** One shipment each, `split` when there are several. */
  parts: readonly PlanPart[];
}

/** Stock a warehouse gives to an order, taken in this transaction (`allocateStock`). */
export interface TakenPart {
  warehouse_id: string;
  pieces: readonly AllocationPiece[];
}

/**
 * Allocates stock for all orders, warehouse by warehouse, each order before those behind it, and creates their
 * shipments. Orders and the promises of their items are locked. Refuses 409 INSUFFICIENT_STOCK for all of them when one
 * cannot be served.
 */
export async function releaseToWarehouses(
  tx: TenantTransaction,
  strategy: AllocationStrategy,
  releases: readonly Release[],
): Promise<void> {
  const wanted = releases.flatMap(({ order, parts }) =>
    parts.map(({ warehouse_id, lines }) => ({ order, warehouse_id, lines })),
  );
  const taken = new Map<string, AllocationPiece[]>();
  const byWarehouse = groupBy(wanted, ({ warehouse_id: id }) => id);
  for (const warehouseId of [...byWarehouse.keys()].sort()) {
    const some = byWarehouse.get(warehouseId)!;
    // The lines are concatenated in this order, so an earlier order is served first.
    const lines: DemandLine[] = some.flatMap((one) => one.lines);
    const pieces = await allocateStock(tx, {
      organizationId: tx.organizationId,
      warehouseId,
      strategy,
      lines,
    });
    const ofLine = groupBy(pieces, ({ line_id: id }) => id);
    for (const { order, lines: own } of some) {
      taken.set(
        `${order.id}/${warehouseId}`,
        own.flatMap(({ line_id: id }) => ofLine.get(id) ?? []),
      );
    }
  }
  await releaseTaken(
    tx,
    releases.map((release) => ({
      ...release,
      parts: release.parts.map(({ warehouse_id }) => ({
        warehouse_id,
        pieces: taken.get(`${release.order.id}/${warehouse_id}`)!,
      })),
    })),
  );
}

/** The release itself, over stock already taken. Returns the shipments created for each order. */
export async function releaseTaken(
  tx: TenantTransaction,
  releases: readonly (Omit<Release, 'parts'> & { parts: readonly TakenPart[] })[],
): Promise<MadeShipment[][]> {
  if (releases.length === 0) return [];
  const moved = together([
    dropReservations(
      tx,
      releases.map(({ order }) => order.id),
    ),
    moveOrders(
      tx,
      releases.map(({ order, to, shipMode, parts }) => ({
        id: order.id,
        to,
        release: {
          ship_mode: shipMode,
          warehouse_id: parts.length === 1 ? parts[0]!.warehouse_id : order.warehouse_id,
        },
      })),
    ),
  ]);
  const shipmentsOf = releases.map(({ work, order, to, shipMode }) => {
    const shipments: MadeShipment[] = [];
    const states = { status: to, previous_status: order.status };
    work.emit(orderEvent(order, 'released', states, { ship_mode: shipMode, shipments }));
    return shipments;
  });
  const commits = releases.flatMap(({ work, order, shipMode, parts }, index) =>
    parts.map((part) => ({
      work,
      shipment: shipmentOf(order, shipMode, part, parts.length > 1),
      pieces: part.pieces,
      shipments: shipmentsOf[index]!,
    })),
  );
  // Sent at once and run in this order.
  const [, made] = await together([moved, commitShipments(tx, commits)]);
  for (const [index, { shipments }] of commits.entries()) shipments.push(made[index]!);
  return shipmentsOf;
}

/** Creates a shipment of an order at commit, over stock already taken. */
export function sendTaken(
  work: StockPosting,
  order: LockedOrder,
  shipMode: ShipMode,
  part: TakenPart,
  split: boolean,
): Promise<MadeShipment> {
  return commitShipment(work, shipmentOf(order, shipMode, part, split), part.pieces);
}

function shipmentOf(
  { id, merchant_id, carrier_code, service_code, ship_to, required_ship_date }: LockedOrder,
  shipMode: ShipMode,
  { warehouse_id }: TakenPart,
  split: boolean,
): NewShipment {
  return {
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
}
