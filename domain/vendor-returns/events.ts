/** Events of vendor returns. Each names its return and merchant, so that a merchant's reader gets its own. */
import { choice, list, nullable, number, text, uuid } from '../event-fields.ts';
import { eventKind, eventsOf } from '../event-kind.ts';
import { vendorReturnStatuses } from './vendor-return-states.ts';

const status = choice(...vendorReturnStatuses);
const step = {
  vendor_return_id: uuid(),
  return_no: text(),
  merchant_id: uuid(),
  vendor_id: uuid(),
  status,
  previous_status: nullable(status),
};

export const vendorReturnEvents = {
  ...eventKind(
    'vendor_return',
    { seenWith: ['wms.vendor_returns.view'] },
    {
      created: { ...step, lines: number() },
      changed: { ...step, fields: list(text()) },
      released: { ...step, shipment_id: uuid() },
      shipped: { ...step, shipment_id: uuid(), qty: number() },
      credited: { ...step, credit_no: text() },
      cancelled: { ...step, reason: nullable(text()) },
    },
  ),
} as const;

type Events = typeof vendorReturnEvents;

export interface VendorReturnRef {
  id: string;
  return_no: string;
  merchant_id: string;
  vendor_id: string;
}

/** `vendor_return.<what>`. */
export const vendorReturnEvent = eventsOf<Events>()(
  'vendor_return',
  ({ id }: VendorReturnRef) => ({ subject_type: 'vendor_return', subject_id: id }),
  ({ id, return_no, merchant_id, vendor_id }) => ({
    vendor_return_id: id,
    return_no,
    merchant_id,
    vendor_id,
  }),
);
