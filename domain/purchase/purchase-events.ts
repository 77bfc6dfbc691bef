/** Events of purchasing: each names whose goods they are, so that a merchant's reader gets its own. */
import type { DomainEvent } from '../domain-event.ts';

interface States {
  status: string;
  previous_status: string | null;
}

export interface PurchaseOrderRef {
  id: string;
  po_no: string;
  merchant_id: string;
  vendor_id: string;
}

/** `purchase_order.<what>`. */
export function purchaseOrderEvent(
  { id, po_no, merchant_id, vendor_id }: PurchaseOrderRef,
  what: string,
  states: States,
  more: Record<string, unknown> = {},
): DomainEvent {
  return {
    type: `purchase_order.${what}`,
    subject_type: 'purchase_order',
    subject_id: id,
    data: { purchase_order_id: id, po_no, merchant_id, vendor_id, ...states, ...more },
  };
}

export interface AsnRef {
  id: string;
  asn_no: string;
  merchant_id: string;
  po_id: string | null;
  container_no: string | null;
}

/** `asn.<what>`. */
export function asnEvent(
  { id, asn_no, merchant_id, po_id, container_no }: AsnRef,
  what: string,
  states: States,
  more: Record<string, unknown> = {},
): DomainEvent {
  return {
    type: `asn.${what}`,
    subject_type: 'asn',
    subject_id: id,
    data: { asn_id: id, asn_no, merchant_id, po_id, container_no, ...states, ...more },
  };
}
