/** Velocity and slotting: how often items are picked, and what should lie nearer to where it leaves. */
import { velocities } from '../../domain/inventory/location-types.ts';
import { unmoved } from '../../domain/moves/slotting.ts';
import { defineCommand } from '../engine/define-command.ts';
import { stockQty } from '../inventory/inventory.ts';
import * as s from '../schema.ts';

const count = () => s.integer({ min: 0, max: 1e12 });
const days = () =>
  s.optional(s.integer({ min: 1, max: 366 }), 'How far back the ledger is read. Default 90.');
const percent = (words: string) => s.optional(s.decimalNumber({ places: 3, min: 0, below: 100.001 }), words);
const metres = () => s.decimalNumber({ places: 6, min: 0, below: 1e15 });
const dryRun = () => s.optional(s.flag(), 'Says what would be done, and changes nothing.');

const stock = {
  item_id: s.uuid(),
  sku: s.text(),
  location_id: s.uuid(),
  location: s.freeText(),
  picks: s.described(count(), 'Pick entries of the ledger in the period at this place.'),
};

const goods = { ...stock, lot_no: s.nullable(s.text()), pallet_lpn: s.nullable(s.text()), qty: stockQty() };
const swapped = {
  ...goods,
  metres: s.described(metres(), 'From its place to the nearest dock or staging place.'),
};

export const slottingCommands = {
  classifyVelocity: defineCommand({
    name: 'wms.classify_velocity',
    runs: 'inventory',
    summary: 'Classes items A, B and C by how often the ledger says they were picked.',
    input: s.object({
      warehouse_id: s.uuid(),
      days: days(),
      a_percent: percent('Items with so much of all picks together are A, most picks first. Default 80.'),
      b_percent: percent('The next so much are B; the rest is C. Default 15.'),
      dry_run: dryRun(),
    }),
    result: s.object({
      dry_run: s.flag(),
      days: count(),
      classes: s.listOf(
        s.object({
          velocity: s.choice(...velocities),
          items: count(),
          picks: count(),
          changed: s.described(count(), 'Items that were in another class, or in none.'),
        }),
      ),
      items: s.described(
        s.listOf(
          s.object({
            item_id: s.uuid(),
            sku: s.text(),
            picks: count(),
            qty: s.described(stockQty(), 'Units picked.'),
            upto_percent: s.described(
              s.decimalNumber({ places: 3, min: 0, below: 1_000 }),
              'Of all picks: its own and those of the items before it.',
            ),
            velocity: s.choice(...velocities),
            was: s.nullable(s.choice(...velocities)),
          }),
        ),
        'The first 200 items that change, most picks first.',
      ),
    }),
  }),
  planSlotting: defineCommand({
    name: 'wms.plan_slotting',
    runs: 'inventory',
    summary: 'Plans moves of what is picked most to places nearer to the dock.',
    input: s.object({
      warehouse_id: s.uuid(),
      days: days(),
      moves_max: s.optional(s.integer({ min: 1, max: 200 }), 'Default 20.'),
      dry_run: dryRun(),
    }),
    result: s.object({
      dry_run: s.flag(),
      days: count(),
      metres_saved: s.described(metres(), 'By all of them, had the picks of the period been made there.'),
      moves: s.listOf(
        s.object({
          id: s.nullable(s.uuid(), 'Null in a dry run.'),
          move_no: s.nullable(s.text()),
          ...goods,
          to_location_id: s.uuid(),
          to_location: s.freeText(),
          metres_from: s.described(metres(), 'To the nearest dock or staging place, along x and y.'),
          metres_to: metres(),
          metres_saved: s.described(metres(), 'There and back, for each pick.'),
          rejected: s.described(
            s.listOf(s.object({ location_id: s.uuid(), location: s.freeText(), reason: s.text() })),
            'Nearer places that were passed over: class, temperature, velocity, mixing, too_high, or a limit that is full.',
          ),
        }),
      ),
      swaps: s.described(
        s.listOf(
          s.object({
            ...swapped,
            other: s.described(s.object(swapped), 'What lies nearer and is picked less.'),
            metres_saved: s.described(metres(), 'There and back, for each pick of both.'),
          }),
        ),
        'Stock without a nearer empty place that should change places with other stock: proposed, at most moves_max. /api/wms/slotting-swaps plans one.',
      ),
      not_moved: s.described(
        s.listOf(s.object({ ...stock, reason: s.choice(...unmoved) })),
        'Stock that was picked and stays, at most 200. Only stock of which nothing is allocated or held, that is one piece at its place and no pick face, is moved.',
      ),
    }),
  }),
  planSwap: defineCommand({
    name: 'wms.plan_swap',
    runs: 'inventory',
    summary:
      'Plans the moves by which the goods of two places change places over a third, each after the one before.',
    input: s.object({
      warehouse_id: s.uuid(),
      location_id: s.uuid(),
      other_location_id: s.described(s.uuid(), 'Whose goods change places with those of location_id.'),
      over_location_id: s.optional(
        s.uuid(),
        'An empty place where the goods of location_id wait: one where goods are kept, or a staging place. Default: the nearest where goods are kept.',
      ),
    }),
    result: s.object({
      swap_id: s.described(s.uuid(), 'That of each of its moves.'),
      over_location_id: s.described(s.uuid(), 'Where the first goods wait.'),
      over_location: s.described(s.freeText(), 'Its code.'),
      move_ids: s.described(
        s.listOf(s.uuid()),
        'In their order: what lies at location_id goes over there, the other goods take its place, then it takes theirs.',
      ),
    }),
  }),
};
