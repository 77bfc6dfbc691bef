/** v1: loads (LTL, TL). */
import { findLoad, listLoadShipments, listLoads, loadSorts } from '../../../db/shipping/loads.read.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import {
  freightClasses,
  freightTerms,
  handlingUnitTypes,
  loadStatuses,
} from '../../../domain/shipping/load-states.ts';
import { shipmentStatuses } from '../../../domain/shipping/shipment-states.ts';
import {
  choice,
  decimalNumber,
  described,
  freeText,
  instant,
  integer,
  list as listField,
  listOf,
  nullable,
  object,
  openObject,
  optional,
  text,
  uuid,
  type Infer,
} from '../../../queues/schema.ts';
import { address } from '../../../queues/catalog/master-data.ts';
import { loadCommands } from '../../../queues/shipping/loads.ts';
import { command, list, type Call, type Endpoint } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { v1Query } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';
import { idOrCode, listed, withIds } from '../names.ts';

const path = '/v1/wms/loads';
const permission = 'wms.outbound.ship';
const addition = 'An addition, printed on the bill of lading.';

const fields = {
  id: uuid(),
  load_no: freeText(),
  status: choice(...loadStatuses),
  warehouse_id: uuid(),
  warehouse_code: freeText(),
  ship_mode: choice(...shipModes),
  carrier_id: nullable(uuid()),
  carrier: nullable(freeText()),
  scac: nullable(freeText()),
  freight_terms: choice(...freightTerms),
  trailer_no: nullable(freeText()),
  seal_no: nullable(freeText()),
  handling_unit_type: choice(...handlingUnitTypes),
  handling_units: nullable(integer({ min: 1, max: 1e9 })),
  weight_kg: nullable(decimalNumber({ places: 6, below: 1e12 })),
  ship_to: openObject(),
  pro_number: described(nullable(freeText()), addition),
  freight_class: described(nullable(choice(...freightClasses)), addition),
  goods_description: described(nullable(freeText()), addition),
  bill_freight_to: described(openObject(), addition),
  bol_number: nullable(freeText()),
  bill_of_lading_id: described(nullable(uuid()), 'The document; created right after the load shipped.'),
  shipment_count: integer({ min: 0, max: 1e9 }),
  created_at: instant(),
  updated_at: instant(),
  shipped_at: nullable(instant()),
  cancelled_at: nullable(instant()),
};

const rowView = object(fields);
const loadView = object({
  ...fields,
  shipments: listOf(
    object({
      id: uuid(),
      shipment_no: freeText(),
      status: choice(...shipmentStatuses),
      order_id: nullable(uuid()),
      merchant_id: uuid(),
      po_number: described(
        nullable(freeText()),
        `The number the customer or the channel ordered under. ${addition}`,
      ),
    }),
  ),
});

async function detail({ tx, organizationId }: Call, { id }: { id: string }) {
  const found = existing('load', await findLoad(tx, organizationId, id));
  const shipments = await listLoadShipments(tx, organizationId, id);
  return present(loadView, {
    ...found,
    shipments: shipments.map((shipment) => ({ ...shipment, id: shipment.shipment_id })),
  });
}

const createBody = object({
  warehouse_id: idOrCode(),
  ship_mode: optional(described(choice(...shipModes), 'Default ltl.')),
  carrier_id: optional(idOrCode()),
  freight_terms: optional(choice(...freightTerms)),
  trailer_no: optional(text(50)),
  seal_no: optional(text(50)),
  handling_unit_type: optional(choice(...handlingUnitTypes)),
  handling_units: optional(integer({ min: 1, max: 100_000 })),
  weight_kg: optional(decimalNumber({ places: 3, below: 1e9, positive: true })),
  ship_to: optional(openObject()),
  pro_number: optional(described(text(30), `The carrier's own number for the movement. ${addition}`)),
  freight_class: optional(
    described(choice(...freightClasses), `The NMFC class by which LTL freight is rated. ${addition}`),
  ),
  goods_description: optional(described(text(300), addition)),
  bill_freight_to: optional(
    described(address(), `Who pays the freight if the terms are third_party. ${addition}`),
  ),
  shipment_ids: optional(listField(uuid(), { min: 1, max: 500 })),
});

export const loadEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Loads, newest first',
    permission: 'wms.outbound.view',
    query: v1Query(
      { status: choice(...loadStatuses), warehouse_id: idOrCode(), ship_mode: choice(...shipModes) },
      Object.keys(loadSorts),
    ),
    returns: rowView,
    run: (call) => listed(call, listLoads, shownAs(rowView)),
  }),
  command({
    method: 'POST',
    path,
    summary: 'Plan a load, optionally with shipments',
    permission,
    command: loadCommands.createLoad,
    body: createBody,
    input: (call: Call, body: Infer<typeof createBody>) => withIds(call, body),
    respondWith: detail,
    returns: loadView,
    status: 201,
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/ship`,
    summary: 'Ship a load: all its shipments at once, with a bill of lading',
    description: 'Repeating it changes nothing: the bill of lading number is assigned once.',
    permission,
    command: loadCommands.shipLoad,
    pathToInput: { id: 'load_id' },
    respondWith: detail,
    returns: loadView,
  }),
];
