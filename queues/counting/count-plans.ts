/** Count plans: what is counted when, and by which rules; and their runs. */
import { countLocks } from '../../domain/counting/count-kinds.ts';
import { locationTypes, velocities } from '../../domain/inventory/location-types.ts';
import { defineCommand } from '../engine/define-command.ts';
import { recordCommands, recordKind } from '../record-kind.ts';
import { nameText } from '../name.ts';
import * as s from '../schema.ts';

const words = (max: number) => s.list(s.text(64), { min: 1, max });
const days = () => s.integer({ min: 1, max: 3_650 });

const scope = () =>
  s.described(
    s.object({
      zones: s.optional(words(100)),
      types: s.optional(s.list(s.choice(...locationTypes), { min: 1, max: locationTypes.length })),
      item_classes: s.optional(words(100)),
      merchant_ids: s.optional(s.list(s.uuid(), { min: 1, max: 100 })),
      velocity: s.optional(
        s.list(s.choice(...velocities), { min: 1, max: velocities.length }),
        'Of the places, or by_item of the items; without one as C.',
      ),
    }),
    'All of those given must hold; classes and merchants are those of the stock. Default: the whole warehouse.',
  );

/** Of these, several may make a place due. */
const rules = ['every_days', 'abc', 'after_movements', 'empty_locations'] as const;

const cadence = () =>
  s.ruled(
    s.object({
      every_days: s.optional(days(), 'Not counted for so many days.'),
      abc: s.optional(
        s.object({
          a: s.described(days(), 'Days between counts of what moves most.'),
          b: s.described(days(), 'Days between counts of what moves some.'),
          c: s.described(days(), 'Days between counts of what moves least.'),
        }),
        'The same by the velocity of the place, or by_item of the item; without one as C.',
      ),
      after_movements: s.optional(
        s.integer({ min: 1, max: 1_000_000 }),
        'So many ledger entries since it was counted.',
      ),
      empty_locations: s.optional(
        s.flag(),
        'Empty by the ledger, and not counted since something moved there.',
      ),
      random: s.optional(
        s.object({ rest_days: s.described(days(), 'None that was counted in so many days is drawn.') }),
        'Drawn by lot, each day anew and as many as the day takes; asked for twice, a day draws the same. Stands alone; its tasks are of kind random.',
      ),
    }),
    (schema) => schema.or(...rules, 'random').without('random', [...rules]),
  );

const tolerance = () =>
  s.object({
    qty: s.optional(s.qty({ min: 0 })),
    percent: s.optional(s.decimalNumber({ places: 3, min: 0, below: 100.001 })),
  });

export const countPlanRecord = recordKind({
  area: 'wms',
  name: 'count_plan',
  collection: 'count_plans',
  required: {
    warehouse_id: s.uuid(),
    name: nameText(100),
    cadence: s.described(cadence(), 'Any of those given makes a place due, or an item.'),
  },
  optional: {
    method: s.described(
      s.choice('by_location', 'by_item'),
      'by_item counts an item wherever it lies. Default by_location.',
    ),
    scope: scope(),
    tasks_per_day_max: s.described(
      s.integer({ min: 1, max: 100 }),
      'Default 20. An item that lies in more than 500 places takes a task for each 500, all on one day.',
    ),
    places_per_task: s.described(s.integer({ min: 1, max: 50 }), 'Locations, or items. Default 10.'),
    is_blind: s.described(s.flag(), 'Default true.'),
    lock: s.described(
      s.choice(...countLocks),
      'When a task locks its locations. none (default): never, it is counted beside the work.',
    ),
    tolerance: s.described(tolerance(), 'Differences within either are posted as they are. Default: none.'),
    recount: s.described(
      s.object({ times: s.integer({ min: 0, max: 5 }), other_person: s.flag() }),
      'How often a line beyond its tolerance is counted again; two equal findings post. Default once, by another person.',
    ),
    approve_above: s.nullable(
      s.qty({ min: 0 }),
      "Differences above it need approval. Null (default): the organization's count_approval_threshold.",
    ),
  },
  fixed: ['warehouse_id', 'method'],
  references: { warehouse_id: 'warehouses' },
  filters: { warehouse_id: s.uuid() },
  searched: ['name'],
});

const plan = recordCommands(countPlanRecord);

const planned = () =>
  s.listOf(
    s.object({
      count_task_id: s.nullable(s.uuid(), 'Null in a dry run.'),
      location_ids: s.listOf(s.uuid()),
      item_ids: s.described(s.listOf(s.uuid()), 'Empty: everything at the locations.'),
    }),
  );

export const countPlanCommands = {
  createCountPlan: plan.create,
  updateCountPlan: plan.update,
  runCountPlan: defineCommand({
    name: 'wms.run_count_plan',
    runs: 'inventory',
    summary: "Makes a plan's count tasks of a day; what was made before for that day is not made again.",
    input: s.object({
      count_plan_id: s.uuid(),
      on: s.optional(s.date(), 'Default: today, at the warehouse.'),
      dry_run: s.optional(s.flag(), 'Says what is due, and makes nothing.'),
    }),
    result: s.object({
      due_on: s.date(),
      dry_run: s.flag(),
      tasks: planned(),
      due: s.described(
        s.integer({ min: 0, max: 1e9 }),
        'Places or items due, with those beyond the most of a day.',
      ),
    }),
  }),
  runDueCountPlans: defineCommand({
    name: 'wms.run_due_count_plans',
    runs: 'inventory',
    summary: 'Makes the count tasks of every plan for today. The schedule does this each night.',
    input: s.object({ count_plan_id: s.optional(s.uuid(), 'Of this one; without it, each is asked for.') }),
    result: s.object({ made: s.integer({ min: 0, max: 1e9 }) }),
  }),
};
