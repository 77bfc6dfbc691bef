/** Commands of loads and of shipping documents. */
import { shipModes } from '../../domain/catalog/ship-modes.ts';
import { freightClasses, freightTerms, handlingUnitTypes } from '../../domain/shipping/load-states.ts';
import { address } from '../catalog/master-data.ts';
import Joi from 'joi';
import { defineCommand } from '../engine/define-command.ts';
import * as s from '../schema.ts';

const load = { load_id: s.uuid() };
const result = s.object({ id: s.uuid() });
const shipmentIds = () => s.list(s.uuid(), { min: 1, max: 500 });

const facts = {
  carrier_id: s.optional(s.nullable(s.uuid())),
  scac: s.optional(
    s.custom<string | null>(
      Joi.string()
        .allow(null)
        .pattern(/^[A-Z]{2,4}$/),
    ),
    "Default: the carrier's.",
  ),
  freight_terms: s.optional(s.choice(...freightTerms)),
  trailer_no: s.optional(s.nullable(s.text(50))),
  seal_no: s.optional(s.nullable(s.text(50))),
  handling_unit_type: s.optional(s.choice(...handlingUnitTypes)),
  handling_units: s.optional(
    s.nullable(s.integer({ min: 1, max: 100_000 })),
    'Default: the cartons, else the shipments.',
  ),
  weight_kg: s.optional(
    s.nullable(s.decimalNumber({ places: 3, below: 1e9, positive: true })),
    "Default: the cartons' weights, else the items'.",
  ),
  ship_to: s.optional(s.openObject()),
  pro_number: s.optional(s.nullable(s.text(30)), "The carrier's own number for the shipment (PRO number)."),
  freight_class: s.optional(
    s.nullable(s.choice(...freightClasses)),
    'NMFC class, by which LTL freight is rated.',
  ),
  goods_description: s.optional(s.nullable(s.text(300)), 'As printed on the bill of lading.'),
  bill_freight_to: s.optional(
    address(),
    'Who pays the freight when the terms are third_party; all fields, or {}.',
  ),
};

export const loadCommands = {
  createLoad: defineCommand({
    name: 'wms.create_load',
    runs: 'inline',
    summary: 'Plans a load, with shipments when given.',
    input: s.object({
      warehouse_id: s.uuid(),
      ship_mode: s.optional(s.choice(...shipModes), 'Default ltl.'),
      ...facts,
      shipment_ids: s.optional(shipmentIds()),
    }),
    result,
  }),
  editLoad: defineCommand({
    name: 'wms.edit_load',
    runs: 'inline',
    summary: 'Changes the details of a load that has not left.',
    input: s.object({ ...load, ...facts }),
    result,
  }),
  addLoadShipments: defineCommand({
    name: 'wms.add_load_shipments',
    runs: 'inline',
    summary: 'Adds shipments to a load.',
    input: s.object({ ...load, shipment_ids: shipmentIds() }),
    result,
  }),
  removeLoadShipments: defineCommand({
    name: 'wms.remove_load_shipments',
    runs: 'inline',
    summary: 'Takes shipments off a load.',
    input: s.object({ ...load, shipment_ids: shipmentIds() }),
    result,
  }),
  startLoading: defineCommand({
    name: 'wms.start_loading',
    runs: 'inline',
    summary: 'Starts loading a planned load.',
    input: s.object(load),
    result,
  }),
  finishLoading: defineCommand({
    name: 'wms.finish_loading',
    runs: 'inline',
    summary: 'Marks a load as loaded, and the pallets its shipments were picked on.',
    input: s.object(load),
    result,
  }),
  unload: defineCommand({
    name: 'wms.unload',
    runs: 'inline',
    summary: 'Unloads a loaded load: it is loading again, and its pallets are picked.',
    input: s.object(load),
    result,
  }),
  shipLoad: defineCommand({
    name: 'wms.ship_load',
    runs: 'inventory',
    summary: 'Ships all shipments of a load in one transaction and assigns its bill of lading number, once.',
    input: s.object(load),
    result,
  }),
  cancelLoad: defineCommand({
    name: 'wms.cancel_load',
    runs: 'inline',
    summary:
      'Cancels a load that has not left, and its transport order; its shipments are free for another load.',
    input: s.object(load),
    result,
  }),
};

export const paperCommands = {
  makePackingList: defineCommand({
    name: 'wms.make_packing_list',
    runs: 'inline',
    summary: 'Finds the packing list of a shipped shipment.',
    input: s.object({ shipment_id: s.uuid() }),
    result,
  }),
  labelPackingLists: defineCommand({
    name: 'wms.label_packing_lists',
    runs: 'print-dispatch',
    together: true,
    // A label is there within a second of shipping. A job of its own for each would cost a third of the shipping.
    gatherMs: 200,
    summary: 'Prints the packing lists of shipments that left together as labels.',
    input: s.object({ shipment_ids: shipmentIds() }),
    result: s.object({ ids: s.listOf(s.uuid()) }),
  }),
  makeBillOfLading: defineCommand({
    name: 'wms.make_bill_of_lading',
    runs: 'inline',
    summary: 'Finds the bill of lading of a shipped load.',
    input: s.object({ load_id: s.uuid() }),
    result,
  }),
};
