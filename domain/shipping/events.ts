/** Events of shipments, loads and put-back tasks. */
import { eventKind, type EventOf } from '../event-kind.ts';
import { choice, flag, nullable, number, optional, text, uuid } from '../event-fields.ts';
import { loadStatuses } from './load-states.ts';
import { shipmentStatuses, type ShipmentStatus } from './shipment-states.ts';

const shipment = {
  shipment_id: uuid(),
  shipment_no: text(),
  order_id: optional(uuid()),
  merchant_id: uuid(),
  warehouse_id: uuid(),
  status: choice(...shipmentStatuses),
  previous_status: nullable(choice(...shipmentStatuses)),
  carrier_code: optional(text()),
  tracking_no: optional(text()),
  // One of several shipments of an order.
  split: optional(flag()),
};

const load = {
  load_id: uuid(),
  load_no: text(),
  warehouse_id: uuid(),
  status: choice(...loadStatuses),
  previous_status: nullable(choice(...loadStatuses)),
  bol_number: optional(text()),
};

export const shippingEvents = {
  ...eventKind(
    'wms_shipment',
    { seenWith: ['oms.orders.view', 'wms.outbound.view'], subjects: ['sales_order', 'wms_shipment'] },
    // One event per status, named after it.
    {
      commit: shipment,
      picking: shipment,
      picked: shipment,
      packed: shipment,
      shipped: shipment,
      delivered: shipment,
      cancelled: shipment,
    } satisfies Record<ShipmentStatus, typeof shipment>,
  ),
  ...eventKind(
    'load',
    { seenWith: ['wms.outbound.view'] },
    { planned: load, changed: load, loading: load, loaded: load, shipped: load, cancelled: load },
  ),
  ...eventKind(
    'put_back_task',
    { seenWith: ['wms.outbound.view'] },
    {
      done: {
        put_back_task_id: uuid(),
        shipment_id: uuid(),
        merchant_id: uuid(),
        location_id: uuid(),
        qty: number(),
        status: choice('done'),
      },
    },
  ),
} as const;

export interface ShipmentRef {
  id: string;
  shipment_no: string;
  order_id: string | null;
  merchant_id: string;
  warehouse_id: string;
  carrier_code: string | null;
  tracking_no: string | null;
}

/**
 * `wms_shipment.<step>`. The event of a shipment that serves an order has the order as its subject: it takes the next
 * number in the order's sequence, so order_seq has no gaps.
 */
export function shipmentEvent(
  shipment: ShipmentRef,
  states: { status: ShipmentStatus; previous_status: ShipmentStatus | null },
  more: { split?: boolean } = {},
): EventOf<typeof shippingEvents, `wms_shipment.${ShipmentStatus}`> {
  const { id, order_id: orderId, shipment_no: shipmentNo } = shipment;
  return {
    type: `wms_shipment.${states.status}`,
    subject_type: orderId ? 'sales_order' : 'wms_shipment',
    subject_id: orderId ?? id,
    data: {
      shipment_id: id,
      shipment_no: shipmentNo,
      ...(orderId ? { order_id: orderId } : {}),
      merchant_id: shipment.merchant_id,
      warehouse_id: shipment.warehouse_id,
      ...states,
      ...(shipment.carrier_code ? { carrier_code: shipment.carrier_code } : {}),
      ...(shipment.tracking_no ? { tracking_no: shipment.tracking_no } : {}),
      ...more,
    },
  };
}
