/** Orders spell out a shipment's states, on which they do not stand: one that is added, renamed or gone does not compile here. */
import type { OrderShipmentRow } from '../../db/orders/orders.read.ts';
import type { ShipmentStatus } from '../../domain/shipping/shipment-states.ts';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;

export const ordersKnowEveryState: Same<OrderShipmentRow['status'], ShipmentStatus> = true;
