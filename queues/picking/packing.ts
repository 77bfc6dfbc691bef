/** Commands of packing. */
import { packMethods, smallerReasons, unpackedReasons } from '../../domain/picking/cartonize.ts';
import { rotations } from '../../domain/picking/turns.ts';
import { defineCommand } from '../engine/define-command.ts';
import { stockQty } from '../inventory/inventory.ts';
import * as s from '../schema.ts';

const measure = () => s.optional(s.nullable(s.decimalNumber({ places: 3, below: 1e6, positive: true })));
const result = s.object({ id: s.uuid() });
const number = () => s.integer({ min: 1, max: 1e9 });
const count = () => s.integer({ min: 0, max: 1e9 });
const centimetres = () => s.decimalNumber({ places: 6, min: 0, below: 1e6 });

const planLine = { item_id: s.uuid(), sku: s.text(), lot_no: s.nullable(s.freeText()), qty: stockQty() };

const placement = s.object({
  item_id: s.uuid(),
  lot_no: s.nullable(s.freeText()),
  uom: s.text(),
  rotation: s.described(
    s.choice(...rotations),
    "Which side of the packaging lies along the carton's length, its width and upright: L length, W width, H height.",
  ),
  x_cm: s.described(
    centimetres(),
    'From the corner of the carton along its length, inside; y along its width, z upwards.',
  ),
  y_cm: centimetres(),
  z_cm: centimetres(),
  count_x: s.described(number(), 'So many side by side from there, close together, in each direction.'),
  count_y: number(),
  count_z: number(),
});

/** A carton of a plan, with what lies where in it. */
export const planCarton = {
  carton: s.described(number(), 'Its number; packing takes it as planned_carton.'),
  sscc: s.nullable(
    s.freeText(18),
    'Reserved for it: packing gives it this number, and a cluster takes it as the position. A dry run reserves none.',
  ),
  carton_type_id: s.nullable(s.uuid(), 'Null: the goods are their own carton.'),
  carton_type: s.nullable(s.text()),
  length_cm: s.described(centimetres(), 'Outside.'),
  width_cm: centimetres(),
  height_cm: centimetres(),
  weight_kg: s.described(s.decimalNumber({ places: 6, min: 0, below: 1e12 }), 'With the carton.'),
  fill: s.described(
    s.decimalNumber({ places: 3, min: 0, below: 2 }),
    'How much of its inside is goods: 0 to 1.',
  ),
  lines: s.listOf(s.object(planLine)),
  placements: s.listOf(placement),
  rejected: s.described(
    s.listOf(s.object({ carton_type: s.text(), reason: s.choice(...smallerReasons), left: count() })),
    'Cheaper cartons that do not take the same goods: too little volume, too much weight, or no room found for `left` of them.',
  ),
};

/** What a plan has besides its cartons. */
export const planRest = {
  unpacked: s.described(
    s.listOf(s.object({ ...planLine, reason: s.choice(...unpackedReasons) })),
    'What is in no carton, and why: no_dims and no_weight where nobody measured the item, fraction a part of a unit, too_large and too_heavy for every carton, no_carton where there is none, too_many beyond 2,000 pieces.',
  ),
  at_least: s.described(count(), 'Fewer cartons cannot do, by volume and weight.'),
  method: s.nullable(
    s.choice(...packMethods),
    'What went in first in the cheapest of the plans tried. Null: the goods are their own cartons, or the plan is an old one.',
  ),
};

export const packingCommands = {
  planCartons: defineCommand({
    name: 'wms.plan_cartons',
    runs: 'inline',
    summary: 'Plans which cartons a shipment or other goods go into, and how they lie in them.',
    input: s.ruled(
      s.object({
        shipment_id: s.optional(s.uuid(), 'Exactly one of shipment_id and lines.'),
        lines: s.optional(
          s.list(s.object({ item_id: s.uuid(), qty: s.qty({ positive: true }) }), { min: 1, max: 500 }),
          "Goods of one merchant that no shipment holds, such as a quote's. Nothing is kept.",
        ),
        carton_type_ids: s.optional(
          s.list(s.uuid(), { min: 1, max: 100 }),
          "These types only. Default: all that are in use for the merchant's goods.",
        ),
        dry_run: s.optional(s.flag(), 'Says what would be planned, and keeps nothing.'),
      }),
      (schema) => schema.xor('shipment_id', 'lines'),
    ),
    result: s.object({
      shipment_id: s.nullable(s.uuid(), 'Null: the goods were named.'),
      dry_run: s.flag(),
      cartons: s.listOf(s.object(planCarton)),
      ...planRest,
      types_tried: count(),
    }),
  }),
  planWaveCartons: defineCommand({
    name: 'wms.plan_wave_cartons',
    runs: 'inventory',
    summary: 'Plans the cartons of the shipments of a wave that was released.',
    input: s.object({ wave_id: s.uuid(), after: s.optional(s.uuid()) }),
    result: s.object({ planned: count() }),
  }),
  packCarton: defineCommand({
    name: 'wms.pack_carton',
    runs: 'inline',
    summary: 'Packs picked units of a shipment into a carton, which gets its SSCC.',
    input: s.ruled(
      s.object({
        shipment_id: s.uuid(),
        lines: s.optional(
          s.list(
            s.object({
              item_id: s.uuid(),
              lot_no: s.optional(s.nullable(s.text(100))),
              qty: s.qty({ positive: true }),
            }),
            { min: 1, max: 500 },
          ),
          'Exactly one of lines and planned_carton.',
        ),
        planned_carton: s.optional(
          number(),
          'The number of a carton in the pack plan: its lines, type, measures and weight are taken from there.',
        ),
        carton_type_id: s.optional(
          s.nullable(s.uuid()),
          'What it is packed in: its own weight counts where the carton is not weighed, its outer measures where none are given.',
        ),
        weight_kg: measure(),
        length_cm: measure(),
        width_cm: measure(),
        height_cm: measure(),
        print_label: s.optional(s.flag()),
      }),
      (schema) => schema.xor('lines', 'planned_carton'),
    ),
    result,
  }),
  unpackCarton: defineCommand({
    name: 'wms.unpack_carton',
    runs: 'inline',
    summary: "Unpacks a carton of a shipment that is not packed yet; the carton's number is not used again.",
    input: s.object({ carton_id: s.uuid() }),
    result,
  }),
};
