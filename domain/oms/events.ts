/** Events of orders and shipments. One fact is one event; its subject decides whose sequence it takes. */

export interface OmsEvent {
  type: string;
  subject_type: string;
  subject_id: string;
  data: Record<string, unknown>;
}

export interface OrderRef {
  id: string;
  order_no: string;
  merchant_id: string;
}

export interface ShipmentRef {
  id: string;
  shipment_no: string;
  order_id: string | null;
  merchant_id: string;
  warehouse_id: string;
  carrier_code: string | null;
  tracking_no: string | null;
}

/** `sales_order.<what>`: the ids, the state now and before, and what else a reader needs at once. */
export function orderEvent(
  order: OrderRef,
  what: string,
  states: { status: string; previous_status: string | null },
  more: Record<string, unknown> = {},
): OmsEvent {
  const { id, order_no: orderNo, merchant_id: merchantId } = order;
  return {
    type: `sales_order.${what}`,
    subject_type: 'sales_order',
    subject_id: id,
    data: { order_id: id, order_no: orderNo, merchant_id: merchantId, ...states, ...more },
  };
}

/**
 * `wms_shipment.<step>`. The event of a shipment that serves an order is mirrored to that order by being the order's:
 * it takes the next number of the order's sequence, so order_seq has no gaps.
 */
export function shipmentEvent(
  shipment: ShipmentRef,
  states: { status: string; previous_status: string | null },
  more: Record<string, unknown> = {},
): OmsEvent {
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
