/** v1: containers, and their events. */
import {
  drayageSorts,
  findContainerEvent,
  listContainerEvents,
  listDrayageOrders,
} from '../../../db/drayage/orders.read.ts';
import { normalContainerNo } from '../../../domain/catalog/container-no.ts';
import { drayageStatuses } from '../../../domain/drayage/drayage-states.ts';
import { containerEventFields, drayageCommands } from '../../../queues/drayage/drayage.ts';
import { choice, described, object, optional, text, type Infer } from '../../../queues/schema.ts';
import { create, list, type Call, type Endpoint } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { readV1Query, searchText, v1Query } from '../../http/query-fields.ts';
import { idOrCode, listed, withIds } from '../names.ts';
import { containerView, eventView, showContainer, showEvent } from './drayage-view.ts';

const path = '/v1/drayage/containers';
const params = { no: described(text(20), 'The number of the container.') };

const eventBody = object({
  merchant_id: optional(idOrCode('Whose trip, if several merchants share the container.')),
  ...containerEventFields,
});

export const containerEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Track containers: one row per trip, newest first',
    permission: 'drayage.view',
    query: v1Query(
      {
        merchant_id: idOrCode(),
        status: described(choice(...drayageStatuses), 'The status of the drayage order.'),
        container_no: text(20),
        q: searchText(100),
      },
      Object.keys(drayageSorts),
    ),
    returns: containerView,
    run: (call) =>
      listed(
        call,
        (tx, { container_no: no, ...filters }, page) => {
          const wanted = no === undefined ? filters : { ...filters, container_no: normalContainerNo(no) };
          return listDrayageOrders(tx, wanted, page);
        },
        showContainer,
      ),
  }),
  list({
    path: `${path}/{no}/events`,
    summary: 'Container event timeline, by when things happened',
    description: 'Events are never changed: a correction is another event that names the first.',
    permission: 'drayage.view',
    params,
    query: v1Query({}, ['occurred_at', 'created_at']),
    returns: eventView,
    run: async ({ tx, params: { no }, query }) => {
      const { page } = readV1Query(query);
      const found = existing('container', await listContainerEvents(tx, normalContainerNo(no!), page));
      return { ...found, rows: found.rows.map(showEvent) };
    },
  }),
  create({
    path: `${path}/{no}/events`,
    summary: 'Record an event of a container on its current trip (an addition)',
    description:
      'Repeating an external_id of a source answers 200 with the first event. State and clocks are computed from all events; full_out and delivered move the order, never backwards.',
    permission: 'drayage.manage',
    params,
    command: drayageCommands.recordContainerEvent,
    body: eventBody,
    input: async (call: Call, body: Infer<typeof eventBody>) => ({
      ...(await withIds(call, body)),
      container_no: call.params['no']!,
    }),
    respondWith: async ({ tx }, { id }) => {
      const found = existing('container event', await findContainerEvent(tx, id));
      return showEvent(found);
    },
    responseMeta: ({ existing }) => (existing ? { status: 200 } : {}),
    returns: eventView,
  }),
];
