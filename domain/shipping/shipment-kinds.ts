/** Why a shipment leaves: for an order, because somebody said so, to another warehouse, or back to its vendor. */
export const shipmentKinds = ['order', 'direct', 'transfer', 'vendor_return'] as const;
export type ShipmentKind = (typeof shipmentKinds)[number];

/** Those that deliver goods to a customer: what lists show unless asked for others, and what is billed as an order. */
export const customerKinds: readonly ShipmentKind[] = ['order', 'direct'];

/** What made a shipment; at most one. */
export interface ShipmentCause {
  order_id: string | null;
  transfer_id?: string;
  vendor_return_id?: string;
  /** Of inspected units that go back to the customer: a direct shipment. */
  disposition_id?: string;
}
