/** Pick faces and their replenishment. */
import { defineCommand } from '../engine/define-command.ts';
import { stockQty } from '../inventory/inventory.ts';
import { replenishKinds, unreplenished } from '../../domain/moves/replenish.ts';
import { recordCommands, recordKind } from '../record-kind.ts';
import * as s from '../schema.ts';

export const pickFaceRecord = recordKind({
  area: 'wms',
  name: 'pick_face',
  collection: 'pick_faces',
  required: {
    warehouse_id: s.uuid(),
    location_id: s.uuid(),
    item_id: s.uuid(),
    min_qty: s.described(s.qty({ min: 0 }), 'Below it the face is filled up. In base units.'),
    max_qty: s.described(s.qty({ positive: true }), 'Never more, with what is on its way.'),
  },
  optional: {
    refill_uom: s.nullable(
      s.code(16),
      'It is filled in whole units of this, such as a case. Null: in base units.',
    ),
    priority: s.described(
      s.integer({ min: 0, max: 1_000_000 }),
      'The smallest is filled first. Default 100.',
    ),
  },
  fixed: ['warehouse_id', 'location_id', 'item_id'],
  references: { warehouse_id: 'warehouses', location_id: 'locations', item_id: 'items' },
  filters: { warehouse_id: s.uuid(), location_id: s.uuid(), item_id: s.uuid() },
  searched: ['location', 'sku'],
});

const face = recordCommands(pickFaceRecord);

const faceNamed = {
  face_id: s.uuid(),
  location_id: s.uuid(),
  location: s.freeText(),
  item_id: s.uuid(),
  sku: s.text(),
};

/** So many faces are asked for by name. */
export const namedFacesMax = 200;

/** What is asked for. */
export const replenishmentFields = {
  warehouse_id: s.uuid(),
  kinds: s.optional(
    s.list(s.choice(...replenishKinds), { min: 1, max: replenishKinds.length }),
    'min_max: faces under their least, filled to their most. on_demand: what a released wave picks from reserve and is less than a refill unit. top_up: every face that takes more and whose item lies in storage, to its most, less urgent than other work. Default: min_max, and on_demand with wave_id.',
  ),
  wave_id: s.optional(s.uuid()),
  location_ids: s.optional(s.list(s.uuid(), { min: 1, max: namedFacesMax }), 'These faces only.'),
  dry_run: s.optional(s.flag(), 'Says what would be planned, and plans nothing.'),
};

export const replenishmentCommands = {
  createPickFace: face.create,
  updatePickFace: face.update,
  planReplenishments: defineCommand({
    name: 'wms.plan_replenishments',
    runs: 'inventory',
    summary: 'Plans moves that fill pick faces.',
    input: s.object({
      ...replenishmentFields,
      when_idle: s.optional(
        s.flag(),
        'top_up only if the warehouse has no pick and no replenishment to be done.',
      ),
      goes_on_after: s.optional(s.uuid(), 'The face at which an earlier plan of the same ended.'),
    }),
    result: s.object({
      dry_run: s.flag(),
      moves: s.listOf(
        s.object({
          id: s.nullable(s.uuid(), 'Null in a dry run.'),
          move_no: s.nullable(s.text()),
          ...faceNamed,
          lot_no: s.nullable(s.text()),
          pallet_lpn: s.nullable(s.text()),
          qty: stockQty(),
          from_location_id: s.uuid(),
          from_location: s.freeText(),
          pick_tasks: s.described(s.integer({ min: 0, max: 1e9 }), 'Picks that wait for it.'),
        }),
      ),
      not_replenished: s.listOf(s.object({ ...faceNamed, reason: s.choice(...unreplenished) })),
    }),
  }),
};
