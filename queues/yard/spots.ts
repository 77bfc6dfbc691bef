/** Commands of yard spots and doors, dock rules, and recurring slots. */
import { appointmentTypes } from '../../domain/yard/appointment-states.ts';
import { doorDirections, spotKinds } from '../../domain/yard/spots.ts';
import { defineCommand } from '../engine/define-command.ts';
import { recordCommands, recordKind } from '../record-kind.ts';
import * as s from '../schema.ts';
import { timeOfDay } from '../time-of-day.ts';

export const spotRecord = recordKind({
  area: 'yms',
  name: 'spot',
  collection: 'spots',
  required: { warehouse_id: s.uuid(), code: s.code(32), kind: s.choice(...spotKinds) },
  optional: {
    direction: s.described(s.choice(...doorDirections), 'Which appointments a door takes; default both.'),
    sequence: s.integer({ min: 0, max: 1_000_000 }),
  },
  fixed: ['warehouse_id', 'kind'],
  references: { warehouse_id: 'warehouses' },
  filters: { warehouse_id: s.uuid(), kind: s.choice(...spotKinds) },
  searched: ['code'],
});

const spot = recordCommands(spotRecord);
const result = s.object({ id: s.uuid() });

export const slotMinutes = () => s.integer({ min: 5, max: 1440 });

export const spotCommands = {
  createSpot: spot.create,
  updateSpot: spot.update,
  closeSpot: defineCommand({
    name: 'yms.close_spot',
    runs: 'inline',
    summary: 'Takes a spot out of service: no moves or arrivals go there.',
    input: s.object({ spot_id: s.uuid(), reason: s.text(200) }),
    result,
  }),
  openSpot: defineCommand({
    name: 'yms.open_spot',
    runs: 'inline',
    summary: 'Puts a spot back into service.',
    input: s.object({ spot_id: s.uuid() }),
    result,
  }),
  setDockRules: defineCommand({
    name: 'yms.set_dock_rules',
    runs: 'inline',
    summary: "Sets a warehouse's dock rules.",
    input: s.object({
      warehouse_id: s.uuid(),
      capacity_per_hour: s.optional(
        s.nullable(s.integer({ min: 1, max: 10_000 })),
        'How many appointments may begin in one hour; null for no limit.',
      ),
      approval_required: s.optional(s.flag(), 'New appointments are requested until they are approved.'),
      free_minutes: s.optional(
        s.integer({ min: 0, max: 100_000 }),
        'Free minutes from gate to gate; the rest is detention.',
      ),
    }),
    result,
  }),
};

export const recurringSlotCommands = {
  createRecurringSlot: defineCommand({
    name: 'yms.create_recurring_slot',
    runs: 'inline',
    summary:
      "Reserves a door for a carrier at the same time every week; the next four weeks' appointments are created at once.",
    input: s.object({
      warehouse_id: s.uuid(),
      door_id: s.uuid(),
      type: s.optional(s.choice(...appointmentTypes), 'Default inbound.'),
      carrier: s.optional(s.text(200), "Default: the carrier's name."),
      carrier_id: s.optional(s.nullable(s.uuid())),
      merchant_id: s.optional(s.nullable(s.uuid())),
      weekdays: s.described(
        s.list(s.integer({ min: 1, max: 7 }), { min: 1, max: 7 }),
        '1 (Monday) to 7 (Sunday).',
      ),
      start_time: timeOfDay(),
      minutes: slotMinutes(),
      valid_from: s.optional(s.date(), "Default: today in the warehouse's time zone."),
      valid_to: s.optional(s.nullable(s.date())),
    }),
    result,
  }),
  endRecurringSlot: defineCommand({
    name: 'yms.end_recurring_slot',
    runs: 'inline',
    summary: 'Ends a recurring slot and cancels its appointments that nobody has arrived for.',
    input: s.object({ slot_id: s.uuid() }),
    result,
  }),
  openRecurringSlots: defineCommand({
    name: 'yms.open_recurring_slots',
    runs: 'events',
    summary: 'Creates the appointments of all recurring slots for the next four weeks, each once.',
    input: s.object({ slot_id: s.optional(s.uuid(), 'Of this one; without it, each is asked for.') }),
    result: s.object({
      made: s.integer({ min: 0, max: 1e9 }),
      taken: s.integer({ min: 0, max: 1e9 }),
      waiting: s.described(
        s.integer({ min: 0, max: 1e9 }),
        'Slots whose door takes none of their trucks now.',
      ),
    }),
  }),
};
