/** Events of purchasing. Each names the merchant, so that a merchant's reader gets its own. */
import { choice, list, nullable, number, optional, record, text, uuid } from '../event-fields.ts';
import { eventKind, eventsOf } from '../event-kind.ts';
import { asnStatuses } from './asn-states.ts';
import { matchKinds } from './bill-match.ts';
import { purchaseOrderStatuses } from './order-states.ts';

const order = { purchase_order_id: uuid(), po_no: text(), merchant_id: uuid(), vendor_id: uuid() };
const orderStatus = choice(...purchaseOrderStatuses);
const orderStep = { ...order, status: orderStatus, previous_status: nullable(orderStatus) };

const asn = {
  asn_id: uuid(),
  asn_no: text(),
  merchant_id: uuid(),
  po_id: nullable(uuid()),
  container_no: nullable(text()),
};
const asnStatus = choice(...asnStatuses);
const asnStep = { ...asn, status: asnStatus, previous_status: nullable(asnStatus) };

const came = { ...orderStep, receipt_id: uuid() };
const ended = { ...orderStep, reason: nullable(text()), receipts_closed: number() };

export const purchaseEvents = {
  ...eventKind(
    'purchase_order',
    { seenWith: ['purchase.view'] },
    {
      created: orderStep,
      edited: orderStep,
      approved: { ...orderStep, total: text() },
      released: { ...orderStep, receipt_id: uuid(), lines: number() },
      changed: {
        ...orderStep,
        reason: text(),
        changed: list(
          record({
            line_id: uuid(),
            qty_before: text(),
            qty: text(),
            price_before: text(),
            price: text(),
          }),
        ),
        lines_added: number(),
      },
      partially_received: came,
      received: came,
      closed: ended,
      cancelled: ended,
    },
  ),
  ...eventKind(
    'asn',
    { seenWith: ['purchase.view'] },
    {
      announced: { ...asnStep, eta: nullable(text()), lines: number() },
      eta_changed: { ...asnStep, eta: text(), previous_eta: nullable(text()), reason: text() },
      departed: asnStep,
      arrived: { ...asnStep, receipt_id: optional(uuid()) },
      received: { ...asnStep, receipt_id: uuid() },
      cancelled: asnStep,
    },
  ),
  ...eventKind(
    'bill_match',
    { seenWith: ['accounting.view'], subjects: ['bill'] },
    {
      accepted: { purchase_order_id: uuid(), kinds: list(choice(...matchKinds)), reason: text() },
    },
  ),
} as const;

type Events = typeof purchaseEvents;

export interface PurchaseOrderRef {
  id: string;
  po_no: string;
  merchant_id: string;
  vendor_id: string;
}

const orderIds = ({ id, po_no, merchant_id, vendor_id }: PurchaseOrderRef) => ({
  purchase_order_id: id,
  po_no,
  merchant_id,
  vendor_id,
});

/** `purchase_order.<what>`. */
export const purchaseOrderEvent = eventsOf<Events>()(
  'purchase_order',
  ({ id }: PurchaseOrderRef) => ({ subject_type: 'purchase_order', subject_id: id }),
  orderIds,
);

export interface AsnRef {
  id: string;
  asn_no: string;
  merchant_id: string;
  po_id: string | null;
  container_no: string | null;
}

const asnIds = ({ id, asn_no, merchant_id, po_id, container_no }: AsnRef) => ({
  asn_id: id,
  asn_no,
  merchant_id,
  po_id,
  container_no,
});

/** `asn.<what>`. */
export const asnEvent = eventsOf<Events>()(
  'asn',
  ({ id }: AsnRef) => ({ subject_type: 'asn', subject_id: id }),
  asnIds,
);
