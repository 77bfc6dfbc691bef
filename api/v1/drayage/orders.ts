/** v1: drayage orders. */
import { drayageSorts, listDrayageOrders } from '../../../db/drayage/orders.read.ts';
import { normalContainerNo } from '../../../domain/catalog/container-no.ts';
import { drayageStatuses } from '../../../domain/drayage/drayage-states.ts';
import { place } from '../../../queues/catalog/master-data.ts';
import { drayageCommands as commands, drayageTerms } from '../../../queues/drayage/drayage.ts';
import * as s from '../../../queues/schema.ts';
import { command, create, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId } from '../../http/reads.ts';
import { searchText, v1Query } from '../../http/query-fields.ts';
import { idOrCode, listed, withIds } from '../names.ts';
import { orderDetail, orderView, showOrder } from './drayage-view.ts';

const path = '/v1/drayage/orders';
const permission = 'drayage.manage';

const createBody = s.object({
  merchant_id: s.optional(idOrCode('Required in the 3PL edition.')),
  warehouse_id: s.optional(idOrCode('Where it is received; by default the first warehouse by priority.')),
  container_no: s.described(
    s.code(20),
    'As in ISO 6346; a wrong check digit gives a warning and is accepted.',
  ),
  pickup: place(),
  delivery: place(),
  carrier_id: s.optional(idOrCode()),
  seal_no: s.optional(s.text(50)),
  size_type: s.optional(s.text(10)),
  currency: s.optional(s.currency()),
  note: s.optional(s.freeText(2_000)),
  ...drayageTerms,
});

const dispatchBody = s.object({ carrier_id: s.optional(idOrCode()) });

const answer = { permission, respondWith: orderDetail, returns: orderView } as const;
const pathToInput = { id: 'order_id' };

export const orderEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Drayage orders, newest first',
    permission: 'drayage.view',
    query: v1Query(
      {
        merchant_id: idOrCode(),
        status: s.choice(...drayageStatuses),
        warehouse_id: idOrCode(),
        container_no: s.text(20),
        q: searchText(100),
      },
      Object.keys(drayageSorts),
    ),
    returns: orderView,
    run: (call) =>
      listed(
        call,
        (tx, { container_no: no, ...filters }, page) => {
          const wanted = no === undefined ? filters : { ...filters, container_no: normalContainerNo(no) };
          return listDrayageOrders(tx, wanted, page);
        },
        showOrder,
      ),
  }),
  create({
    path,
    summary: 'Create a drayage order',
    description: 'One open order per container and merchant: 409 CONTAINER_IN_USE.',
    command: commands.createDrayageOrder,
    body: createBody,
    input: (call: Call, body: s.Infer<typeof createBody>) => withIds(call, body),
    ...answer,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One drayage order with its container and clocks (an addition)',
    permission: 'drayage.view',
    returns: orderView,
    run: byId(orderDetail),
  }),
  command({
    path: `${path}/{id}/dispatch`,
    summary: 'Send a driver for the container (an addition)',
    command: commands.dispatchDrayageOrder,
    body: dispatchBody,
    input: async (call: Call, body: s.Infer<typeof dispatchBody>) => ({
      ...(await withIds(call, body)),
      order_id: call.params['id']!,
    }),
    ...answer,
  }),
  command({
    path: `${path}/{id}/complete`,
    summary: 'Complete; creates one WMS inbound receipt',
    description:
      'From any open state. Lines come from the newest ASN of the same container; the new receipt replaces those of the ASN and its purchase order if nothing was counted on them yet. Without an ASN the receipt is blind. Repeating it changes nothing.',
    command: commands.completeDrayageOrder,
    pathToInput,
    ...answer,
  }),
  command({
    path: `${path}/{id}/cancel`,
    summary: 'Cancel an order whose container was not picked up (an addition)',
    command: commands.cancelDrayageOrder,
    pathToInput,
    ...answer,
  }),
];
