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
import {
  choice,
  decimalNumber,
  freeText,
  instant,
  integer,
  listOf,
  nullable,
  object,
  openObject,
  uuid,
} from '../../../queues/schema.ts';
import type { Call } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { present } from '../../http/present.ts';

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
  pro_number: nullable(freeText()),
  freight_class: nullable(choice(...freightClasses)),
  goods_description: nullable(freeText(300)),
  bill_freight_to: openObject(),
  bol_number: nullable(freeText()),
  bill_of_lading_id: nullable(uuid()),
  created_at: instant(),
  updated_at: instant(),
  loading_at: nullable(instant()),
  loaded_at: nullable(instant()),
  shipped_at: nullable(instant()),
  cancelled_at: nullable(instant()),
  shipment_count: integer({ min: 0, max: 1e9 }),
};

export const loadSummaryView = object(fields);

export const loadView = object({
  ...fields,
  shipments: listOf(
    object({
      shipment_id: uuid(),
      shipment_no: freeText(),
      status: choice(...shipmentStatuses),
      order_id: nullable(uuid()),
      merchant_id: uuid(),
      po_number: nullable(freeText()),
    }),
  ),
});

/** A load with its shipments. Refuses 404. */
export async function loadDetail({ tx, organizationId }: Call, { id }: { id: string }) {
  const found = existing('load', await findLoad(tx, organizationId, id));
  return present(loadView, { ...found, shipments: await listLoadShipments(tx, organizationId, id) });
}
