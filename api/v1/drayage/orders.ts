/** v1: drayage orders. */
import { drayageSorts, listDrayageOrders } from '../../../db/drayage/orders.read.ts';
import { normalContainerNo } from '../../../domain/catalog/container-no.ts';
import { drayageStatuses } from '../../../domain/drayage/drayage-states.ts';
import { place } from '../../../queues/catalog/master-data.ts';
import { drayageCommands as commands, drayageTerms } from '../../../queues/drayage/drayage.ts';
import {
  choice,
  code,
  currency,
  described,
  freeText,
  object,
  optional,
  text,
  type Infer,
} from '../../../queues/schema.ts';
import { command, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId } from '../../http/reads.ts';
import { searchText, v1Query } from '../../http/query-fields.ts';
import { idOrCode, listed, withIds } from '../names.ts';
import { orderDetail, orderView, showOrder } from './drayage-view.ts';

const path = '/v1/drayage/orders';
const permission = 'drayage.manage';

const createBody = object({
  merchant_id: optional(idOrCode('Required in the 3PL edition.')),
  warehouse_id: optional(idOrCode('Where it is received; by default the first warehouse by priority.')),
  container_no: described(code(20), 'As in ISO 6346; a wrong check digit gives a warning and is accepted.'),
  pickup: place(),
  delivery: place(),
  carrier_id: optional(idOrCode()),
  seal_no: optional(text(50)),
  size_type: optional(text(10)),
  currency: optional(currency()),
  note: optional(freeText(2_000)),
  ...drayageTerms,
});

const dispatchBody = object({ carrier_id: optional(idOrCode()) });

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
        status: choice(...drayageStatuses),
        warehouse_id: idOrCode(),
        container_no: text(20),
        q: searchText(100),
      },
      Object.keys(drayageSorts),
    ),
    returns: orderView,
    run: (call) =>
      listed(
        call,
        (tx, organizationId, { container_no: no, ...filters }, page) => {
          const wanted = no === undefined ? filters : { ...filters, container_no: normalContainerNo(no) };
          return listDrayageOrders(tx, organizationId, wanted, page);
        },
        showOrder,
      ),
  }),
  command({
    method: 'POST',
    path,
    summary: 'Create a drayage order',
    description: 'One open order per container and merchant: 409 CONTAINER_IN_USE.',
    command: commands.createDrayageOrder,
    body: createBody,
    input: (call: Call, body: Infer<typeof createBody>) => withIds(call, body),
    ...answer,
    status: 201,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One drayage order with its container and clocks (an addition)',
    permission: 'drayage.view',
    returns: orderView,
    run: byId(orderDetail),
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/dispatch`,
    summary: 'Send a driver for the container (an addition)',
    command: commands.dispatchDrayageOrder,
    body: dispatchBody,
    input: async (call: Call, body: Infer<typeof dispatchBody>) => ({
      ...(await withIds(call, body)),
      order_id: call.params['id']!,
    }),
    ...answer,
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/complete`,
    summary: 'Complete; creates one WMS inbound receipt',
    description:
      'From any open state. Lines come from the newest ASN of the same container; the new receipt replaces those of the ASN and its purchase order if nothing was counted on them yet. Without an ASN the receipt is blind. Repeating it changes nothing.',
    command: commands.completeDrayageOrder,
    pathToInput,
    ...answer,
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/cancel`,
    summary: 'Cancel an order whose container was not picked up (an addition)',
    command: commands.cancelDrayageOrder,
    pathToInput,
    ...answer,
  }),
];
