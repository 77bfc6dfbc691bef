/** How shipments and put-back tasks are shown. */
import type { PutBackRow } from '../../../db/shipping/shipments.read.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import { shipmentStatuses } from '../../../domain/shipping/shipment-states.ts';
import {
  anything,
  choice,
  date,
  flag,
  freeText,
  instant,
  integer,
  listOf,
  nullable,
  object,
  openObject,
  qty,
  uuid,
} from '../../../queues/schema.ts';
import { present } from '../../http/present.ts';

const summary = {
  id: uuid(),
  shipment_no: freeText(),
  status: choice(...shipmentStatuses),
  order_id: nullable(uuid()),
  order_no: nullable(freeText()),
  merchant_id: uuid(),
  warehouse_id: uuid(),
  warehouse_code: freeText(),
  ship_mode: choice(...shipModes),
  carrier_code: nullable(freeText()),
  service_code: nullable(freeText()),
  tracking_no: nullable(freeText()),
  split: flag(),
  ship_to: openObject(),
  required_ship_date: nullable(date()),
  signed_by: nullable(freeText()),
  created_at: instant(),
  updated_at: instant(),
  picking_at: nullable(instant()),
  picked_at: nullable(instant()),
  packed_at: nullable(instant()),
  shipped_at: nullable(instant()),
  delivered_at: nullable(instant()),
  cancelled_at: nullable(instant()),
};

export const shipmentSummaryView = object(summary);

export const shipmentView = object({
  ...summary,
  lines: listOf(
    object({
      id: uuid(),
      line_no: integer({ min: 1, max: 1_000_000 }),
      order_line_id: nullable(uuid()),
      item_id: uuid(),
      sku: freeText(),
      name: freeText(),
      qty: qty(),
    }),
  ),
  allocations: listOf(
    object({
      id: uuid(),
      shipment_line_id: uuid(),
      location_id: uuid(),
      location: freeText(),
      lot_no: nullable(freeText()),
      lpn_id: nullable(uuid()),
      qty: qty(),
      status: choice('open', 'picked', 'shipped', 'released'),
      why: anything(),
    }),
  ),
});

export const putBackView = object({
  id: uuid(),
  status: choice('open', 'done'),
  shipment_id: uuid(),
  order_id: nullable(uuid()),
  merchant_id: uuid(),
  warehouse_id: uuid(),
  item_id: uuid(),
  sku: freeText(),
  lot_no: nullable(freeText()),
  lpn_id: nullable(uuid()),
  qty: qty(),
  done_qty: nullable(qty()),
  from_location_id: uuid(),
  from_location: freeText(),
  to_location_id: uuid(),
  to_location: freeText(),
  created_at: instant(),
  done_at: nullable(instant()),
  done_by: nullable(freeText()),
});

export const showPutBack = (row: PutBackRow) => present(putBackView, { ...row, lot_no: row.lot_no || null });
