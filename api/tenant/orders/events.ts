/** The event sequence of an order. */
import { listOrderEvents } from '../../../db/orders/events.read.ts';
import { freeText, instant, integer, nullable, object, openObject, uuid } from '../../../queues/schema.ts';
import { list, type Endpoint } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { pagedQuery, queryInteger } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';

const orderEventView = object({
  id: uuid(),
  order_seq: integer({ min: 1, max: 2_147_483_647 }),
  type: freeText(),
  occurred_at: instant(),
  actor: nullable(freeText()),
  data: openObject(),
});

export const orderEventEndpoints: readonly Endpoint[] = [
  list({
    path: '/api/oms/orders/{id}/events',
    summary: 'What happened to an order, its shipments included, numbered by order_seq without gaps',
    permission: 'oms.orders.view',
    query: pagedQuery({ after: queryInteger({ min: 0, max: 2_147_483_647 }) }),
    returns: orderEventView,
    run: async ({ tx, params, query }) => {
      const found = existing('sales order', await listOrderEvents(tx, params['id']!, query));
      return { ...found, rows: found.rows.map((event) => present(orderEventView, event)) };
    },
  }),
];
