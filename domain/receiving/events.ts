/** Events of receiving. Each names its receipt and merchant, so that a merchant's reader gets its own. */
import { eventKind, eventsOf } from '../event-kind.ts';
import { choice, flag, list, nullable, number, optional, record, text, uuid } from '../event-fields.ts';
import { receiptSources, receiptStatuses } from './receipt-states.ts';
import { taskStatuses } from './receiving-task-states.ts';

const receipt = { receipt_id: uuid(), receipt_no: text(), merchant_id: uuid(), warehouse_id: uuid() };
const status = choice(...receiptStatuses);
const step = { ...receipt, status, previous_status: nullable(status) };
const line = { ...receipt, status, receipt_line_id: uuid(), item_id: uuid() };
const taskStep = {
  ...receipt,
  task_id: uuid(),
  status: choice(...taskStatuses),
  previous_status: nullable(choice(...taskStatuses)),
};

export const receivingEvents = {
  ...eventKind(
    'receipt',
    { seenWith: ['wms.inbound.view'], subjects: ['inbound_receipt'] },
    {
      created: { ...step, source_type: choice(...receiptSources), lines: number() },
      line_added: line,
      receiving: step,
      line_received: {
        ...line,
        received_qty: number(),
        damaged_qty: number(),
        rejected_qty: number(),
        location_id: nullable(uuid()),
        lot_no: nullable(text()),
        pallet_lpn: nullable(text()),
        note: nullable(text()),
        condition: optional(text()),
        is_cross_dock: optional(flag()),
      },
      line_reversed: {
        ...receipt,
        status,
        receipt_line_id: uuid(),
        reverses_id: nullable(uuid()),
        qty: number(),
        rejected_qty: number(),
        note: text(),
      },
      cross_docked: {
        ...line,
        cross_docked: list(
          record({
            order_id: uuid(),
            order_no: text(),
            shipment_id: uuid(),
            shipment_no: text(),
            qty: number(),
          }),
        ),
      },
      received: step,
      // Nothing of it waits at a dock or in staging any more.
      put_away: { ...receipt, status },
      closed: { ...step, discrepancies: number() },
    },
  ),
  ...eventKind(
    'receiving_task',
    { seenWith: ['wms.inbound.view'] },
    {
      created: { ...taskStep, assignee_id: nullable(uuid()) },
      started: taskStep,
      // Whoever had it did not come back to it.
      returned: taskStep,
      completed: taskStep,
      cancelled: taskStep,
    },
  ),
} as const;

type Events = typeof receivingEvents;

export interface ReceiptRef {
  id: string;
  receipt_no: string;
  merchant_id: string;
  warehouse_id: string;
}

function idsOf({ id, receipt_no, merchant_id, warehouse_id }: ReceiptRef) {
  return { receipt_id: id, receipt_no, merchant_id, warehouse_id };
}

/** `receipt.<what>`. */
export const receiptEvent = eventsOf<Events>()(
  'receipt',
  ({ id }: ReceiptRef) => ({ subject_type: 'inbound_receipt', subject_id: id }),
  idsOf,
);

/** `receiving_task.<what>`. */
export const receivingTaskEvent = eventsOf<Events>()(
  'receiving_task',
  ({ id }: { id: string; receipt: ReceiptRef }) => ({ subject_type: 'receiving_task', subject_id: id }),
  ({ id, receipt }) => ({ task_id: id, ...idsOf(receipt) }),
);
