/** Commands of shipments. They move stock, so they run on the inventory queue. */
import { shipModes } from '../../domain/catalog/ship-modes.ts';
import { defineCommand } from '../engine/define-command.ts';
import { identifier } from '../inventory/identifier.ts';
import {
  choice,
  code,
  date,
  described,
  flag,
  instant,
  list,
  nullable,
  object,
  openObject,
  optional,
  qty,
  text,
  uuid,
} from '../schema.ts';

const shipment = { shipment_id: uuid() };
const result = object({ id: uuid() });

export const shipmentCommands = {
  createShipment: defineCommand({
    name: 'wms.create_shipment',
    runs: 'allocation',
    summary: 'Creates a shipment without an order, together with its allocated stock or not at all.',
    input: object({
      merchant_id: optional(nullable(uuid())),
      warehouse_id: uuid(),
      ship_mode: optional(choice(...shipModes)),
      carrier_code: optional(nullable(code())),
      service_code: optional(nullable(code())),
      ship_to: optional(openObject()),
      required_ship_date: optional(nullable(date())),
      lines: list(object({ item_id: uuid(), qty: qty({ positive: true }) }), { min: 1, max: 1000 }),
    }),
    result,
  }),
  pickShipment: defineCommand({
    name: 'wms.pick_shipment',
    runs: 'inventory',
    summary: 'Confirms the remaining picks, through picking to picked.',
    input: object(shipment),
    result,
  }),
  packShipment: defineCommand({
    name: 'wms.pack_shipment',
    runs: 'inventory',
    summary:
      'Marks a picked shipment as packed: all in cartons once a carton was started, otherwise without cartons.',
    input: object({
      ...shipment,
      without_cartons: optional(
        described(flag(), 'Packs the shipment although some picked units are in no carton.'),
      ),
    }),
    result,
  }),
  shipShipment: defineCommand({
    name: 'wms.ship_shipment',
    runs: 'inventory',
    summary: 'Ships: skipped steps are confirmed in order, the stock leaves the ledger once.',
    input: object({
      ...shipment,
      tracking_no: optional(text(100)),
      carrier_code: optional(code()),
      serials: optional(
        described(
          list(object({ item_id: uuid(), serial_nos: list(identifier(100), { min: 1, max: 2_000 }) }), {
            min: 1,
            max: 500,
          }),
          'Which serials leave. For serial-tracked units not named, the oldest in stock are presumed to leave.',
        ),
      ),
    }),
    result,
  }),
  deliverShipment: defineCommand({
    name: 'wms.deliver_shipment',
    runs: 'inventory',
    summary: 'Confirms delivery, which cannot be dated before shipping.',
    input: object({ ...shipment, delivered_at: optional(instant()), signed_by: optional(text(150)) }),
    result,
  }),
  cancelShipment: defineCommand({
    name: 'wms.cancel_shipment',
    runs: 'inventory',
    summary: 'Cancels a shipment before it ships, and releases its stock.',
    input: object(shipment),
    result,
  }),
  completePutBack: defineCommand({
    name: 'wms.complete_put_back',
    runs: 'inventory',
    summary: 'Puts picked stock of a cancelled shipment back where it came from, or in another location.',
    input: object({
      put_back_task_id: uuid(),
      location_id: optional(uuid()),
      qty: optional(
        described(
          qty({ min: 0 }),
          'How much was put back, when less is there than was picked: the rest stays as it is on the books. Default all.',
        ),
      ),
    }),
    result,
  }),
};
