/** Serials: where each unit is, and who has it. */
import {
  findSerial,
  listSerials,
  serialStates,
  type SerialRow,
} from '../../../db/inventory/serials/serials.read.ts';
import { inventoryViewPermissions } from '../../../domain/permissions.ts';
import * as s from '../../../queues/schema.ts';
import { list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing, filteredPageOf } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { shownAs } from '../../http/present.ts';

const serialView = s.object({
  id: s.uuid(),
  serial_no: s.text(100),
  item_id: s.uuid(),
  sku: s.text(),
  item_name: s.text(300),
  merchant_id: s.uuid(),
  state: s.choice(...serialStates),
  is_presumed: s.described(
    s.flag(),
    'It was not named when it left: the ledger says that one left, and it was the likeliest.',
  ),
  warehouse_id: s.nullable(s.uuid()),
  location_id: s.nullable(s.uuid(), 'Where it is; none once it has left.'),
  location: s.nullable(s.text()),
  lot_no: s.nullable(s.text()),
  lpn_id: s.nullable(s.uuid()),
  lpn: s.nullable(s.text(), 'The carton or pallet it is on.'),
  parent_lpn: s.nullable(s.text(), 'The pallet that the carton stands on.'),
  is_place_presumed: s.described(
    s.flag(),
    'Some units of several moved from or to its place, and nobody named them since: the oldest are taken to have gone.',
  ),
  placed_by: s.nullable(s.uuid(), 'The operation that brought it there; see /api/operations/{id}.'),
  receipt_id: s.nullable(s.uuid()),
  receipt_no: s.nullable(s.text()),
  transfer_id: s.nullable(s.uuid(), 'The transfer it is on its way with, or came with last.'),
  transfer_no: s.nullable(s.text()),
  shipment_id: s.nullable(s.uuid(), 'The shipment it left with.'),
  shipment_no: s.nullable(s.text()),
  order_id: s.nullable(s.uuid()),
  order_no: s.nullable(s.text()),
  ship_to: s.nullable(
    s.text(),
    'Who has it: the name the shipment went to. Null, as tracking_no, without the permission wms.outbound.view.',
  ),
  tracking_no: s.nullable(s.text()),
  received_at: s.instant(),
  left_at: s.nullable(s.instant()),
});

const show = shownAs(serialView);

/** Where a unit is concerns whoever handles stock; whom it went to, whoever may see shipments. */
const shownTo =
  ({ permissions }: Call['principal']) =>
  (row: SerialRow) =>
    show(permissions.includes('wms.outbound.view') ? row : { ...row, ship_to: null, tracking_no: null });

export const serialEndpoints: readonly Endpoint[] = [
  list({
    path: '/api/wms/serials',
    summary: 'Serial numbers: where each unit is, and who has it',
    description:
      'A unit that left and came back is listed once for each time; its newest row says where it is.',
    permission: inventoryViewPermissions,
    query: pagedQuery({
      serial_no: s.described(s.text(100), 'Exactly this number, of any item.'),
      item_id: s.uuid(),
      state: s.choice(...serialStates),
      location_id: s.uuid(),
      lpn_id: s.described(s.uuid(), 'On this license plate, or on it last.'),
      receipt_id: s.uuid(),
      shipment_id: s.uuid(),
    }),
    returns: serialView,
    run: (call) => filteredPageOf(listSerials, shownTo(call.principal))(call),
  }),
  query({
    path: '/api/wms/serials/{id}',
    summary: 'One serial number',
    permission: inventoryViewPermissions,
    returns: serialView,
    run: byId(async ({ tx, principal }, { id }) =>
      shownTo(principal)(existing('serial', await findSerial(tx, id))),
    ),
  }),
];
