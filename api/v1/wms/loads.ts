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
import * as s from '../../../queues/schema.ts';
import { address } from '../../../queues/catalog/master-data.ts';
import { loadCommands } from '../../../queues/shipping/loads.ts';
import { command, create, list, type Call, type Endpoint } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { v1Query } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';
import { idOrCode, listed, withIds } from '../names.ts';

const path = '/v1/wms/loads';
const permission = 'wms.outbound.ship';
const addition = 'An addition, printed on the bill of lading.';

const fields = {
  id: s.uuid(),
  load_no: s.freeText(),
  status: s.choice(...loadStatuses),
  warehouse_id: s.uuid(),
  warehouse_code: s.freeText(),
  ship_mode: s.choice(...shipModes),
  carrier_id: s.nullable(s.uuid()),
  carrier: s.nullable(s.freeText()),
  scac: s.nullable(s.freeText()),
  freight_terms: s.choice(...freightTerms),
  trailer_no: s.nullable(s.freeText()),
  seal_no: s.nullable(s.freeText()),
  handling_unit_type: s.choice(...handlingUnitTypes),
  handling_units: s.nullable(s.integer({ min: 1, max: 1e9 })),
  weight_kg: s.nullable(s.decimalNumber({ places: 6, below: 1e12 })),
  ship_to: s.openObject(),
  pro_number: s.nullable(s.freeText(), addition),
  freight_class: s.nullable(s.choice(...freightClasses), addition),
  goods_description: s.nullable(s.freeText(), addition),
  bill_freight_to: s.described(s.openObject(), addition),
  bol_number: s.nullable(s.freeText()),
  bill_of_lading_id: s.nullable(s.uuid(), 'The document; created right after the load shipped.'),
  shipment_count: s.integer({ min: 0, max: 1e9 }),
  created_at: s.instant(),
  updated_at: s.instant(),
  shipped_at: s.nullable(s.instant()),
  cancelled_at: s.nullable(s.instant()),
};

const rowView = s.object(fields);
const loadView = s.object({
  ...fields,
  shipments: s.listOf(
    s.object({
      id: s.uuid(),
      shipment_no: s.freeText(),
      status: s.choice(...shipmentStatuses),
      order_id: s.nullable(s.uuid()),
      merchant_id: s.uuid(),
      po_number: s.nullable(
        s.freeText(),
        `The number the customer or the channel ordered under. ${addition}`,
      ),
    }),
  ),
});

async function detail({ tx }: Call, { id }: { id: string }) {
  const found = existing('load', await findLoad(tx, id));
  const shipments = await listLoadShipments(tx, id);
  return present(loadView, {
    ...found,
    shipments: shipments.map((shipment) => ({ ...shipment, id: shipment.shipment_id })),
  });
}

const createBody = s.object({
  warehouse_id: idOrCode(),
  ship_mode: s.optional(s.choice(...shipModes), 'Default ltl.'),
  carrier_id: s.optional(idOrCode()),
  freight_terms: s.optional(s.choice(...freightTerms)),
  trailer_no: s.optional(s.text(50)),
  seal_no: s.optional(s.text(50)),
  handling_unit_type: s.optional(s.choice(...handlingUnitTypes)),
  handling_units: s.optional(s.integer({ min: 1, max: 100_000 })),
  weight_kg: s.optional(s.decimalNumber({ places: 3, below: 1e9, positive: true })),
  ship_to: s.optional(s.openObject()),
  pro_number: s.optional(s.text(30), `The carrier's own number for the movement. ${addition}`),
  freight_class: s.optional(
    s.choice(...freightClasses),
    `The NMFC class by which LTL freight is rated. ${addition}`,
  ),
  goods_description: s.optional(s.text(300), addition),
  bill_freight_to: s.optional(address(), `Who pays the freight if the terms are third_party. ${addition}`),
  shipment_ids: s.optional(s.list(s.uuid(), { min: 1, max: 500 })),
});

export const loadEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Loads, newest first',
    permission: 'wms.outbound.view',
    query: v1Query(
      { status: s.choice(...loadStatuses), warehouse_id: idOrCode(), ship_mode: s.choice(...shipModes) },
      Object.keys(loadSorts),
    ),
    returns: rowView,
    run: (call) => listed(call, listLoads, shownAs(rowView)),
  }),
  create({
    path,
    summary: 'Plan a load, optionally with shipments',
    permission,
    command: loadCommands.createLoad,
    body: createBody,
    input: (call: Call, body: s.Infer<typeof createBody>) => withIds(call, body),
    respondWith: detail,
    returns: loadView,
  }),
  command({
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
