/** Commands of yard spots and doors, dock rules, and recurring slots. */
import Joi from 'joi';
import { appointmentTypes } from '../../domain/yard/appointment-states.ts';
import { doorDirections, spotKinds } from '../../domain/yard/spots.ts';
import { defineCommand } from '../engine/define-command.ts';
import { recordCommands, recordKind } from '../record-kind.ts';
import {
  choice,
  code,
  custom,
  date,
  described,
  flag,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  uuid,
  type Field,
} from '../schema.ts';

export const spotRecord = recordKind({
  area: 'yms',
  name: 'spot',
  collection: 'spots',
  required: { warehouse_id: uuid(), code: code(32), kind: choice(...spotKinds) },
  optional: {
    direction: described(choice(...doorDirections), 'Which appointments a door takes; default both.'),
    sequence: integer({ min: 0, max: 1_000_000 }),
  },
  fixed: ['warehouse_id', 'kind'],
  references: { warehouse_id: 'warehouses' },
  filters: { warehouse_id: uuid(), kind: choice(...spotKinds) },
  searched: ['code'],
});

const spot = recordCommands(spotRecord);
const result = object({ id: uuid() });
const timeOfDay = (): Field<string> =>
  custom<string>(
    Joi.string()
      .pattern(/^([01]\d|2[0-3]):[0-5]\d$/, 'time')
      .description("Time of day in the warehouse's time zone, HH:MM."),
  );

export const slotMinutes = () => integer({ min: 5, max: 1440 });

export const spotCommands = {
  createSpot: spot.create,
  updateSpot: spot.update,
  closeSpot: defineCommand({
    name: 'yms.close_spot',
    runs: 'inline',
    summary: 'Takes a spot out of service: no moves or arrivals go there.',
    input: object({ spot_id: uuid(), reason: text(200) }),
    result,
  }),
  openSpot: defineCommand({
    name: 'yms.open_spot',
    runs: 'inline',
    summary: 'Puts a spot back into service.',
    input: object({ spot_id: uuid() }),
    result,
  }),
  setDockRules: defineCommand({
    name: 'yms.set_dock_rules',
    runs: 'inline',
    summary: "Sets a warehouse's dock rules.",
    input: object({
      warehouse_id: uuid(),
      capacity_per_hour: optional(
        described(
          nullable(integer({ min: 1, max: 10_000 })),
          'How many appointments may begin in one hour; null for no limit.',
        ),
      ),
      approval_required: optional(
        described(flag(), 'New appointments are requested until they are approved.'),
      ),
      free_minutes: optional(
        described(
          integer({ min: 0, max: 100_000 }),
          'Free minutes from gate to gate; the rest is detention.',
        ),
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
    input: object({
      warehouse_id: uuid(),
      door_id: uuid(),
      type: optional(described(choice(...appointmentTypes), 'Default inbound.')),
      carrier: optional(described(text(200), "Default: the carrier's name.")),
      carrier_id: optional(nullable(uuid())),
      merchant_id: optional(nullable(uuid())),
      weekdays: described(list(integer({ min: 1, max: 7 }), { min: 1, max: 7 }), '1 (Monday) to 7 (Sunday).'),
      start_time: timeOfDay(),
      minutes: slotMinutes(),
      valid_from: optional(described(date(), "Default: today in the warehouse's time zone.")),
      valid_to: optional(nullable(date())),
    }),
    result,
  }),
  endRecurringSlot: defineCommand({
    name: 'yms.end_recurring_slot',
    runs: 'inline',
    summary: 'Ends a recurring slot and cancels its appointments that nobody has arrived for.',
    input: object({ slot_id: uuid() }),
    result,
  }),
  openRecurringSlots: defineCommand({
    name: 'yms.open_recurring_slots',
    runs: 'events',
    summary: 'Creates the appointments of all recurring slots for the next four weeks, each once.',
    input: object({}),
    result: object({ made: integer({ min: 0, max: 1e9 }), taken: integer({ min: 0, max: 1e9 }) }),
  }),
};
