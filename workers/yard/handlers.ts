/** The handlers of the yard: spots, appointments, the gate and moves. */
import type { appointmentCommands, gateCommands, moveCommands } from '../../queues/yard/appointments.ts';
import { spotRecord, type recurringSlotCommands, type spotCommands } from '../../queues/yard/spots.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { recordHandlers } from '../record-handlers.ts';
import { approveAppointment } from './approve-appointment.ts';
import { cancelAppointment } from './cancel-appointment.ts';
import { cancelMove } from './cancel-move.ts';
import { checkIn } from './check-in.ts';
import { closeSpot } from './close-spot.ts';
import { completeAppointment } from './complete-appointment.ts';
import { completeMove } from './complete-move.ts';
import { createAppointment } from './create-appointment.ts';
import { createMove } from './create-move.ts';
import { createRecurringSlot } from './create-recurring-slot.ts';
import { endRecurringSlot } from './end-recurring-slot.ts';
import { markNoShow } from './mark-no-show.ts';
import { openRecurringSlots } from './open-recurring-slots.ts';
import { openSpot } from './open-spot.ts';
import { recordGateEntry } from './record-gate-entry.ts';
import { rescheduleAppointment } from './reschedule-appointment.ts';
import { setDockRules } from './set-dock-rules.ts';
import { startMove } from './start-move.ts';
import { toDoor } from './to-door.ts';

const spot = recordHandlers(spotRecord);

export const yardHandlers: HandlersOf<
  typeof spotCommands &
    typeof recurringSlotCommands &
    typeof appointmentCommands &
    typeof gateCommands &
    typeof moveCommands
> = {
  createSpot: spot.create,
  updateSpot: spot.update,
  closeSpot,
  openSpot,
  setDockRules,
  createRecurringSlot,
  endRecurringSlot,
  openRecurringSlots,
  createAppointment,
  approveAppointment,
  rescheduleAppointment,
  checkIn,
  toDoor,
  completeAppointment,
  markNoShow,
  cancelAppointment,
  recordGateEntry,
  createMove,
  startMove,
  completeMove,
  cancelMove,
};
