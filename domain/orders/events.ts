/** Events of orders, and of the master data orders refer to. */
import { eventKind, type EventOf, type PayloadOf, type WordOf } from '../event-kind.ts';
import { choice, list, nullable, number, optional, record, text, uuid } from '../event-fields.ts';
import { holdReasons, orderStatuses, type OrderStatus } from './order-states.ts';

const step = {
  order_id: uuid(),
  order_no: text(),
  merchant_id: uuid(),
  status: choice(...orderStatuses),
  previous_status: nullable(choice(...orderStatuses)),
};
const lessThanOrdered = {
  ...step,
  backordered_qty: optional(number()),
  cancelled_qty: optional(number()),
  line_id: optional(uuid()),
  shipment_id: optional(uuid()),
  reason: optional(text()),
};
const changes = { created: {}, changed: {} };
const masterData = { seenWith: ['oms.master_data.view'] } as const;

export const orderEvents = {
  ...eventKind(
    'sales_order',
    { seenWith: ['oms.orders.view'] },
    {
      created: { ...step, total: number() },
      changed: { ...step, total: number() },
      submitted: step,
      confirmed: lessThanOrdered,
      allocated: { ...step, warehouse_id: nullable(uuid()) },
      released: {
        ...step,
        ship_mode: nullable(text()),
        shipments: optional(list(record({ id: uuid(), shipment_no: text() }))),
      },
      partially_fulfilled: {
        ...lessThanOrdered,
        lines: optional(list(record({ line_id: uuid(), qty: number() }))),
      },
      fulfilled: lessThanOrdered,
      delivered: lessThanOrdered,
      cancelled: lessThanOrdered,
      backordered: lessThanOrdered,
      lines_cancelled: lessThanOrdered,
      held: { ...step, reason: choice(...holdReasons) },
      hold_released: { ...step, reason: choice(...holdReasons) },
    },
  ),
  ...eventKind('customer', masterData, changes),
  ...eventKind('retailer', masterData, changes),
  ...eventKind('channel', { seenWith: ['oms.channels.view', 'oms.master_data.view'] }, changes),
} as const;

type Events = typeof orderEvents;
type OrderWord = WordOf<Events, 'sales_order'>;

export interface OrderRef {
  id: string;
  order_no: string;
  merchant_id: string;
}

type MoreOf<W extends OrderWord> = Omit<PayloadOf<Events, `sales_order.${W}`>, keyof typeof step>;

/** `sales_order.<what>`: the ids, the status before and after, and any further fields of that event. */
export function orderEvent<W extends OrderWord>(
  order: OrderRef,
  what: W,
  states: { status: OrderStatus; previous_status: OrderStatus | null },
  ...[more]: {} extends MoreOf<W> ? [more?: MoreOf<W>] : [more: MoreOf<W>]
): EventOf<Events, `sales_order.${W}`> {
  const { id, order_no: orderNo, merchant_id: merchantId } = order;
  // A given `more` is checked above; the compiler cannot follow it into the union of events.
  return {
    type: `sales_order.${what}`,
    subject_type: 'sales_order',
    subject_id: id,
    data: { order_id: id, order_no: orderNo, merchant_id: merchantId, ...states, ...more },
  } as unknown as EventOf<Events, `sales_order.${W}`>;
}
