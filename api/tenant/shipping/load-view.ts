/** How loads are shown. */
import { findLoad, listLoadShipments } from '../../../db/shipping/loads.read.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import {
  freightClasses,
  freightTerms,
  handlingUnitTypes,
  loadStatuses,
} from '../../../domain/shipping/load-states.ts';
import { shipmentStatuses } from '../../../domain/shipping/shipment-states.ts';
import * as s from '../../../queues/schema.ts';
import type { Call } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { present } from '../../http/present.ts';

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
  pro_number: s.nullable(s.freeText()),
  freight_class: s.nullable(s.choice(...freightClasses)),
  goods_description: s.nullable(s.freeText(300)),
  bill_freight_to: s.openObject(),
  bol_number: s.nullable(s.freeText()),
  bill_of_lading_id: s.nullable(s.uuid()),
  created_at: s.instant(),
  updated_at: s.instant(),
  loading_at: s.nullable(s.instant()),
  loaded_at: s.nullable(s.instant()),
  shipped_at: s.nullable(s.instant()),
  cancelled_at: s.nullable(s.instant()),
  shipment_count: s.integer({ min: 0, max: 1e9 }),
};

export const loadSummaryView = s.object(fields);

export const loadView = s.object({
  ...fields,
  shipments: s.listOf(
    s.object({
      shipment_id: s.uuid(),
      shipment_no: s.freeText(),
      status: s.choice(...shipmentStatuses),
      order_id: s.nullable(s.uuid()),
      merchant_id: s.uuid(),
      po_number: s.nullable(s.freeText()),
    }),
  ),
});

/** A load with its shipments. Refuses 404. */
export async function loadDetail({ tx }: Call, { id }: { id: string }) {
  const found = existing('load', await findLoad(tx, id));
  return present(loadView, { ...found, shipments: await listLoadShipments(tx, id) });
}
