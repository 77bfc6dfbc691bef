/** Events of transport orders. None carries a rate, because events go to everyone who may see the order. */
import { choice, list, nullable, optional, text, uuid } from '../event-fields.ts';
import { eventKind, type EventOf } from '../event-kind.ts';
import { carrierInvoiceStatuses, type CarrierInvoiceState } from './carrier-invoice-states.ts';
import { trackingCodes, type TrackingCode } from './tracking.ts';
import { transportStatuses, type TransportStatus } from './transport-states.ts';

const transport = {
  transport_order_id: uuid(),
  transport_no: text(),
  load_id: nullable(uuid()),
  warehouse_id: nullable(uuid()),
  status: choice(...transportStatuses),
  previous_status: nullable(choice(...transportStatuses)),
  code: optional(choice(...trackingCodes)),
  occurred_at: optional(text()),
  file_ids: optional(list(uuid())),
  bill_id: optional(uuid()),
};

const invoice = {
  carrier_invoice_id: uuid(),
  state: choice(...carrierInvoiceStatuses),
  previous_state: choice(...carrierInvoiceStatuses),
  bill_id: nullable(uuid()),
};

const words = {
  // One event per status, named after it.
  planned: transport,
  assigned: transport,
  dispatched: transport,
  in_transit: transport,
  delivered: transport,
  completed: transport,
  cancelled: transport,
  // What was reported besides a change of status.
  tender_accepted: transport,
  tender_declined: transport,
  tender_expired: transport,
  tracked: transport,
  pod_added: transport,
  freight_billed: transport,
} satisfies Record<TransportStatus, typeof transport> & Record<string, typeof transport>;

export type TransportWord = keyof typeof words;

export const transportEvents = {
  ...eventKind('transport_order', { seenWith: ['tms.view'] }, words),
  ...eventKind(
    'carrier_invoice',
    { seenWith: ['tms.invoices'] },
    { imported: invoice, matched: invoice, billed: invoice, disputed: invoice, cancelled: invoice },
  ),
} as const;

export interface TransportRef {
  id: string;
  transport_no: string;
  status: TransportStatus;
  load_id: string | null;
  warehouse_id: string | null;
}

export interface TransportNews {
  code?: TrackingCode;
  occurred_at?: string;
  file_ids?: readonly string[];
  bill_id?: string;
}

/** `transport_order.<what>`: its new status, or what was reported. */
export function transportEvent(
  order: TransportRef,
  what: TransportWord,
  previous: TransportStatus | null,
  news: TransportNews = {},
): EventOf<typeof transportEvents, `transport_order.${TransportWord}`> {
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
      ...news,
    },
  };
}

/** `carrier_invoice.<its new state>`. */
export function carrierInvoiceEvent(
  id: string,
  state: CarrierInvoiceState,
  previous: CarrierInvoiceState,
  billId: string | null = null,
): EventOf<typeof transportEvents, `carrier_invoice.${CarrierInvoiceState}`> {
  return {
    type: `carrier_invoice.${state}`,
    subject_type: 'carrier_invoice',
    subject_id: id,
    data: { carrier_invoice_id: id, state, previous_state: previous, bill_id: billId },
  };
}
