/** Events of labels. What one cost is the operator's affair: the record says it to whom it belongs. */
import { choice, nullable, optional, text, uuid } from '../event-fields.ts';
import { eventKind, eventsOf, type EventOf } from '../event-kind.ts';
import { labelStatuses } from './label-states.ts';
import { manifestStatuses, type ManifestState } from './manifest-states.ts';
import { trackingKinds } from '../catalog/tracking-kinds.ts';

const of = {
  label_id: uuid(),
  /** Null of the label of a parcel that comes back: then it has its return. Labels told before they had one have none. */
  shipment_id: nullable(uuid()),
  return_id: optional(nullable(uuid())),
  carton_id: nullable(uuid()),
  merchant_id: uuid(),
  warehouse_id: uuid(),
  service_code: nullable(text()),
};
const label = {
  ...of,
  state: choice(...labelStatuses),
  previous_state: choice(...labelStatuses),
};
const tracked = { ...label, carrier_code: nullable(text()), tracking_no: nullable(text()) };
const onItsWay = {
  ...of,
  carrier_code: nullable(text()),
  tracking_no: nullable(text()),
  tracking_state: choice(...trackingKinds),
  says: nullable(text()),
  /** By the carrier's clock. */
  carrier_at: text(),
};
const manifest = {
  manifest_id: uuid(),
  state: choice(...manifestStatuses),
  previous_state: choice(...manifestStatuses),
  reason: nullable(text()),
};
const troubled = { ...label, reason: text() };

export const parcelEvents = {
  ...eventKind(
    'label',
    { seenWith: ['tms.view', 'tms.labels'] },
    {
      bought: tracked,
      dearer: tracked,
      refused: troubled,
      unknown: troubled,
      voided: tracked,
      void_refused: troubled,
      refund_refused: troubled,
      unneeded: troubled,
      manifested: { ...of, manifest_id: uuid() },
      tracked: onItsWay,
      exception: onItsWay,
      delivered: onItsWay,
    },
  ),
  ...eventKind(
    'manifest',
    { seenWith: ['tms.labels', 'tms.accounts'] },
    { accepted: manifest, refused: manifest, unknown: manifest },
  ),
  ...eventKind('carrier_rule', { seenWith: ['tms.view', 'tms.accounts'] }, { created: {}, changed: {} }),
} as const;

type Events = typeof parcelEvents;

/** The shipment whose parcel it is, or the return whose parcel comes back. */
export type LabelOf = { shipment_id: string; return_id: null } | { shipment_id: null; return_id: string };

export const ofShipment = (id: string): LabelOf => ({ shipment_id: id, return_id: null });
export const ofReturn = (id: string): LabelOf => ({ shipment_id: null, return_id: id });

/** Of which document a label is. */
export const documentOf = ({ shipment_id, return_id }: LabelOf): string => shipment_id ?? return_id;

export type LabelRef = LabelOf & {
  id: string;
  carton_id: string | null;
  merchant_id: string;
  warehouse_id: string;
  service_code: string | null;
};

/** `label.<what>`. */
export const labelEvent = eventsOf<Events>()(
  'label',
  ({ id }: LabelRef) => ({ subject_type: 'label', subject_id: id }),
  ({ id, shipment_id, return_id, carton_id, merchant_id, warehouse_id, service_code }) => ({
    label_id: id,
    shipment_id,
    return_id,
    carton_id,
    merchant_id,
    warehouse_id,
    service_code,
  }),
);

/** `manifest.<what>`. */
export const manifestEvent = (
  id: string,
  what: 'accepted' | 'refused' | 'unknown',
  previous: ManifestState,
  reason: string | null,
): EventOf<Events, `manifest.${typeof what}`> => ({
  type: `manifest.${what}`,
  subject_type: 'manifest',
  subject_id: id,
  data: { manifest_id: id, state: what, previous_state: previous, reason },
});
