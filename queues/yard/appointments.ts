/** Commands of dock appointments, the gate and yard moves. */
import { appointmentTypes } from '../../domain/yard/appointment-states.ts';
import { trailerContents } from '../../domain/yard/spots.ts';
import { defineCommand } from '../engine/define-command.ts';
import { nameText } from '../name.ts';
import { choice, described, freeText, instant, nullable, object, optional, text, uuid } from '../schema.ts';

const result = object({ id: uuid() });
const onAppointment = { appointment_id: uuid() };
const onMove = { move_id: uuid() };

/** The plate number of a trailer, as people write it. */
export const plate = () => text(32);

const window = {
  window_start: instant(),
  window_end: described(instant(), 'After window_start; a window is at most 24 hours long.'),
};

/** What the gate records about a truck. */
const seen = {
  container_no: optional(nullable(text(20))),
  seal_no: optional(nullable(text(50))),
  driver_name: optional(nullable(nameText(200))),
  content: optional(choice(...trailerContents), 'Default: loaded for inbound, empty for outbound.'),
  note: optional(freeText(1000)),
  occurred_at: optional(instant(), 'When it passed the gate, not in the future; default now.'),
};

const parking = {
  spot_id: optional(nullable(uuid()), 'The spot the trailer is put on; none while it waits at the gate.'),
};

export const appointmentCommands = {
  createAppointment: defineCommand({
    name: 'yms.create_appointment',
    runs: 'inline',
    summary:
      "Books a window at a dock door. A merchant's token can only request one, which has no door until it is approved.",
    input: object({
      warehouse_id: uuid(),
      type: optional(choice(...appointmentTypes), 'Default: outbound with a load, else inbound.'),
      door_id: optional(nullable(uuid()), 'Default: the first free door.'),
      merchant_id: optional(nullable(uuid())),
      carrier: optional(text(200), "Default: the carrier's name."),
      carrier_id: optional(nullable(uuid())),
      plate: optional(nullable(plate())),
      container_no: optional(nullable(text(20))),
      receipt_id: optional(nullable(uuid())),
      load_id: optional(nullable(uuid())),
      ...window,
      note: optional(freeText(1000)),
    }),
    result,
  }),
  approveAppointment: defineCommand({
    name: 'yms.approve_appointment',
    runs: 'inline',
    summary: 'Approves a requested appointment, and gives it a door if it has none.',
    input: object({ ...onAppointment, door_id: optional(uuid()) }),
    result,
  }),
  rescheduleAppointment: defineCommand({
    name: 'yms.reschedule_appointment',
    runs: 'inline',
    summary:
      'Moves an appointment to another window, and to another door when one is named or its own is taken.',
    input: object({ ...onAppointment, ...window, door_id: optional(uuid()) }),
    result,
  }),
  checkIn: defineCommand({
    name: 'yms.check_in',
    runs: 'inline',
    summary:
      "Checks in a truck at the gate: starts its visit, flags early or late, and opens its receipt's receiving task.",
    input: object({ ...onAppointment, plate: optional(plate()), ...seen, ...parking }),
    result,
  }),
  toDoor: defineCommand({
    name: 'yms.to_door',
    runs: 'inline',
    summary: 'Puts the trailer of a checked-in appointment at its door.',
    input: object({ ...onAppointment, door_id: optional(uuid()) }),
    result,
  }),
  completeAppointment: defineCommand({
    name: 'yms.complete_appointment',
    runs: 'inline',
    summary: 'Completes an appointment: its door is free, though its trailer may still be in the yard.',
    input: object(onAppointment),
    result,
  }),
  markNoShow: defineCommand({
    name: 'yms.mark_no_show',
    runs: 'inline',
    summary: 'Marks a no-show; refused before the window has begun.',
    input: object(onAppointment),
    result,
  }),
  cancelAppointment: defineCommand({
    name: 'yms.cancel_appointment',
    runs: 'inline',
    summary: 'Cancels an appointment nobody has arrived for, which frees its door.',
    input: object({ ...onAppointment, reason: optional(text(500)) }),
    result,
  }),
};

export const gateCommands = {
  recordGateEntry: defineCommand({
    name: 'yms.record_gate_entry',
    runs: 'inline',
    summary:
      'Records what passed the gate. in begins a visit (a walk-in when there is no appointment); out ends the visit.',
    input: object({
      warehouse_id: uuid(),
      direction: choice('in', 'out'),
      plate: plate(),
      appointment_id: optional(nullable(uuid())),
      merchant_id: optional(nullable(uuid()), 'The merchant whose goods a walk-in delivers or picks up.'),
      carrier: optional(nullable(text(200))),
      ...seen,
      ...parking,
    }),
    result,
  }),
};

export const moveCommands = {
  createMove: defineCommand({
    name: 'yms.create_move',
    runs: 'inline',
    summary: 'Requests moving a trailer to a spot, which is reserved for it from now on.',
    input: object({
      trailer_id: described(uuid(), 'A trailer that is in the yard.'),
      to_spot_id: uuid(),
      note: optional(freeText(1000)),
    }),
    result,
  }),
  startMove: defineCommand({
    name: 'yms.start_move',
    runs: 'inline',
    summary: 'Starts a move.',
    input: object(onMove),
    result,
  }),
  completeMove: defineCommand({
    name: 'yms.complete_move',
    runs: 'inline',
    summary: 'Completes a move: the trailer is on its new spot.',
    input: object(onMove),
    result,
  }),
  cancelMove: defineCommand({
    name: 'yms.cancel_move',
    runs: 'inline',
    summary: 'Cancels a move, which frees its target.',
    input: object(onMove),
    result,
  }),
};
