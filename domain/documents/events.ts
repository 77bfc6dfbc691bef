/** Events of invoices, bills and tax rates. */
import { eventKind } from '../event-kind.ts';
import { choice, nullable, optional, text, uuid } from '../event-fields.ts';
import { documentStatuses } from './document-states.ts';

const status = choice(...documentStatuses);
const step = { status, previous_status: status };
const payment = { ...step, payment_id: uuid() };
const about = { seenWith: ['accounting.view'] } as const;

export const documentEvents = {
  ...eventKind('invoice', about, {
    created: { status },
    changed: { status },
    deleted: {},
    issued: { ...step, invoice_no: optional(nullable(text())) },
    voided: step,
    disputed: { status, reason: text() },
    dispute_resolved: { status, note: optional(text()) },
    payment_recorded: payment,
    payment_reversed: payment,
  }),
  ...eventKind('bill', about, {
    created: { status },
    changed: { status },
    deleted: {},
    approved: { ...step, bill_no: nullable(text()) },
    voided: step,
    payment_recorded: payment,
    payment_reversed: payment,
  }),
  ...eventKind('tax_rate', about, { created: {}, changed: {}, deleted: {} }),
} as const;
