/** Commands of shipments. They move stock, so they run on the inventory queue. */
import { shipModes } from '../../domain/catalog/ship-modes.ts';
import { defineCommand } from '../engine/define-command.ts';
import { identifier } from '../inventory/identifier.ts';
import { lineUnit } from '../catalog/line-unit.ts';
import * as s from '../schema.ts';

export const namedSerials = () =>
  s.optional(
    s.list(s.object({ item_id: s.uuid(), serial_nos: s.list(identifier(100), { min: 1, max: 2_000 }) }), {
      min: 1,
      max: 500,
    }),
    'Which serials leave. Of units not named, those named at their picks leave; of the others the oldest where they were are presumed to.',
  );

const shipment = { shipment_id: s.uuid() };
const result = s.object({ id: s.uuid() });

export const shipmentCommands = {
  createShipment: defineCommand({
    name: 'wms.create_shipment',
    runs: 'allocation',
    summary: 'Creates a shipment without an order, together with its allocated stock or not at all.',
    input: s.object({
      merchant_id: s.optional(s.nullable(s.uuid())),
      warehouse_id: s.uuid(),
      ship_mode: s.optional(s.choice(...shipModes)),
      carrier_code: s.optional(s.nullable(s.code())),
      service_code: s.optional(s.nullable(s.code())),
      ship_to: s.optional(s.openObject()),
      required_ship_date: s.optional(s.nullable(s.date())),
      lines: s.list(s.object({ item_id: s.uuid(), qty: s.qty({ positive: true }), ...lineUnit() }), {
        min: 1,
        max: 1000,
      }),
    }),
    result,
  }),
  pickShipment: defineCommand({
    name: 'wms.pick_shipment',
    runs: 'inventory',
    together: true,
    summary: 'Confirms the remaining picks, through picking to picked.',
    input: s.object(shipment),
    result,
  }),
  packShipment: defineCommand({
    name: 'wms.pack_shipment',
    runs: 'inventory',
    together: true,
    summary:
      'Marks a picked shipment as packed: all in cartons once a carton was started, otherwise without cartons.',
    input: s.object({
      ...shipment,
      without_cartons: s.optional(
        s.flag(),
        'Packs the shipment although some picked units are in no carton.',
      ),
    }),
    result,
  }),
  shipShipment: defineCommand({
    name: 'wms.ship_shipment',
    runs: 'inventory',
    together: true,
    summary: 'Ships: skipped steps are confirmed in order, the stock leaves the ledger once.',
    input: s.object({
      ...shipment,
      tracking_no: s.optional(s.text(100)),
      carrier_code: s.optional(s.code()),
      serials: namedSerials(),
    }),
    result,
  }),
  deliverShipment: defineCommand({
    name: 'wms.deliver_shipment',
    runs: 'inventory',
    together: true,
    summary: 'Confirms delivery, which cannot be dated before shipping.',
    input: s.object({
      ...shipment,
      delivered_at: s.optional(s.instant()),
      signed_by: s.optional(s.text(150)),
    }),
    result,
  }),
  cancelShipment: defineCommand({
    name: 'wms.cancel_shipment',
    runs: 'inventory',
    together: true,
    summary: 'Cancels a shipment before it ships, and releases its stock.',
    input: s.object(shipment),
    result,
  }),
  completePutBack: defineCommand({
    name: 'wms.complete_put_back',
    runs: 'inventory',
    summary: 'Puts picked stock of a cancelled shipment back where it came from, or in another location.',
    input: s.object({
      put_back_task_id: s.uuid(),
      location_id: s.optional(s.uuid()),
      qty: s.optional(
        s.qty({ min: 0 }),
        'How much was put back, when less is there than was picked: the rest stays as it is on the books. Default all.',
      ),
    }),
    result,
  }),
};
