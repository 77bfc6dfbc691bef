/** How shipments and put-back tasks are shown. */
import type { PutBackRow } from '../../../db/shipping/shipments.read.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import { trackingKinds } from '../../../domain/catalog/tracking-kinds.ts';
import { shipmentKinds } from '../../../domain/shipping/shipment-kinds.ts';
import { shipmentStatuses } from '../../../domain/shipping/shipment-states.ts';
import { shownUnit } from '../../../queues/catalog/line-unit.ts';
import * as s from '../../../queues/schema.ts';
import { present } from '../../http/present.ts';

const summary = {
  id: s.uuid(),
  shipment_no: s.freeText(),
  status: s.choice(...shipmentStatuses),
  kind: s.choice(...shipmentKinds),
  transfer_id: s.nullable(s.uuid()),
  vendor_return_id: s.nullable(s.uuid()),
  disposition_id: s.described(
    s.nullable(s.uuid()),
    'What became of inspected units of a return: they go back to the customer.',
  ),
  order_id: s.nullable(s.uuid()),
  order_no: s.nullable(s.freeText()),
  merchant_id: s.uuid(),
  warehouse_id: s.uuid(),
  warehouse_code: s.freeText(),
  ship_mode: s.choice(...shipModes),
  carrier_code: s.nullable(s.freeText()),
  service_code: s.nullable(s.freeText()),
  tracking_no: s.nullable(s.freeText()),
  tracking_state: s.nullable(s.choice(...trackingKinds), 'The newest that its carrier told of that parcel.'),
  split: s.flag(),
  ship_to: s.openObject(),
  required_ship_date: s.nullable(s.date()),
  signed_by: s.nullable(s.freeText()),
  created_at: s.instant(),
  updated_at: s.instant(),
  picking_at: s.nullable(s.instant()),
  picked_at: s.nullable(s.instant()),
  packed_at: s.nullable(s.instant()),
  shipped_at: s.nullable(s.instant()),
  delivered_at: s.nullable(s.instant()),
  cancelled_at: s.nullable(s.instant()),
};

export const shipmentSummaryView = s.object(summary);

export const shipmentView = s.object({
  ...summary,
  lines: s.listOf(
    s.object({
      id: s.uuid(),
      line_no: s.integer({ min: 1, max: 1_000_000 }),
      order_line_id: s.nullable(s.uuid()),
      item_id: s.uuid(),
      sku: s.freeText(),
      name: s.freeText(),
      qty: s.qty(),
      ...shownUnit,
    }),
  ),
  allocations: s.listOf(
    s.object({
      id: s.uuid(),
      shipment_line_id: s.uuid(),
      location_id: s.uuid(),
      location: s.freeText(),
      lot_no: s.nullable(s.freeText()),
      lpn_id: s.nullable(s.uuid()),
      qty: s.qty(),
      status: s.choice('open', 'picked', 'shipped', 'released'),
      why: s.anything(),
    }),
  ),
});

export const putBackView = s.object({
  id: s.uuid(),
  status: s.choice('open', 'done'),
  shipment_id: s.uuid(),
  order_id: s.nullable(s.uuid()),
  merchant_id: s.uuid(),
  warehouse_id: s.uuid(),
  item_id: s.uuid(),
  sku: s.freeText(),
  lot_no: s.nullable(s.freeText()),
  lpn_id: s.nullable(s.uuid()),
  qty: s.qty(),
  done_qty: s.nullable(s.qty()),
  from_location_id: s.uuid(),
  from_location: s.freeText(),
  to_location_id: s.uuid(),
  to_location: s.freeText(),
  created_at: s.instant(),
  done_at: s.nullable(s.instant()),
  done_by: s.nullable(s.freeText()),
});

export const showPutBack = (row: PutBackRow) => present(putBackView, { ...row, lot_no: row.lot_no || null });
