/** Events of orders. */
import type { DomainEvent } from '../domain-event.ts';

export interface OrderRef {
  id: string;
  order_no: string;
  merchant_id: string;
}

/** `sales_order.<what>`: the ids, the state now and before, and what else a reader needs at once. */
export function orderEvent(
  order: OrderRef,
  what: string,
  states: { status: string; previous_status: string | null },
  more: Record<string, unknown> = {},
): DomainEvent {
  const { id, order_no: orderNo, merchant_id: merchantId } = order;
  return {
    type: `sales_order.${what}`,
    subject_type: 'sales_order',
    subject_id: id,
    data: { order_id: id, order_no: orderNo, merchant_id: merchantId, ...states, ...more },
  };
}
