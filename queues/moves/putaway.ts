/** Putaway: the rules of where goods belong, and plans of where they go. */
import { locationTypes, velocities } from '../../domain/inventory/location-types.ts';
import { movableStatuses } from '../../domain/moves/move-kinds.ts';
import { putawayOrders, putawayPlaces } from '../../domain/moves/putaway.ts';
import { receiptSources } from '../../domain/receiving/receipt-states.ts';
import { hazardClass } from '../catalog/hazard-fields.ts';
import { defineCommand } from '../engine/define-command.ts';
import { stockQty } from '../inventory/inventory.ts';
import { recordCommands, recordKind } from '../record-kind.ts';
import { nameText } from '../name.ts';
import * as s from '../schema.ts';

const appliesTo = () =>
  s.described(
    s.object({
      merchant_id: s.optional(s.uuid()),
      item_id: s.optional(s.uuid()),
      item_class: s.optional(s.freeText(64)),
      storage_class: s.optional(s.freeText(64)),
      temperature_class: s.optional(s.freeText(64)),
      hazard_class: s.optional(hazardClass()),
      velocity: s.optional(s.choice(...velocities)),
      source_type: s.optional(s.choice(...receiptSources), 'Of the receipt that brought the goods.'),
      stock_status: s.optional(s.choice(...movableStatuses)),
      is_lpn: s.optional(s.flag(), 'Goods on a license plate, or loose ones.'),
    }),
    'Goods of which all of this is so. Default: all.',
  );

const step = () =>
  s.ruled(
    s.object({
      place: s.described(
        s.choice(...putawayPlaces),
        'A location by name; where the item and lot lies, or is on its way to; where the item does; where anything lies; where nothing does; or any of these.',
      ),
      location_id: s.optional(s.uuid(), 'With fixed, and only then.'),
      zones: s.optional(s.list(s.text(64), { min: 1, max: 100 })),
      types: s.optional(
        s.list(s.choice(...locationTypes), { min: 1, max: locationTypes.length }),
        'Default storage and pick.',
      ),
      order: s.optional(
        s.choice(...putawayOrders),
        'sequence (default): by zone, pick_sequence and code. nearest_dock: by x_m and y_m, from where the goods wait. nearest_face: from the nearest pick face of the item.',
      ),
    }),
    (schema) => schema.without('location_id', ['zones', 'types', 'order']),
  );

export const putawayRuleRecord = recordKind({
  area: 'wms',
  name: 'putaway_rule',
  collection: 'putaway_rules',
  required: {
    warehouse_id: s.uuid(),
    name: nameText(100),
    steps: s.described(
      s.list(step(), { min: 1, max: 10 }),
      'In order; the first place of a step that has room is taken.',
    ),
  },
  optional: {
    priority: s.described(s.integer({ min: 0, max: 1_000_000 }), 'The smallest is tried first. Default 100.'),
    applies_to: appliesTo(),
    split: s.described(
      s.choice('allowed', 'never'),
      'Whether loose goods may go to several places. A license plate never does.',
    ),
  },
  fixed: ['warehouse_id'],
  references: { warehouse_id: 'warehouses' },
  filters: { warehouse_id: s.uuid() },
  searched: ['name'],
});

const rule = recordCommands(putawayRuleRecord);

const rejected = () =>
  s.described(
    s.listOf(s.object({ location_id: s.uuid(), location: s.freeText(), reason: s.text() })),
    'Places that came first and were passed over: full_units, full_weight, full_volume, full_lpns, too_high, mixing, reserved_by_move, class, temperature, hazard_segregation, locked or inactive.',
  );

const goods = {
  item_id: s.nullable(s.uuid(), 'Null for a license plate with several items.'),
  sku: s.nullable(s.text()),
  lot_no: s.nullable(s.text()),
  pallet_lpn: s.nullable(s.text()),
  stock_status: s.choice(...movableStatuses),
  from_location_id: s.uuid(),
  from_location: s.freeText(),
  qty: stockQty(),
};

export const putawayCommands = {
  createPutawayRule: rule.create,
  updatePutawayRule: rule.update,
  planPutaway: defineCommand({
    name: 'wms.plan_putaway',
    // Planners of one floor take turns at its places: in a queue they wait without a connection each.
    runs: 'inventory',
    summary: 'Plans where goods are put away: those of a receipt, a license plate, or loose ones.',
    input: s.ruled(
      s.object({
        receipt_id: s.optional(s.uuid(), 'What it brought that still waits at a dock or in staging.'),
        lpn: s.optional(s.text(64)),
        location_id: s.optional(s.uuid(), 'Loose goods; with item_id and qty.'),
        item_id: s.optional(s.uuid()),
        qty: s.optional(s.qty({ positive: true })),
        lot_no: s.optional(s.text(100)),
        status: s.optional(s.choice(...movableStatuses), 'Loose goods: default available.'),
        dry_run: s.optional(s.flag(), 'Says what would be planned, and plans nothing.'),
      }),
      (schema) =>
        schema
          .xor('receipt_id', 'lpn', 'location_id')
          .and('location_id', 'item_id', 'qty')
          .with('lot_no', 'location_id')
          .with('status', 'location_id'),
    ),
    result: s.object({
      dry_run: s.flag(),
      moves: s.listOf(
        s.object({
          id: s.nullable(s.uuid(), 'Null in a dry run.'),
          move_no: s.nullable(s.text()),
          ...goods,
          to_location_id: s.uuid(),
          to_location: s.freeText(),
          why: s.object({
            rule: s.nullable(s.object({ id: s.uuid(), name: s.text() }), 'Null: no rule matches.'),
            step: s.choice(...putawayPlaces),
            rank: s.integer({ min: 1, max: 1e9 }),
            rejected: rejected(),
          }),
        }),
      ),
      unplaced: s.listOf(s.object({ ...goods, rejected: rejected() })),
    }),
  }),
};
