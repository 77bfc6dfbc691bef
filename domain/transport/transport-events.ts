/** Events of transport orders. */
import type { DomainEvent } from '../domain-event.ts';
import type { TransportStatus } from './transport-states.ts';

export interface TransportRef {
  id: string;
  transport_no: string;
  status: TransportStatus;
  load_id: string | null;
  warehouse_id: string | null;
}

/** `transport_order.<what>`: its new state, or what was heard of it. Rates are in none: events go to whoever may see the order. */
export function transportEvent(
  order: TransportRef,
  what: string,
  previous: TransportStatus | null,
  more: Record<string, unknown> = {},
): DomainEvent {
  const { id, transport_no, status, load_id, warehouse_id } = order;
  return {
    type: `transport_order.${what}`,
    subject_type: 'transport_order',
    subject_id: id,
    data: {
      transport_order_id: id,
      transport_no,
      load_id,
      warehouse_id,
      status,
      previous_status: previous,
      ...more,
    },
  };
}
