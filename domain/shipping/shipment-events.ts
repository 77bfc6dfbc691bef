/** Events of shipments. */
import type { DomainEvent } from '../domain-event.ts';

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
 * `wms_shipment.<step>`. The event of a shipment that serves an order is mirrored to that order by being the order's:
 * it takes the next number of the order's sequence, so order_seq has no gaps.
 */
export function shipmentEvent(
  shipment: ShipmentRef,
  states: { status: string; previous_status: string | null },
  more: Record<string, unknown> = {},
): DomainEvent {
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
