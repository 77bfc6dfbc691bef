/** Shipments and the put-back of picked stock. */
import { findShipment, listPutBacks, listShipments } from '../../../db/shipping/shipments.read.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import { shipmentKinds } from '../../../domain/shipping/shipment-kinds.ts';
import { shipmentStatuses } from '../../../domain/shipping/shipment-states.ts';
import { choice, described, uuid } from '../../../queues/schema.ts';
import { shipmentCommands as commands } from '../../../queues/shipping/shipments.ts';
import { actions, create, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, oneOf, pageOf } from '../../http/reads.ts';
import { commaList, pagedQuery, searchText } from '../../http/query-fields.ts';
import { shownAs } from '../../http/present.ts';
import { putBackView, shipmentSummaryView, shipmentView, showPutBack } from './shipment-view.ts';

const shipment = oneOf('shipment', findShipment, shownAs(shipmentView));

async function putBack({ tx }: Call, { id }: { id: string }) {
  const { rows } = await listPutBacks(tx, { id, page: 1, page_size: 1 });
  return showPutBack(rows[0]!);
}

const pathToInput = { id: 'shipment_id' };

export const shipmentEndpoints: readonly Endpoint[] = [
  list({
    path: '/api/wms/shipments',
    summary: 'Shipments, newest first',
    permission: 'wms.outbound.view',
    query: pagedQuery({
      kind: described(choice(...shipmentKinds), 'Default: order and direct.'),
      status: choice(...shipmentStatuses),
      statuses: commaList(...shipmentStatuses),
      warehouse_id: uuid(),
      merchant_id: uuid(),
      order_id: uuid(),
      ship_mode: choice(...shipModes),
      q: searchText(200),
    }),
    returns: shipmentSummaryView,
    run: pageOf(listShipments, shownAs(shipmentSummaryView)),
  }),
  create({
    path: '/api/wms/shipments',
    summary: 'Create a shipment without an order; its stock is allocated at once',
    permission: 'wms.outbound.ship',
    command: commands.createShipment,
    respondWith: shipment,
    returns: shipmentView,
  }),
  query({
    path: '/api/wms/shipments/{id}',
    summary: 'One shipment with its lines and the stock under them',
    permission: 'wms.outbound.view',
    returns: shipmentView,
    run: byId(shipment),
  }),
  actions({
    path: '/api/wms/shipments/{id}',
    summary: 'Pick, pack, ship, deliver or cancel a shipment',
    description:
      'pick confirms what is left to pick; ship confirms skipped steps in order. Repeating an action that is already done answers 200 with the same body; saying something else of it (tracking_no, carrier_code, serials, delivered_at, signed_by) is 400 ILLEGAL_TRANSITION with details.on_record.',
    permission: ['wms.outbound.ship', 'wms.picking.work', 'wms.packing.work'],
    pathToInput,
    actions: {
      pick: { command: commands.pickShipment, permission: 'wms.picking.work' },
      pack: { command: commands.packShipment, permission: 'wms.packing.work' },
      ship: { command: commands.shipShipment, permission: 'wms.outbound.ship' },
      deliver: { command: commands.deliverShipment, permission: 'wms.outbound.ship' },
      cancel: { command: commands.cancelShipment, permission: 'wms.outbound.ship' },
    },
    respondWith: shipment,
    returns: shipmentView,
  }),
  list({
    path: '/api/wms/put-back-tasks',
    summary: 'Picked stock of cancelled shipments that is waiting to be put back, oldest first',
    permission: 'wms.outbound.view',
    query: pagedQuery({ status: choice('open', 'done'), warehouse_id: uuid(), shipment_id: uuid() }),
    returns: putBackView,
    run: pageOf(listPutBacks, showPutBack),
  }),
  actions({
    path: '/api/wms/put-back-tasks/{id}',
    summary: 'Complete a put-back task: the stock is available again',
    description:
      'What is no longer on hold where it was picked to (moved, adjusted, its hold lifted) is not put back by this: say with qty how much was, 0 for nothing.',
    permission: 'wms.picking.work',
    pathToInput: { id: 'put_back_task_id' },
    actions: { complete: { command: commands.completePutBack, permission: 'wms.picking.work' } },
    respondWith: putBack,
    returns: putBackView,
  }),
];
