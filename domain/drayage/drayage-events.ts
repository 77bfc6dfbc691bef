/** Events of drayage: each names whose goods they are, so that a merchant's reader gets its own. */
import type { DomainEvent } from '../domain-event.ts';

export interface DrayageRef {
  id: string;
  order_no: string;
  merchant_id: string;
  warehouse_id: string;
  container_no: string;
}

const idsOf = ({ id, order_no, merchant_id, warehouse_id, container_no }: DrayageRef) => ({
  drayage_order_id: id,
  order_no,
  merchant_id,
  warehouse_id,
  container_no,
});

/** `drayage_order.<what>`. */
export function drayageEvent(
  order: DrayageRef,
  what: string,
  states: { status: string; previous_status: string | null },
  more: Record<string, unknown> = {},
): DomainEvent {
  return {
    type: `drayage_order.${what}`,
    subject_type: 'drayage_order',
    subject_id: order.id,
    data: { ...idsOf(order), ...states, ...more },
  };
}

/** `container.<code>`. */
export function containerEvent(order: DrayageRef, code: string, more: Record<string, unknown>): DomainEvent {
  return {
    type: `container.${code}`,
    subject_type: 'drayage_order',
    subject_id: order.id,
    data: { ...idsOf(order), ...more },
  };
}
