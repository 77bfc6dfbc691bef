/** How transport orders are shown on v1. */
import {
  findTransport,
  listPodFiles,
  listTenders,
  listTracking,
  type PodFileRow,
  type TenderRow,
  type TrackingRow,
  type TransportRow,
} from '../../../db/transport/orders.read.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import { podTypes } from '../../../domain/transport/pod-files.ts';
import { trackingCodes } from '../../../domain/transport/tracking.ts';
import { tenderStatuses, transportStatuses } from '../../../domain/transport/transport-states.ts';
import {
  choice,
  date,
  described,
  freeText,
  instant,
  integer,
  listOf,
  money,
  nullable,
  object,
  openObject,
  uuid,
} from '../../../queues/schema.ts';
import type { Call } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { present } from '../../http/present.ts';

const fields = {
  id: uuid(),
  transport_no: freeText(),
  status: choice(...transportStatuses),
  load_id: nullable(uuid()),
  load_no: nullable(freeText()),
  warehouse_id: nullable(uuid()),
  warehouse_code: nullable(freeText()),
  ship_mode: choice(...shipModes),
  origin: openObject(),
  destination: openObject(),
  pickup_date: nullable(date()),
  delivery_date: nullable(date()),
  carrier_id: nullable(uuid()),
  carrier: nullable(freeText()),
  tender_status: described(nullable(choice(...tenderStatuses)), "The carrier's answer to the current offer."),
  tender_expires_at: nullable(instant()),
  rate: described(nullable(money()), 'What the carrier was offered; null for a token of one merchant.'),
  currency: nullable(freeText()),
  tracked_at: nullable(instant()),
  delivered_at: nullable(instant()),
  signed_by: nullable(freeText()),
  pod_count: integer({ min: 0, max: 1e9 }),
  note: freeText(),
  cancel_reason: nullable(freeText()),
  created_at: instant(),
  updated_at: instant(),
  assigned_at: nullable(instant()),
  dispatched_at: nullable(instant()),
  in_transit_at: nullable(instant()),
  completed_at: nullable(instant()),
  cancelled_at: nullable(instant()),
};

export const transportRowView = object(fields);

const podView = object({
  id: uuid(),
  filename: freeText(),
  content_type: choice(...podTypes),
  size_bytes: integer({ min: 1, max: 1e9 }),
  sha256: freeText(),
  uploaded_by: freeText(),
  uploaded_at: instant(),
});

const tenderView = object({
  id: uuid(),
  tender_no: integer({ min: 1, max: 1e9 }),
  carrier_id: uuid(),
  carrier: freeText(),
  rate: money(),
  currency: freeText(),
  status: choice(...tenderStatuses),
  reason: nullable(freeText()),
  offered_at: instant(),
  expires_at: nullable(instant()),
  answered_at: nullable(instant()),
});

export const transportView = object({
  ...fields,
  tenders: listOf(tenderView),
  pod_files: listOf(podView),
});

const trackingEventView = object({
  id: uuid(),
  code: choice(...trackingCodes),
  occurred_at: instant(),
  received_at: instant(),
  location: nullable(freeText()),
  note: freeText(),
  source: freeText(),
  external_id: nullable(freeText()),
  moved_to: described(nullable(choice(...transportStatuses)), 'The state it moved the order to, if any.'),
});

export const trackingView = object({
  order_id: uuid(),
  transport_no: freeText(),
  status: choice(...transportStatuses),
  carrier: nullable(freeText()),
  tracked_at: nullable(instant()),
  delivered_at: nullable(instant()),
  events: listOf(trackingEventView),
});

export function showTransport(row: TransportRow) {
  return present(transportRowView, row);
}

function showTender(row: TenderRow) {
  return present(tenderView, row);
}

function showPodFile(row: PodFileRow) {
  return present(podView, row);
}

function showEvent(row: TrackingRow) {
  return present(trackingEventView, row);
}

type Reading = Pick<Call, 'tx' | 'organizationId'>;

/** An order with its tenders and proofs. Refuses 404. */
export async function transportDetail({ tx, organizationId }: Reading, { id }: { id: string }) {
  const found = existing('transport order', await findTransport(tx, organizationId, id));
  const tenders = await listTenders(tx, organizationId, id);
  const files = await listPodFiles(tx, organizationId, id);
  return {
    ...showTransport(found),
    tenders: tenders.map(showTender),
    pod_files: files.map(showPodFile),
  };
}

/** Where an order is, and everything reported about it. Refuses 404. */
export async function trackingDetail({ tx, organizationId }: Reading, { id }: { id: string }) {
  const found = existing('transport order', await findTransport(tx, organizationId, id));
  const { transport_no, status, carrier } = found;
  const events = await listTracking(tx, organizationId, id);
  return {
    order_id: id,
    transport_no,
    status,
    carrier,
    tracked_at: found.tracked_at?.toISOString() ?? null,
    delivered_at: found.delivered_at?.toISOString() ?? null,
    events: events.map(showEvent),
  };
}
