/** Events of returns. Each names its return and merchant, so that a merchant's reader gets its own. */
import { choice, list, nullable, number, record, text, uuid } from '../event-fields.ts';
import { eventKind, eventsOf } from '../event-kind.ts';
import { dispositionKinds, grades } from './dispositions.ts';
import { returnStatuses } from './return-states.ts';

const status = choice(...returnStatuses);
const step = {
  return_id: uuid(),
  return_no: text(),
  merchant_id: uuid(),
  order_id: nullable(uuid()),
  status,
  previous_status: nullable(status),
};
const ended = { ...step, reason: nullable(text()) };
const units = {
  ...step,
  return_line_id: uuid(),
  inspection_id: uuid(),
  item_id: uuid(),
  qty: number(),
  serial_nos: list(text()),
};

export const returnEvents = {
  ...eventKind('return_rule', { seenWith: ['oms.returns.rules'] }, { created: {}, changed: {} }),
  ...eventKind(
    'return',
    { seenWith: ['oms.returns.view'] },
    {
      requested: { ...step, lines: number() },
      lines_added: { ...step, lines: number() },
      authorized: { ...step, receipt_id: uuid() },
      rejected: ended,
      cancelled: ended,
      expired: ended,
      receiving: { ...step, receipt_id: uuid() },
      received: { ...step, receipt_id: uuid() },
      inspected: { ...units, grade: choice(...grades), defects: list(text()) },
      photographed: { ...step, return_line_id: uuid(), inspection_id: uuid(), photo_ids: list(uuid()) },
      disposed: {
        ...units,
        disposition_id: uuid(),
        kind: choice(...dispositionKinds),
        to_item_id: nullable(uuid()),
        order_line_id: nullable(uuid()),
      },
      reopened: { ...step, disposition_id: uuid(), shipment_id: uuid() },
      credited: {
        ...step,
        credit_note_id: uuid(),
        invoice_id: uuid(),
        lines: list(record({ return_line_id: uuid(), order_line_id: uuid(), qty: number() })),
      },
      closed: step,
    },
  ),
} as const;

type Events = typeof returnEvents;

export interface ReturnRef {
  id: string;
  return_no: string;
  merchant_id: string;
  order_id: string | null;
}

/** `return.<what>`. */
export const returnEvent = eventsOf<Events>()(
  'return',
  ({ id }: ReturnRef) => ({ subject_type: 'return', subject_id: id }),
  ({ id, return_no, merchant_id, order_id }) => ({ return_id: id, return_no, merchant_id, order_id }),
);
