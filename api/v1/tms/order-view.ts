/** How transport orders look on v1. */
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
import { toJsonNumber } from '../../../domain/decimal.ts';
import { notFound } from '../../../domain/refusals.ts';
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
import { moment } from '../moment.ts';

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
  tender_status: described(
    nullable(choice(...tenderStatuses)),
    "The carrier's answer to the offer that counts.",
  ),
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

export const transportView = object({
  ...fields,
  tenders: listOf(
    object({
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
    }),
  ),
  pod_files: listOf(podView),
});

export const trackingView = object({
  order_id: uuid(),
  transport_no: freeText(),
  status: choice(...transportStatuses),
  carrier: nullable(freeText()),
  tracked_at: nullable(instant()),
  delivered_at: nullable(instant()),
  events: listOf(
    object({
      id: uuid(),
      code: choice(...trackingCodes),
      occurred_at: instant(),
      received_at: instant(),
      location: nullable(freeText()),
      note: freeText(),
      source: freeText(),
      external_id: nullable(freeText()),
      moved_to: described(nullable(choice(...transportStatuses)), 'The state it moved the order to, if any.'),
    }),
  ),
});

export function showTransport(row: TransportRow) {
  return {
    ...row,
    rate: row.rate === null ? null : toJsonNumber(row.rate),
    tender_expires_at: moment(row.tender_expires_at),
    tracked_at: moment(row.tracked_at),
    delivered_at: moment(row.delivered_at),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    assigned_at: moment(row.assigned_at),
    dispatched_at: moment(row.dispatched_at),
    in_transit_at: moment(row.in_transit_at),
    completed_at: moment(row.completed_at),
    cancelled_at: moment(row.cancelled_at),
  };
}

function showTender(row: TenderRow) {
  return {
    ...row,
    rate: toJsonNumber(row.rate),
    offered_at: row.offered_at.toISOString(),
    expires_at: moment(row.expires_at),
    answered_at: moment(row.answered_at),
  };
}

function showPodFile(row: PodFileRow) {
  return { ...row, uploaded_at: row.uploaded_at.toISOString() };
}

function showEvent(row: TrackingRow) {
  return {
    ...row,
    occurred_at: row.occurred_at.toISOString(),
    received_at: row.received_at.toISOString(),
  };
}

type Reading = Pick<Call, 'tx' | 'organizationId'>;

/** An order with its tenders and proofs. Refuses 404. */
export async function transportDetail({ tx, organizationId }: Reading, { id }: { id: string }) {
  const found = await findTransport(tx, organizationId, id);
  if (!found) throw notFound('transport order');
  const tenders = await listTenders(tx, organizationId, id);
  const files = await listPodFiles(tx, organizationId, id);
  return {
    ...showTransport(found),
    tenders: tenders.map(showTender),
    pod_files: files.map(showPodFile),
  };
}

/** Where an order is, and all that was heard of it. Refuses 404. */
export async function trackingDetail({ tx, organizationId }: Reading, { id }: { id: string }) {
  const found = await findTransport(tx, organizationId, id);
  if (!found) throw notFound('transport order');
  const { transport_no, status, carrier } = found;
  const events = await listTracking(tx, organizationId, id);
  return {
    order_id: id,
    transport_no,
    status,
    carrier,
    tracked_at: moment(found.tracked_at),
    delivered_at: moment(found.delivered_at),
    events: events.map(showEvent),
  };
}
