/**
 * v1: transport orders. In addition to the reference: the detail, the carrier's answer, dispatch, events, completion,
 * cancelling.
 */
import { listTransports, transportSorts } from '../../../db/transport/orders.read.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import { transportStatuses } from '../../../domain/transport/transport-states.ts';
import { place } from '../../../queues/catalog/master-data.ts';
import * as s from '../../../queues/schema.ts';
import type { ResultOf } from '../../../queues/engine/define-command.ts';
import { transportCommands } from '../../../queues/transport/transport.ts';
import { command, create, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId } from '../../http/reads.ts';
import { v1Query } from '../../http/query-fields.ts';
import { idOrCode, listed, withIds } from '../names.ts';
import {
  showTransport,
  trackingDetail,
  trackingView,
  transportDetail,
  transportRowView,
  transportView,
} from './order-view.ts';

const path = '/v1/tms/orders';

const createBody = s.object({
  load_id: s.optional(s.uuid()),
  origin: s.optional(place()),
  destination: s.optional(place()),
  warehouse_id: s.optional(idOrCode("Default: the load's.")),
  ship_mode: s.optional(s.choice(...shipModes)),
  pickup_date: s.optional(s.date()),
  delivery_date: s.optional(s.date()),
  note: s.optional(s.freeText(1000)),
});

const assignBody = s.object({
  carrier_id: idOrCode(),
  rate: s.money({ min: 0 }),
  currency: s.optional(s.currency()),
  expires_at: s.optional(
    s.instant(),
    'The deadline for the answer; without one the carrier has already agreed.',
  ),
});

const step = {
  permission: 'tms.manage' as const,
  respondWith: transportDetail,
  returns: transportView,
};
const pathToInput = { id: 'order_id' };

export const orderEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Transport orders, newest first',
    permission: 'tms.view',
    query: v1Query(
      {
        status: s.choice(...transportStatuses),
        warehouse_id: idOrCode(),
        carrier_id: idOrCode(),
        load_id: s.uuid(),
      },
      Object.keys(transportSorts),
    ),
    returns: transportRowView,
    run: (call) => listed(call, listTransports, showTransport),
  }),
  create({
    ...step,
    path,
    summary: 'Create a transport order, usually from a load',
    description: 'A load has one at a time: 409 LOAD_HAS_TRANSPORT names the one it has.',
    command: transportCommands.createTransport,
    body: createBody,
    input: (call: Call, body: s.Infer<typeof createBody>) => withIds(call, body),
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One transport order with its tenders and proofs of delivery',
    permission: 'tms.view',
    returns: transportView,
    run: byId(transportDetail),
  }),
  command({
    ...step,
    path: `${path}/{id}/assign`,
    summary: 'Assign a carrier at a rate',
    description: 'An earlier offer is withdrawn and kept.',
    command: transportCommands.assignCarrier,
    body: assignBody,
    input: async (call: Call, body: s.Infer<typeof assignBody>) => ({
      ...(await withIds(call, body)),
      order_id: call.params['id']!,
    }),
  }),
  command({
    ...step,
    path: `${path}/{id}/answer`,
    summary: "Record the carrier's answer to an offer",
    command: transportCommands.answerTender,
    pathToInput,
  }),
  command({
    ...step,
    path: `${path}/{id}/dispatch`,
    summary: 'Send the accepted carrier on its way',
    command: transportCommands.dispatchTransport,
    pathToInput,
  }),
  query({
    path: `${path}/{id}/tracking`,
    summary: 'Where a transport order is, and what was reported about it',
    permission: 'tms.view',
    returns: trackingView,
    run: byId(trackingDetail),
  }),
  create({
    path: `${path}/{id}/events`,
    summary: 'Add a tracking event',
    description:
      "The state follows from occurred_at and never goes back. delivered delivers the load's shipments. Repeating an external_id changes nothing.",
    permission: 'tms.manage',
    command: transportCommands.recordTracking,
    pathToInput,
    respondWith: trackingDetail,
    returns: trackingView,
    responseMeta: (result: ResultOf<typeof transportCommands.recordTracking>) => ({
      status: result.existing ? 200 : 201,
    }),
  }),
  command({
    ...step,
    path: `${path}/{id}/complete`,
    summary: 'Close a delivered transport order',
    command: transportCommands.completeTransport,
    pathToInput,
  }),
  command({
    ...step,
    path: `${path}/{id}/cancel`,
    summary: 'Cancel a transport order that has not departed',
    command: transportCommands.cancelTransport,
    pathToInput,
  }),
];
