/** Commands of loads and of shipping documents. */
import { shipModes } from '../../domain/catalog/ship-modes.ts';
import { freightClasses, freightTerms, handlingUnitTypes } from '../../domain/shipping/load-states.ts';
import { address } from '../catalog/master-data.ts';
import Joi from 'joi';
import { defineCommand } from '../engine/define-command.ts';
import {
  choice,
  custom,
  decimalNumber,
  described,
  integer,
  list,
  nullable,
  object,
  openObject,
  optional,
  text,
  uuid,
} from '../schema.ts';

const load = { load_id: uuid() };
const result = object({ id: uuid() });
const shipmentIds = () => list(uuid(), { min: 1, max: 500 });

const facts = {
  carrier_id: optional(nullable(uuid())),
  scac: optional(
    described(
      custom<string | null>(
        Joi.string()
          .allow(null)
          .pattern(/^[A-Z]{2,4}$/),
      ),
      "Default: the carrier's.",
    ),
  ),
  freight_terms: optional(choice(...freightTerms)),
  trailer_no: optional(nullable(text(50))),
  seal_no: optional(nullable(text(50))),
  handling_unit_type: optional(choice(...handlingUnitTypes)),
  handling_units: optional(
    described(nullable(integer({ min: 1, max: 100_000 })), 'Default: the cartons, else the shipments.'),
  ),
  weight_kg: optional(
    described(
      nullable(decimalNumber({ places: 3, below: 1e9, positive: true })),
      "Default: the cartons' weights, else the items'.",
    ),
  ),
  ship_to: optional(openObject()),
  pro_number: optional(
    described(nullable(text(30)), "The carrier's own number for the shipment (PRO number)."),
  ),
  freight_class: optional(
    described(nullable(choice(...freightClasses)), 'NMFC class, by which LTL freight is rated.'),
  ),
  goods_description: optional(described(nullable(text(300)), 'As printed on the bill of lading.')),
  bill_freight_to: optional(
    described(address(), 'Who pays the freight when the terms are third_party; all fields, or {}.'),
  ),
};

export const loadCommands = {
  createLoad: defineCommand({
    name: 'wms.create_load',
    runs: 'inline',
    summary: 'Plans a load, with shipments when given.',
    input: object({
      warehouse_id: uuid(),
      ship_mode: optional(described(choice(...shipModes), 'Default ltl.')),
      ...facts,
      shipment_ids: optional(shipmentIds()),
    }),
    result,
  }),
  editLoad: defineCommand({
    name: 'wms.edit_load',
    runs: 'inline',
    summary: 'Changes the details of a load that has not left.',
    input: object({ ...load, ...facts }),
    result,
  }),
  addLoadShipments: defineCommand({
    name: 'wms.add_load_shipments',
    runs: 'inline',
    summary: 'Adds shipments to a load.',
    input: object({ ...load, shipment_ids: shipmentIds() }),
    result,
  }),
  removeLoadShipments: defineCommand({
    name: 'wms.remove_load_shipments',
    runs: 'inline',
    summary: 'Takes shipments off a load.',
    input: object({ ...load, shipment_ids: shipmentIds() }),
    result,
  }),
  startLoading: defineCommand({
    name: 'wms.start_loading',
    runs: 'inline',
    summary: 'Starts loading a planned load.',
    input: object(load),
    result,
  }),
  finishLoading: defineCommand({
    name: 'wms.finish_loading',
    runs: 'inline',
    summary: 'Marks a load as loaded, and the pallets its shipments were picked on.',
    input: object(load),
    result,
  }),
  unload: defineCommand({
    name: 'wms.unload',
    runs: 'inline',
    summary: 'Unloads a loaded load: it is loading again, and its pallets are picked.',
    input: object(load),
    result,
  }),
  shipLoad: defineCommand({
    name: 'wms.ship_load',
    runs: 'inventory',
    summary: 'Ships all shipments of a load in one transaction and assigns its bill of lading number, once.',
    input: object(load),
    result,
  }),
  cancelLoad: defineCommand({
    name: 'wms.cancel_load',
    runs: 'inline',
    summary:
      'Cancels a load that has not left, and its transport order; its shipments are free for another load.',
    input: object(load),
    result,
  }),
};

export const paperCommands = {
  makePackingList: defineCommand({
    name: 'wms.make_packing_list',
    runs: 'print-dispatch',
    summary: 'Generates the packing list of a shipped shipment, or returns the existing one.',
    input: object({ shipment_id: uuid() }),
    result,
  }),
  makeBillOfLading: defineCommand({
    name: 'wms.make_bill_of_lading',
    runs: 'print-dispatch',
    summary: 'Generates the bill of lading of a shipped load, or returns the existing one.',
    input: object({ load_id: uuid() }),
    result,
  }),
};
