/** Sales orders. */
import { findOrder, listOrders } from '../../../db/orders/orders.read.ts';
import { orderStatuses } from '../../../domain/orders/order-states.ts';
import { orderCommands as commands } from '../../../queues/orders/orders.ts';
import { choice, instant, uuid } from '../../../queues/schema.ts';
import { batch } from '../../http/run/run-batch.ts';
import { actions, command, create, list, query, type Endpoint } from '../../http/endpoint.ts';
import { byId, oneOf, pageOf } from '../../http/reads.ts';
import { commaList, pagedQuery, searchText } from '../../http/query-fields.ts';
import { orderSummaryView, orderView, showOrder, showSummary } from './order-view.ts';

const order = oneOf('sales order', findOrder, showOrder);

const answer = { respondWith: order, returns: orderView };
const manage = 'oms.orders.manage' as const;
const pathToInput = { id: 'order_id' };

export const orderEndpoints: readonly Endpoint[] = [
  create({
    path: '/api/oms/orders',
    summary: 'Create a draft sales order',
    permission: 'oms.orders.create',
    command: commands.createOrder,
    ...answer,
  }),
  batch({
    path: '/api/oms/orders/batch',
    summary: 'Create up to 500 draft sales orders in one request',
    permission: 'oms.orders.create',
    command: commands.createOrder,
    itemStatus: 201,
  }),
  list({
    path: '/api/oms/orders',
    summary: 'Sales orders, newest first',
    permission: 'oms.orders.view',
    query: pagedQuery({
      status: choice(...orderStatuses),
      statuses: commaList(...orderStatuses),
      channel_id: uuid(),
      merchant_id: uuid(),
      warehouse_id: uuid(),
      created_from: instant({ dateAllowed: true }),
      created_to: instant({ dateAllowed: true }),
      q: searchText(200),
    }),
    returns: orderSummaryView,
    run: pageOf(listOrders, showSummary),
  }),
  query({
    path: '/api/oms/orders/{id}',
    summary: 'One sales order with lines, customer, channel and shipments',
    permission: 'oms.orders.view',
    returns: orderView,
    run: byId(order),
  }),
  actions({
    path: '/api/oms/orders/{id}',
    summary: 'Act on an order, or edit a draft with {fields, lines}',
    description:
      'Illegal actions answer 400 ILLEGAL_TRANSITION with from, action and allowed. allocate needs warehouse_id, release needs ship_mode, partial_fulfill needs lines.',
    permission: ['oms.orders.create', manage, 'oms.orders.approve'],
    pathToInput,
    actions: {
      submit: { command: commands.submitOrder, permission: manage },
      approve: { command: commands.approveOrder, permission: 'oms.orders.approve' },
      allocate: { command: commands.allocateOrder, permission: manage },
      release: { command: commands.releaseOrder, permission: manage },
      fulfill: { command: commands.fulfillOrder, permission: manage },
      partial_fulfill: { command: commands.fulfillOrderInPart, permission: manage },
      deliver: { command: commands.deliverOrder, permission: manage },
      cancel: { command: commands.cancelOrder, permission: manage },
    },
    edit: { command: commands.editOrder, permission: 'oms.orders.create' },
    ...answer,
  }),
  command({
    path: '/api/oms/orders/{id}/push-to-wms',
    summary: 'Release an order to the WMS and create its shipment at commit; with ship, it leaves at once',
    description:
      'With ship the answer is that of the push and then of `ship` of each open shipment of the order, in one transaction: what one of them refuses (a hold, LABEL_MISSING, a lot on hold, a location that is counted) refuses the whole. Serials are presumed as `ship` presumes them.',
    permission: manage,
    command: commands.pushOrder,
    pathToInput,
    ...answer,
  }),
  command({
    path: '/api/oms/orders/{id}/cancel-request',
    summary: 'Cancel a released order; picked stock is put back by a task',
    description: 'What has shipped stays so: an order that shipped in part is fulfilled with less.',
    permission: manage,
    command: commands.requestOrderCancel,
    pathToInput,
    ...answer,
  }),
  create({
    path: '/api/oms/orders/{id}/holds',
    summary: 'Place a hold: an order on hold does not move',
    permission: manage,
    command: commands.holdOrder,
    pathToInput,
    ...answer,
  }),
  command({
    method: 'DELETE',
    path: '/api/oms/orders/{id}/holds/{holdId}',
    summary: 'Lift a hold',
    permission: manage,
    command: commands.liftHold,
    pathToInput: { id: 'order_id', holdId: 'hold_id' },
    ...answer,
  }),
];
