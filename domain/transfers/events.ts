/** Events of transfers. Each names its transfer and merchant, so that a merchant's reader gets its own. */
import { choice, nullable, number, text, uuid } from '../event-fields.ts';
import { eventKind, eventsOf } from '../event-kind.ts';
import { missingOutcomes, transferStatuses } from './transfer-states.ts';

const status = choice(...transferStatuses);
const step = {
  transfer_id: uuid(),
  transfer_no: text(),
  merchant_id: uuid(),
  from_warehouse_id: uuid(),
  to_warehouse_id: uuid(),
  status,
  previous_status: nullable(status),
};

export const transferEvents = {
  ...eventKind(
    'transfer',
    { seenWith: ['wms.transfer.view'] },
    {
      created: { ...step, lines: number() },
      released: { ...step, shipment_id: uuid(), receipt_id: uuid() },
      shipped: { ...step, shipment_id: uuid(), qty: number() },
      partially_received: { ...step, receipt_id: uuid() },
      received: { ...step, receipt_id: uuid() },
      // What never arrived, and what became of it.
      closed: {
        ...step,
        missing: nullable(choice(...missingOutcomes)),
        qty: number(),
        reason: nullable(text()),
      },
      cancelled: { ...step, reason: nullable(text()) },
    },
  ),
} as const;

type Events = typeof transferEvents;

export interface TransferRef {
  id: string;
  transfer_no: string;
  merchant_id: string;
  from_warehouse_id: string;
  to_warehouse_id: string;
}

/** `transfer.<what>`. */
export const transferEvent = eventsOf<Events>()(
  'transfer',
  ({ id }: TransferRef) => ({ subject_type: 'transfer', subject_id: id }),
  ({ id, transfer_no, merchant_id, from_warehouse_id, to_warehouse_id }) => ({
    transfer_id: id,
    transfer_no,
    merchant_id,
    from_warehouse_id,
    to_warehouse_id,
  }),
);
