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
import * as s from '../../../queues/schema.ts';
import type { Call } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { present } from '../../http/present.ts';

const fields = {
  id: s.uuid(),
  transport_no: s.freeText(),
  status: s.choice(...transportStatuses),
  load_id: s.nullable(s.uuid()),
  load_no: s.nullable(s.freeText()),
  warehouse_id: s.nullable(s.uuid()),
  warehouse_code: s.nullable(s.freeText()),
  ship_mode: s.choice(...shipModes),
  origin: s.openObject(),
  destination: s.openObject(),
  pickup_date: s.nullable(s.date()),
  delivery_date: s.nullable(s.date()),
  carrier_id: s.nullable(s.uuid()),
  carrier: s.nullable(s.freeText()),
  tender_status: s.nullable(s.choice(...tenderStatuses), "The carrier's answer to the current offer."),
  tender_expires_at: s.nullable(s.instant()),
  rate: s.nullable(s.money(), 'What the carrier was offered; null for a token of one merchant.'),
  currency: s.nullable(s.freeText()),
  tracked_at: s.nullable(s.instant()),
  delivered_at: s.nullable(s.instant()),
  signed_by: s.nullable(s.freeText()),
  pod_count: s.integer({ min: 0, max: 1e9 }),
  note: s.freeText(),
  cancel_reason: s.nullable(s.freeText()),
  created_at: s.instant(),
  updated_at: s.instant(),
  assigned_at: s.nullable(s.instant()),
  dispatched_at: s.nullable(s.instant()),
  in_transit_at: s.nullable(s.instant()),
  completed_at: s.nullable(s.instant()),
  cancelled_at: s.nullable(s.instant()),
};

export const transportRowView = s.object(fields);

const podView = s.object({
  id: s.uuid(),
  filename: s.freeText(),
  content_type: s.choice(...podTypes),
  size_bytes: s.integer({ min: 1, max: 1e9 }),
  sha256: s.freeText(),
  uploaded_by: s.freeText(),
  uploaded_at: s.instant(),
});

const tenderView = s.object({
  id: s.uuid(),
  tender_no: s.integer({ min: 1, max: 1e9 }),
  carrier_id: s.uuid(),
  carrier: s.freeText(),
  rate: s.money(),
  currency: s.freeText(),
  status: s.choice(...tenderStatuses),
  reason: s.nullable(s.freeText()),
  offered_at: s.instant(),
  expires_at: s.nullable(s.instant()),
  answered_at: s.nullable(s.instant()),
});

export const transportView = s.object({
  ...fields,
  tenders: s.listOf(tenderView),
  pod_files: s.listOf(podView),
});

const trackingEventView = s.object({
  id: s.uuid(),
  code: s.choice(...trackingCodes),
  occurred_at: s.instant(),
  received_at: s.instant(),
  location: s.nullable(s.freeText()),
  note: s.freeText(),
  source: s.freeText(),
  external_id: s.nullable(s.freeText()),
  moved_to: s.nullable(s.choice(...transportStatuses), 'The state it moved the order to, if any.'),
});

export const trackingView = s.object({
  order_id: s.uuid(),
  transport_no: s.freeText(),
  status: s.choice(...transportStatuses),
  carrier: s.nullable(s.freeText()),
  tracked_at: s.nullable(s.instant()),
  delivered_at: s.nullable(s.instant()),
  events: s.listOf(trackingEventView),
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
export async function transportDetail({ tx }: Reading, { id }: { id: string }) {
  const found = existing('transport order', await findTransport(tx, id));
  const tenders = await listTenders(tx, id);
  const files = await listPodFiles(tx, id);
  return {
    ...showTransport(found),
    tenders: tenders.map(showTender),
    pod_files: files.map(showPodFile),
  };
}

/** Where an order is, and everything reported about it. Refuses 404. */
export async function trackingDetail({ tx }: Reading, { id }: { id: string }) {
  const found = existing('transport order', await findTransport(tx, id));
  const { transport_no, status, carrier } = found;
  const events = await listTracking(tx, id);
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
