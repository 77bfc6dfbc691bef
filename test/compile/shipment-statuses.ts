/**
 * Orders spell out the states of shipments, which they may not import: if one is added, renamed or removed, this file
 * does not compile.
 */
import type { OrderShipmentRow } from '../../db/orders/orders.read.ts';
import type { ShipmentStatus } from '../../domain/shipping/shipment-states.ts';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;

export const ordersKnowEveryState: Same<OrderShipmentRow['status'], ShipmentStatus> = true;
